extension MBootBootloader {
  mutating func execute(_ message: MBootMessage) -> [BootloaderAction] {
    guard let command = MBootCommand(rawValue: message.tag) else {
      return respond(tag: message.tag, loader.fault == .acceptsUnknown ? .success : .unknownCommand)
    }
    let words = message.parameters
    switch command {
    case .getProperty: return property(words.first ?? 0, words.dropFirst().first ?? 0)
    case .flashEraseAll, .flashEraseAllUnsecure:
      return erase(command, loader.flash.base, loader.flash.bytes.count)
    case .flashEraseRegion:
      guard words.count >= 2 else { return respond(command, .invalidArgument) }
      return erase(command, words[0], Int(words[1]))
    case .readMemory:
      guard words.count >= 2 else { return respond(command, .invalidArgument) }
      guard contains(words[0], count: Int(words[1])) else {
        return respond(command, .memoryRangeInvalid)
      }
      return beginReading(words[0], Int(words[1]))
    case .writeMemory:
      guard words.count >= 2 else { return respond(command, .invalidArgument) }
      guard contains(words[0], count: Int(words[1])) else {
        return respond(command, .memoryRangeInvalid)
      }
      return beginWriting(words[0], Int(words[1]))
    case .fillMemory: return fill(words)
    case .configureMemory:
      guard words.count == 2, memory.contains(words[1], count: 4) else {
        return respond(command, .invalidArgument)
      }
      // Nothing is outside of this chip: there is nothing to configure.
      return respond(command, .success)
    case .reset: return beginReset()
    case .flashSecurityDisable, .receiveSecureBinary, .execute, .call, .setProperty, .fuseRead:
      return respond(command, .unknownCommand)
    }
  }

  private mutating func property(_ number: UInt32, _ index: UInt32) -> [BootloaderAction] {
    guard let property = MBootProperty(rawValue: number), let values = values(of: property) else {
      return answer([MBootStatus.unknownProperty.rawValue])
    }
    // There is one region of each memory.
    guard index == 0 else { return answer([MBootStatus.invalidArgument.rawValue]) }
    return answer([MBootStatus.success.rawValue] + values)
  }

  private mutating func answer(_ words: [UInt32]) -> [BootloaderAction] {
    sendMessage(MBootMessage(tag: MBootMessage.propertyResponse, parameters: words))
  }

  private func values(of property: MBootProperty) -> [UInt32]? {
    let size = UInt32(truncatingIfNeeded: loader.flash.bytes.count)
    let sector = UInt32(truncatingIfNeeded: loader.flash.pageSize)
    switch property {
    case .currentVersion: return [0x4B03_0000]  // K3.0.0
    case .availablePeripherals: return [1]
    case .flashStart: return [loader.flash.base]
    case .flashSize: return [size]
    case .flashSectorSize: return [sector]
    case .flashBlockCount: return [1]
    case .availableCommands:
      // One bit for each command from number 1.
      let known: [MBootCommand] = [
        .flashEraseAll, .flashEraseRegion, .readMemory, .writeMemory, .fillMemory, .getProperty,
        .reset, .flashEraseAllUnsecure, .configureMemory,
      ]
      return [known.reduce(0) { $0 | 1 << (UInt32($1.rawValue) - 1) }]
    case .maximumPacketSize: return [packetSize]
    case .ramStart: return [Self.ramStart]
    case .ramSize: return [UInt32(Self.ramSize)]
    case .systemIdentifier: return [0x0061_2000]
    case .securityState: return [0x5AA5_5AA5]
    case .uniqueIdentifier: return [0x1122_3344, 0x5566_7788, 0x99AA_BBCC, 0xDDEE_FF00]
    case .targetVersion: return [0x5403_0000]
    case .reservedRegions: return nil
    }
  }

  private mutating func erase(
    _ command: MBootCommand, _ address: UInt32, _ count: Int
  ) -> [BootloaderAction] {
    guard loader.flash.contains(address, count: count) else {
      return respond(command, .memoryRangeInvalid)
    }
    let page = loader.flash.pageSize
    guard Int(address - loader.flash.base) % page == 0, count % page == 0 else {
      return respond(command, .flashAlignment)
    }
    _ = loader.flash.erase(address, count: count)
    return loader.times.erasing(count, pageSize: page) + respond(command, .success)
  }

  private mutating func fill(_ words: [UInt32]) -> [BootloaderAction] {
    guard words.count >= 3, words[1] % 4 == 0 else {
      return respond(.fillMemory, .invalidArgument)
    }
    let count = Int(words[1])
    guard contains(words[0], count: count) else {
      return respond(.fillMemory, .memoryRangeInvalid)
    }
    let pattern = BootWords.bytes(words[2])
    let bytes = (0..<count).map { pattern[$0 % 4] }
    return respond(.fillMemory, write(bytes, at: words[0]))
  }

  /// Memory keeps what is written; flash only takes it where it was erased.
  mutating func write(_ bytes: [UInt8], at address: UInt32) -> MBootStatus {
    if memory.contains(address, count: bytes.count) {
      memory.load(bytes, at: address)
      return .success
    }
    guard let before = loader.flash.read(address, count: bytes.count) else {
      return .memoryRangeInvalid
    }
    guard loader.fault == .skipsPreconditions || before.allSatisfy({ $0 == 0xFF }) else {
      return .memoryCumulativeWrite
    }
    return loader.write(bytes, at: address)
      ? .success : .flashCommandFailure
  }

  func stored(_ address: UInt32, count: Int) -> [UInt8]? {
    memory.read(address, count: count) ?? loader.flash.read(address, count: count)
  }

  private func contains(_ address: UInt32, count: Int) -> Bool {
    loader.flash.contains(address, count: count) || memory.contains(address, count: count)
  }
}
