/// The loader of a QN9090 in its in-system programming mode (observed: dk6prog of SPSDK 3.12).
public struct DK6Bootloader: Bootloader {
  /// The number of its chip, and the version of its ROM.
  private static let identity: [UInt32] = [0x1240_C686, 0x1400_0001]
  /// The address in its configuration.
  private static let address: [UInt8] = [0x00, 0x15, 0x8D, 0x00, 0x03, 0x56, 0xAB, 0xCD]
  /// The key that unlocks it.
  private let key: [UInt8]
  /// The stored bytes.
  public var flash: FlashMemory {
    get { loader.flash }
    set { loader.flash = newValue }
  }

  private var loader: FaultyLoader
  private let configuration: FlashMemory
  private var decoder = DK6Decoder()
  private var unlocked = false
  private var open: DK6Memory?

  /// The longest run of one read or write.
  static let block = 512

  /// A QN9090 with all of its flash.
  public init(
    key: [UInt8]? = nil, flash: FlashMemory = FlashMemory(size: 0x9DE00, pageSize: 512),
    fault: LoaderFault? = nil,
    times: LoaderFlashTimes = .qn9090
  ) {
    self.key = key ?? DK6Key.ordinary
    self.loader = FaultyLoader(flash: flash, fault: fault, times: times)
    var configuration = FlashMemory(base: 0x9FC00, size: 0x200, pageSize: 0x200)
    _ = configuration.write(Self.address, at: 0x9FC70)
    _ = configuration.write(BootWords.bytes(9090), at: 0x9FC60)
    self.configuration = configuration
  }

  /// Forgets everything but the flash.
  public mutating func start() -> [BootloaderAction] {
    decoder.reset()
    unlocked = false
    open = nil
    return []
  }

