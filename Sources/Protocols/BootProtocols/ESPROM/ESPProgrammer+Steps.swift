internal import Digests
internal import WireFormat

// Getting into the loader.
extension ESPProgrammer {
  /// The lines of a bridge are inverted by two transistors: a line that is set pulls its pin low.
  mutating func enter() -> [ProgrammerAction] {
    let start: [ProgrammerAction] = [.setRate(115_200)]
    switch reset {
    case .byHand: return start + [.discardInput]
    case .bridge:
      return start + [
        .setLines(dtr: false, rts: true), .pause(microseconds: 100_000),
        .setLines(dtr: true, rts: false), .pause(microseconds: 50_000),
        .setLines(dtr: false, rts: false),
      ]
    case .builtIn:
      return start + [
        .setLines(dtr: false, rts: false), .pause(microseconds: 100_000),
        .setLines(dtr: true, rts: false), .pause(microseconds: 100_000),
        .setLines(dtr: true, rts: true), .setLines(dtr: false, rts: true),
        .pause(microseconds: 100_000), .setLines(dtr: false, rts: false),
      ]
    }
  }

  mutating func synchronise(attempt: Int) -> [ProgrammerAction] {
    step = .synchronising(attempt: attempt, replies: 0)
    let request = ESPRequest(.sync, payload: ESPFraming.synchronisation)
    asked = AskedRequest(request: request, timeout: 100_000, tries: 1)
    return [.send(request.stream), .expect(microseconds: 100_000)]
  }

  mutating func noSynchronisation() -> [ProgrammerAction] {
    let log = String(decoding: bootLog, as: UTF8.self)
    if log.contains("boot:0x"), !log.contains("waiting for download") {
      return fail(
        "no-answer", "the chip started its application and not its loader",
        "hold BOOT while you press RESET, then repeat the command with the reset by hand")
    }
    return fail(
      "no-answer", "no ESP loader answered",
      "hold BOOT while you press RESET, and see that no other program has the port open")
  }

  mutating func synchronised() -> [ProgrammerAction] {
    step = .securityInfo
    return progress("identify") + ask(ESPRequest(.securityInfo))
  }
}

// What a reply leads to.
extension ESPProgrammer {
  mutating func take(_ reply: ESPReply) -> [ProgrammerAction] {
    if case .synchronising(let attempt, let replies) = step {
      guard reply.command == ESPCommand.sync.rawValue, reply.refusal() == nil else { return [] }
      // The ROM answers eight times; one is enough should some be lost.
      if replies == 7 { return synchronised() }
      step = .synchronising(attempt: attempt, replies: replies + 1)
      return [.expect(microseconds: 100_000)]
    }
    guard let asked else { return [] }
    if reply.command != asked.request.command {
      // A ROM that does not know a command says so under another number.
      let isUnknown = reply.refusal() == ESPFailure.invalidMessage.rawValue
      guard step == .securityInfo, isUnknown else { return [] }
      return withoutSecurityInfo()
    }
    if let reason = reply.refusal(expecting: expectedData) { return refused(reason) }
    return advance(reply)
  }

  private var expectedData: Int {
    switch step {
    case .digest, .same: 32
    default: 0
    }
  }

  private mutating func withoutSecurityInfo() -> [ProgrammerAction] {
    step = .magic
    decoder.reset()
    // The refusal comes eight times.
    return [.pause(microseconds: 200_000), .discardInput]
      + ask(ESPRequest(.readRegister, payload: BootWords.bytes(ESPChip.magicAddress)))
  }

  private mutating func refused(_ reason: UInt8) -> [ProgrammerAction] {
    if step == .securityInfo { return withoutSecurityInfo() }
    if case .data = step, reason == ESPFailure.invalidChecksum.rawValue, var asked, asked.tries > 1
    {
      asked.tries -= 1
      self.asked = asked
      return [.send(asked.request.stream), .expect(microseconds: asked.timeout)]
    }
    return fail(
      "refused", "the loader refused \(step.words): \(ESPFailure.words(reason))",
      imageTouched
        ? "bring the board into its loader and flash it again; if it fails at the same place, the"
          + " flash chip is worn or protected"
        : "reset the board into its loader and repeat the command")
  }

  private mutating func advance(_ reply: ESPReply) -> [ProgrammerAction] {
    switch step {
    case .idle, .over, .synchronising: return []
    case .securityInfo:
      identity.securityFlags = BootWords.at(0, of: reply.payload)
      guard !identity.isSecureDownload else {
        return fail(
          "unsupported", "the chip only allows secure downloads",
          "flash it with the tools and keys that it was locked with")
      }
      // The number stands behind flags, a counter and seven key purposes; the ESP32-S2 has none.
      if reply.payload.count >= 24, let number = BootWords.at(12, of: reply.payload),
        let chip = ESPChip(identifier: number)
      {
        return recognised(chip)
      }
      step = .magic
      return ask(ESPRequest(.readRegister, payload: BootWords.bytes(ESPChip.magicAddress)))
    case .magic:
      guard let chip = ESPChip(magic: reply.value) else {
        return fail(
          "unsupported",
          "the chip says \(BootText.hex(reply.value, digits: 8)), which is no ESP32,"
            + " ESP32-S3 or ESP32-C3", "flash it with esptool")
      }
      return recognised(chip)
    case .addressLow:
      step = .addressHigh
      identity.address = Self.bigEndian(reply.value)
      return readFuse(1)
    case .addressHigh:
      identity.address = Self.bigEndian(reply.value).suffix(2) + identity.address
      return [.note("address \(BootText.colons(identity.address))")] + attach()
    case .attach: return flashIdentifier(0)
    case .flashIdentifier(let number): return flashIdentifierStep(number, reply)
    case .parameters: return options.skipsIfSame ? askWhetherSame(0) : beginSegment(0)
    case .begin(let segment): return sendBlock(segment, 0)
    case .data(let segment, let block): return confirmed(segment, block)
    case .digest(let segment): return compare(segment, Array(reply.payload.prefix(32)))
    case .same(let segment):
      let isSame = Array(reply.payload.prefix(32)) == digest(segment)
      return isSame ? askWhetherSame(segment + 1) : beginSegment(0)
    }
  }

  private mutating func recognised(_ chip: ESPChip) -> [ProgrammerAction] {
    identity.chip = chip
    step = .addressLow
    return [.note("chip \(chip.name)")] + readFuse(0)
  }

  private mutating func readFuse(_ index: Int) -> [ProgrammerAction] {
    let fuses = (identity.chip ?? .esp32).addressFuses
    return ask(ESPRequest(.readRegister, payload: BootWords.bytes(fuses[index])))
  }

  private mutating func attach() -> [ProgrammerAction] {
    step = .attach
    return ask(ESPRequest(.attachFlash, payload: BootWords.bytes(0, 0)))
  }

  private static func bigEndian(_ word: UInt32) -> [UInt8] {
    stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
