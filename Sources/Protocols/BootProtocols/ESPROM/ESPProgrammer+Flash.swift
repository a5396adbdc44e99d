internal import Digests
internal import WireFormat

// Which flash chip it is: the loader has no command for it, so its SPI controller is told to ask.
extension ESPProgrammer {
  private enum Register {
    case write(UInt32, UInt32)
    case read(UInt32)
  }

  private static func identifierSteps(_ chip: ESPChip) -> [Register] {
    let controller = chip.flashController
    typealias Controller = ESPChip.FlashController
    return [
      .write(controller.inLength, 23),
      .write(controller.user, Controller.commandAndInput),
      .write(controller.user2, Controller.readIdentifier),
      .write(controller.data, 0),
      .write(controller.command, Controller.start),
      .read(controller.command),
      .read(controller.data),
    ]
  }

  mutating func flashIdentifier(_ number: Int) -> [ProgrammerAction] {
    let steps = Self.identifierSteps(identity.chip ?? .esp32)
    step = .flashIdentifier(number)
    guard steps.indices.contains(number) else { return flashKnown() }
    switch steps[number] {
    case .write(let address, let value):
      let payload = BootWords.bytes(address, value, 0xFFFF_FFFF, 0)
      return ask(ESPRequest(.writeRegister, payload: payload))
    case .read(let address):
      return ask(ESPRequest(.readRegister, payload: BootWords.bytes(address)))
    }
  }

  mutating func flashIdentifierStep(_ number: Int, _ reply: ESPReply) -> [ProgrammerAction] {
    let last = Self.identifierSteps(identity.chip ?? .esp32).count - 1
    if number == last { identity.flashIdentifier = reply.value & 0xFF_FFFF }
    // A transfer of 32 bits is over long before the register is read; if not, there is no flash.
    if number == last - 1, reply.value & ESPChip.FlashController.start != 0 { return flashKnown() }
    return flashIdentifier(number + 1)
  }

  private mutating func flashKnown() -> [ProgrammerAction] {
    let size = identity.flashSize
    var actions: [ProgrammerAction] = []
    if let number = identity.flashIdentifier {
      let told = size.map { ", \($0 >> 10) KiB" } ?? ""
      actions.append(.note("flash \(BootText.hex(number, digits: 6))\(told)"))
    }
    guard let last = segments.last else { return actions + leave() }
    guard let size, size > 0, let word = UInt32(exactly: size) else {
      return actions
        + fail(
          "unsupported", "the size of the flash is not known",
          "state it in the board's profile and repeat the command")
    }
    guard last.end <= UInt64(size) else {
      return actions
        + fail(
          "image",
          "the image ends at \(BootText.hex(last.end)), and the flash has \(BootText.hex(size)) bytes",
          "choose an image for this flash size")
    }
    step = .parameters
    // Chip, total, block, sector, page, and which bits of its status count.
    let payload = BootWords.bytes(0, word, 0x1_0000, 0x1000, 0x100, 0xFFFF)
    return actions + ask(ESPRequest(.setFlashParameters, payload: payload))
  }
}

// Writing.
extension ESPProgrammer {
  mutating func beginSegment(_ index: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(index) else { return leave() }
    step = .begin(index)
    imageTouched = true
    let size = segments[index].bytes.count
    let blocks = (size + ESPFraming.block - 1) / ESPFraming.block
    var words = [
      UInt32(truncatingIfNeeded: size), UInt32(truncatingIfNeeded: blocks),
      UInt32(ESPFraming.block), segments[index].address,
    ]
    if identity.chip?.beginsWithEncryption ?? false { words.append(0) }
    // The ROM erases before it answers: 30 s for a MiB are documented.
    let timeout = max(Self.ordinaryTimeout, size / 1024 * 30_000)
    return progress("erase", written)
      + ask(
        ESPRequest(.flashBegin, payload: BootWords.bytes(of: words)), timeout: timeout, tries: 2)
  }

  mutating func sendBlock(_ segment: Int, _ block: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(segment) else { return leave() }
    let bytes = segments[segment].bytes
    let start = block * ESPFraming.block
    guard start < bytes.count else {
      return options.verifies ? askDigest(segment) : beginSegment(segment + 1)
    }
    step = .data(segment: segment, block: block)
    let end = min(start + ESPFraming.block, bytes.count)
    var data = Array(bytes[start..<end])
    data += Array(repeating: 0xFF, count: ESPFraming.block - data.count)
    let head = BootWords.bytes(
      UInt32(ESPFraming.block), UInt32(truncatingIfNeeded: block), 0, 0)
    return ask(
      ESPRequest(.flashData, payload: head + data, checksum: ESPFraming.checksum(data)))
  }

  mutating func confirmed(_ segment: Int, _ block: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(segment) else { return leave() }
    let size = segments[segment].bytes.count
    written += min(ESPFraming.block, max(0, size - block * ESPFraming.block))
    return progress("write", written) + sendBlock(segment, block + 1)
  }

  /// Compares what is there with what would be written, segment by segment.
  mutating func askWhetherSame(_ index: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(index) else {
      return [.note("the flash holds the image already")] + leave()
    }
    step = .same(index)
    return progress("compare") + requestDigest(index)
  }

  private mutating func askDigest(_ index: Int) -> [ProgrammerAction] {
    step = .digest(index)
    return progress("verify", written) + requestDigest(index)
  }

  private mutating func requestDigest(_ index: Int) -> [ProgrammerAction] {
    let size = segments[index].bytes.count
    let payload = BootWords.bytes(
      segments[index].address, UInt32(truncatingIfNeeded: size), 0, 0)
    // 8 s for a MiB are documented.
    let timeout = max(Self.ordinaryTimeout, size / 1024 * 8000)
    return ask(ESPRequest(.flashMD5, payload: payload), timeout: timeout, tries: 2)
  }

  /// The MD5 of a segment, as the ROM writes it.
  func digest(_ index: Int) -> [UInt8] {
    guard segments.indices.contains(index) else { return [] }
    return Array(Hexadecimal.encode(MessageDigest.md5(segments[index].bytes)).lowercased().utf8)
  }

  mutating func compare(_ index: Int, _ digits: [UInt8]) -> [ProgrammerAction] {
    guard segments.indices.contains(index) else { return leave() }
    guard digits == digest(index) else {
      return fail(
        "verify",
        "the flash does not hold what was sent for"
          + " \(BootText.hex(segments[index].address, digits: 8)): its MD5 differs",
        "flash the board again; if it stays so, the flash chip is worn or the supply is weak")
    }
    return beginSegment(index + 1)
  }

  mutating func leave() -> [ProgrammerAction] {
    guard options.resets else { return finish() }
    return [
      .setLines(dtr: false, rts: true), .pause(microseconds: 100_000),
      .setLines(dtr: false, rts: false),
    ] + finish()
  }
}