  /// Answers what is whole.
  public mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction] {
    decoder.feed(loader.hear(bytes)).flatMap { item in
      switch item {
      case .damaged(let type):
        answer(type &+ 1, loader.fault == .ignoresChecks ? .success : .checkError)
      case .frame(let frame): answer(frame)
      }
    }
  }

  private mutating func answer(_ frame: DK6Frame) -> [BootloaderAction] {
    guard let command = DK6Command(rawValue: frame.type) else {
      return answer(frame.type &+ 1, loader.fault == .acceptsUnknown ? .success : .notSupported)
    }
    switch command {
    case .unlock: return unlock(frame.data)
    case .chipIdentifier:
      return answer(command.reply, .success, BootWords.bytes(of: Self.identity))
    case .setRate:
      guard frame.data.count == 5, let rate = BootWords.at(1, of: frame.data),
        (300...2_000_000).contains(rate)
      else { return answer(command.reply, .notSupported) }
      // It changes at once and says nothing: dk6prog awaits no reply and would misread one.
      return [.setRate(Int(rate))]
    default: break
    }
    guard unlocked || loader.fault == .skipsPreconditions else {
      return answer(command.reply, .notAuthorised)
    }
    switch command {
    case .reset:
      return answer(command.reply, .success) + [.restart(intoBootloader: false)]
    case .execute:
      guard frame.data.count == 4 else { return answer(command.reply, .notSupported) }
      return answer(command.reply, .success) + [.restart(intoBootloader: false)]
    case .memoryInformation:
      guard let memory = memories.first(where: { [$0.identifier] == frame.data }) else {
        return answer(command.reply, .memoryInvalid)
      }
      return answer(command.reply, .success, memory.data)
    case .openMemory: return openMemory(frame.data)
    case .closeMemory:
      guard open != nil else { return answer(command.reply, .badState) }
      open = nil
      return answer(command.reply, .success)
    default: return access(command, frame.data)
    }
  }

  private mutating func unlock(_ data: [UInt8]) -> [BootloaderAction] {
    switch data.first {
    case 0x00 where data.count == 1: return answer(DK6Command.unlock.reply, .success)
    case 0x01:
      unlocked = Array(data.dropFirst()) == key
      return answer(DK6Command.unlock.reply, unlocked ? .success : .notAuthorised)
    default: return answer(DK6Command.unlock.reply, .notSupported)
    }
  }

  private mutating func openMemory(_ data: [UInt8]) -> [BootloaderAction] {
    let reply = DK6Command.openMemory.reply
    guard open == nil else { return answer(reply, .badState) }
    guard data.count == 2, let memory = memories.first(where: { $0.identifier == data[0] }) else {
      return answer(reply, .memoryInvalid)
    }
    guard data[1] <= memory.access else { return answer(reply, .accessInvalid) }
    open = memory
    // There is one handle.
    return answer(reply, .success, [0])
  }

  /// Handle, mode, address, length, and for a write the bytes.
  private mutating func access(_ command: DK6Command, _ data: [UInt8]) -> [BootloaderAction] {
    guard let open else { return answer(command.reply, .badState) }
    guard let words = BootWords.read(data.dropFirst(2), count: 2), data[0] == 0 else {
      return answer(command.reply, .notSupported)
    }
    guard data[1] == 0 else { return answer(command.reply, .invalidMode) }
    let (address, count) = (words[0], Int(words[1]))
    let isFlash = open.identifier == DK6Memory.flash
    guard isFlash || open.identifier == DK6Memory.configuration else {
      return answer(command.reply, .memoryNotSupported)
    }
    // Read where it lies: a copy of the flash would be a real one with the first byte written.
    func stored() -> [UInt8]? {
      isFlash
        ? loader.flash.read(address, count: count) : configuration.read(address, count: count)
    }
    switch command {
    case .readMemory:
      guard count <= Self.block else { return answer(command.reply, .tooLong) }
      guard let bytes = stored() else { return answer(command.reply, .outOfRange) }
      return answer(command.reply, .success, bytes)
    case .blankCheck:
      guard let bytes = stored() else { return answer(command.reply, .outOfRange) }
      return answer(command.reply, bytes.allSatisfy { $0 == 0xFF } ? .success : .readFail)
    case .eraseMemory:
      guard isFlash else { return answer(command.reply, .accessInvalid) }
      guard loader.flash.erase(address, count: count) else {
        return answer(command.reply, .outOfRange)
      }
      return loader.times.erasing(count, pageSize: loader.flash.pageSize)
        + answer(command.reply, .success)
    case .writeMemory:
      guard isFlash else { return answer(command.reply, .accessInvalid) }
      let bytes = Array(data.dropFirst(10))
      guard count == bytes.count, count <= Self.block else {
        return answer(command.reply, .tooLong)
      }
      guard stored() != nil else { return answer(command.reply, .outOfRange) }
      guard loader.write(bytes, at: address) else { return answer(command.reply, .writeFail) }
      return loader.times.writing(count) + answer(command.reply, .success)
    default: return answer(command.reply, .notSupported)
    }
  }

  private mutating func answer(
    _ type: UInt8, _ status: DK6Status, _ data: [UInt8] = []
  ) -> [BootloaderAction] {
    let frame = DK6Frame(type: type, data: [status.rawValue] + data)
    return loader.send(frame.stream, damageAt: 4)
  }

  private var memories: [DK6Memory] {
    let size = UInt32(truncatingIfNeeded: loader.flash.bytes.count)
    let page = UInt32(truncatingIfNeeded: loader.flash.pageSize)
    let rows: [(String, base: UInt32, length: UInt32, sector: UInt32, kind: UInt8, access: UInt8)] =
      [
        ("FLASH", loader.flash.base, size, page, 1, 15), ("PSECT", 0, 0x1E0, 0x10, 1, 15),
        ("pFLASH", 0, 0x1E0, 0x10, 1, 15), ("Config", 0x9FC00, 0x200, 0x10, 1, 15),
        ("EFUSE", 0, 0x80, 0x10, 5, 15), ("ROM", 0x300_0000, 0x2_0000, 1, 0, 1),
        ("RAM0", 0x400_0000, 0x1_6000, 1, 2, 1), ("RAM1", 0x402_0000, 0x1_0000, 1, 2, 1),
      ]
    return rows.enumerated().map { number, row in
      DK6Memory(
        identifier: UInt8(number), base: row.base, length: row.length, sectorSize: row.sector,
        kind: row.kind, access: row.access, name: row.0)
    }
  }
}
