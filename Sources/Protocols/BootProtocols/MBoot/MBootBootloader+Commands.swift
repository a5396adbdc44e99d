extension MBootBootloader {
  mutating func execute(_ message: MBootMessage) -> [BootloaderAction] {
    guard let command = MBootCommand(rawValue: message.tag) else {
      return respond(tag: message.tag, faults.acceptsUnknown ? .success : .unknownCommand)
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
      guard isReady(words[0]) else { return respond(command, .memoryNotConfigured) }
      guard contains(words[0], count: Int(words[1])) else {
        return respond(command, .memoryRangeInvalid)
      }
      return beginReading(words[0], Int(words[1]))
    case .writeMemory:
      guard words.count >= 2 else { return respond(command, .invalidArgument) }
      guard isReady(words[0]) else { return respond(command, .memoryNotConfigured) }
      guard contains(words[0], count: Int(words[1])) else {
        return respond(command, .memoryRangeInvalid)
      }
      return beginWriting(words[0], Int(words[1]))
    case .fillMemory: return fill(words)
    case .configureMemory:
      guard words.count == 2, memory.read(words[1], count: 4) != nil else {
        return respond(command, .invalidArgument)
      }
      configured = true
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
    case .currentVersion: return [identity.version]
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
    case .maximumPacketSize: return [identity.packetSize]
    case .ramStart: return [Self.ramStart]
    case .ramSize: return [UInt32(Self.ramSize)]
    case .systemIdentifier: return [identity.systemIdentifier]
    case .securityState: return [0x5AA5_5AA5]
    case .uniqueIdentifier: return identity.uniqueIdentifier
    case .targetVersion: return [identity.targetVersion]
    case .reservedRegions: return nil
    }
  }

  private mutating func erase(
    _ command: MBootCommand, _ address: UInt32, _ count: Int
  ) -> [BootloaderAction] {
    guard isReady(address) else { return respond(command, .memoryNotConfigured) }
    guard isInFlash(address, count: count) else {
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
    guard isReady(words[0]), contains(words[0], count: count) else {
      return respond(.fillMemory, .memoryRangeInvalid)
    }
    let pattern = BootWords.bytes(words[2])
    let bytes = (0..<count).map { pattern[$0 % 4] }
    return respond(.fillMemory, write(bytes, at: words[0]))
  }

  /// Memory keeps what is written; flash only takes it where it was erased.
  mutating func write(_ bytes: [UInt8], at address: UInt32) -> MBootStatus {
    if memory.write(bytes, at: address) { return .success }
    guard let before = loader.flash.read(address, count: bytes.count) else {
      return .memoryRangeInvalid
    }
    guard faults.skipsPreconditions || before.allSatisfy({ $0 == 0xFF }) else {
      return .memoryCumulativeWrite
    }
    return loader.write(bytes, at: address)
      ? .success : .flashCommandFailure
  }

  func stored(_ address: UInt32, count: Int) -> [UInt8]? {
    memory.read(address, count: count) ?? loader.flash.read(address, count: count)
  }

  private func contains(_ address: UInt32, count: Int) -> Bool {
    isInFlash(address, count: count)
      || Self.fits(address, count, in: Self.ramStart, Self.ramSize)
  }

  private func isInFlash(_ address: UInt32, count: Int) -> Bool {
    Self.fits(address, count, in: loader.flash.base, loader.flash.bytes.count)
  }

  private static func fits(
    _ address: UInt32, _ count: Int, in base: UInt32, _ size: Int
  ) -> Bool {
    guard address >= base, count >= 0 else { return false }
    let offset = Int(address - base)
    return offset <= size && count <= size - offset
  }

  private func isReady(_ address: UInt32) -> Bool {
    !needsConfiguration || configured || memory.read(address, count: 0) != nil
  }
}

/// Memory that forgets when the power goes.
struct MBootMemory: Sendable {
  let base: UInt32
  private var bytes: [UInt8]

  init(base: UInt32, size: Int) {
    self.base = base
    self.bytes = Array(repeating: 0, count: size)
  }

  /// The bytes at an address, or nil where that is not all inside.
  func read(_ address: UInt32, count: Int) -> [UInt8]? {
    range(address, count).map { Array(bytes[$0]) }
  }

  /// False, with nothing written, where that is not all inside.
  mutating func write(_ data: [UInt8], at address: UInt32) -> Bool {
    guard let range = range(address, data.count) else { return false }
    bytes.replaceSubrange(range, with: data)
    return true
  }

  private func range(_ address: UInt32, _ count: Int) -> Range<Int>? {
    guard address >= base, count >= 0 else { return nil }
    let start = Int(address - base)
    guard start <= bytes.count, count <= bytes.count - start else { return nil }
    return start..<(start + count)
  }
}
