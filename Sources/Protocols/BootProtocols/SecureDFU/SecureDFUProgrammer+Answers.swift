extension SecureDFUProgrammer {
  /// Goes on after an answer; one that was not asked for is passed over.
  mutating func take(_ response: SecureDFUResponse) -> [ProgrammerAction] {
    switch awaited {
    case .nothing: return []
    case .ping(let identifier):
      guard response.opcode == SecureDFUOpcode.ping.rawValue else { return [] }
      // A bootloader that knows no ping says so, and is there as well.
      let isEcho = response.payload.first == identifier || response.result == .notSupported
      guard isEcho else { return [] }
      awaited = .receiptInterval
      return ask(.setReceiptInterval(receiptInterval))
    case .receiptInterval:
      guard response.opcode == SecureDFUOpcode.setReceiptInterval.rawValue else { return [] }
      if response.result != .success { receiptInterval = 0 }
      awaited = .mtu
      return ask(.mtu)
    case .mtu: return takeMTU(response)
    case .select: return takeSelection(response)
    case .slowing:
      guard response.opcode == SecureDFUOpcode.setReceiptInterval.rawValue else { return [] }
      if response.result != .success { receiptInterval = 0 }
      return create(at: objectStart)
    case .create: return takeCreation(response)
    case .receipt, .checksum: return takeChecksum(response)
    case .execute(let isGuess): return takeExecution(response, isGuess: isGuess)
    }
  }

  private mutating func takeMTU(_ response: SecureDFUResponse) -> [ProgrammerAction] {
    guard response.opcode == SecureDFUOpcode.mtu.rawValue else { return [] }
    guard response.result == .success else { return refused("to tell its MTU", response) }
    // The number counts a write whose every byte is escaped, and its END.
    guard let mtu = response.number(0, 2), (Int(mtu) - 1) / 2 - 1 > 0 else {
      return fail(
        "protocol", "the bootloader reports an MTU that has no room for data",
        "Flash the bootloader again through a debug probe.")
    }
    let room = (Int(mtu) - 1) / 2 - 1
    // Whole words of flash: several bootloaders can write nothing else but at the end.
    portion = room > 4 ? room / 4 * 4 : room
    return select(.command)
  }

  private mutating func takeSelection(_ response: SecureDFUResponse) -> [ProgrammerAction] {
    guard response.opcode == SecureDFUOpcode.select.rawValue else { return [] }
    guard response.result == .success else {
      return refused("to select the \(kind == .command ? "init packet" : "firmware")", response)
    }
    guard let most = response.number(0, 4), let held = response.number(4, 4),
      let crc = response.number(8, 4), most > 0
    else {
      return fail(
        "protocol", "the bootloader's answer to Select is too short, or has no room for objects",
        "Flash the bootloader again through a debug probe.")
    }
    objectLimit = Int(min(most, 1 << 20))
    let offset = Int(held)
    return kind == .command ? beginCommand(offset, crc) : beginData(offset, crc)
  }

  private mutating func beginCommand(_ offset: Int, _ crc: UInt32) -> [ProgrammerAction] {
    guard initPacket.count <= objectLimit else {
      return fail(
        "refused",
        "the init packet has \(initPacket.count) bytes, and the bootloader takes \(objectLimit)",
        "Build the package again without what the bootloader does not need.")
    }
    guard !isFresh, (1...initPacket.count).contains(offset), crc == checksum(offset) else {
      return create(at: 0)
    }
    objectStart = 0
    objectEnd = initPacket.count
    position = offset
    if offset == initPacket.count { return execute(isGuess: true) }
    return write()
  }

  private mutating func beginData(_ offset: Int, _ crc: UInt32) -> [ProgrammerAction] {
    isFresh = false
    guard offset > 0 else { return create(at: 0) }
    imageTouched = true
    hasResumed = true
    guard offset <= firmware.count else { return beginAfresh("more than this image has") }
    let beyond = offset % objectLimit
    guard crc == checksum(offset) else {
      return create(at: max(0, offset - (beyond == 0 ? objectLimit : beyond)))
    }
    let note = ProgrammerAction.remark(BootText.resuming(offset, of: firmware.count))
    objectStart = offset - (beyond == 0 ? min(objectLimit, offset) : beyond)
    objectEnd = min(objectStart + objectLimit, firmware.count)
    position = offset
    // A full object that was executed, or was not: only the bootloader knows.
    if position == objectEnd { return [note] + execute(isGuess: true) }
    return [note] + progress + write()
  }

  /// Sends everything anew, from the init packet on.
  private mutating func beginAfresh(_ why: String) -> [ProgrammerAction] {
    guard freshStartsLeft > 0 else {
      return fail(
        "protocol", "the bootloader keeps a transfer that it neither continues nor drops",
        "Reset the board and flash again.")
    }
    freshStartsLeft -= 1
    isFresh = true
    return [.note("the board holds \(why): starting over")] + select(.command)
  }

  private mutating func takeCreation(_ response: SecureDFUResponse) -> [ProgrammerAction] {
    guard response.opcode == SecureDFUOpcode.createObject.rawValue else { return [] }
    if response.result == .success { return write() }
    if kind == .data, response.result == .notPermitted {
      return beginAfresh("no init packet any more")
    }
    return refused("an object of \(objectEnd - objectStart) bytes", response)
  }

  private mutating func takeChecksum(_ response: SecureDFUResponse) -> [ProgrammerAction] {
    // Bootloaders say nothing when a write fails, but some do.
    guard response.opcode == SecureDFUOpcode.checksum.rawValue else { return [] }
    guard response.result == .success, let offset = response.number(0, 4),
      let crc = response.number(4, 4)
    else { return sendAgain() }
    let isRight = Int(offset) == position && crc == checksum(position)
    switch awaited {
    case .receipt: return isRight ? write() : sendAgain()
    case .checksum(behindReceipt: true):
      awaited = .checksum(behindReceipt: false)
      return []
    default: return isRight ? execute() : sendAgain()
    }
  }

  /// The object arrived wrong: it is sent again, with reports that keep the line from overflowing.
  private mutating func sendAgain() -> [ProgrammerAction] {
    attemptsLeft -= 1
    guard attemptsLeft > 0 else {
      if hasResumed {
        hasResumed = false
        return beginAfresh("something else than this image")
      }
      return fail(
        "verify",
        "the bootloader's CRC of \(objectStart)..<\(objectEnd) is not the image's after "
          + "\(Self.attempts) attempts",
        "Try a lower rate or hardware flow control; a board that fails at the same place "
          + "every time has faulty flash.")
    }
    receiptInterval = receiptInterval == 0 ? 12 : max(1, receiptInterval / 2)
    awaited = .slowing
    return [.note("the CRC of \(objectStart)..<\(objectEnd) is wrong: sending it again")]
      + ask(.setReceiptInterval(receiptInterval))
  }

  private mutating func takeExecution(
    _ response: SecureDFUResponse, isGuess: Bool
  ) -> [ProgrammerAction] {
    guard response.opcode == SecureDFUOpcode.execute.rawValue else { return [] }
    if response.result == .success { return advance() }
    if isGuess, response.result == .notPermitted {
      if kind == .command { return create(at: 0) }
      if objectEnd == firmware.count { return beginAfresh("all of an image that it did not take") }
      return create(at: objectEnd)
    }
    if kind == .command, response.extendedError == .alreadyPresent {
      return [.remark("the bootloader says that it has this firmware already")] + finish()
    }
    if let error = response.extendedError {
      return fail(
        error == .verificationFailed ? "verify" : "refused",
        "the bootloader refuses the \(kind == .command ? "init packet" : "image"): \(error)",
        error.advice)
    }
    return refused(kind == .command ? "the init packet" : "the image", response)
  }

  private mutating func advance() -> [ProgrammerAction] {
    attemptsLeft = Self.attempts
    if kind == .command { return select(.data) }
    guard objectEnd < firmware.count else {
      objectStart = objectEnd
      return progress + finish()
    }
    return create(at: objectEnd)
  }

  private mutating func refused(
    _ what: String, _ response: SecureDFUResponse
  ) -> [ProgrammerAction] {
    fail(
      response.result == .notSupported ? "unsupported" : "refused",
      "the bootloader refuses \(what): \(response.extendedError?.description ?? response.result.description)",
      response.result == .insufficientResources
        ? "Use a smaller image." : "Reset the board into its bootloader and flash again.")
  }
}
