internal import Digests
internal import WireFormat

/// The loader in the ROM of an ESP chip, waiting for a download (observed: esptool 5.6 and the
/// serial protocol that Espressif documents).
///
/// It has no processor to run a flasher stub on, so memory downloads are refused, and it takes no
/// compressed data.
public struct ESPBootloader: Bootloader {
  /// Which chip it is in.
  public let chip: ESPChip
  /// The stored bytes.
  public var flash: FlashMemory {
    get { loader.flash }
    set { loader.flash = newValue }
  }

  var loader: FaultyLoader
  var registers: ESPRegisters
  private var decoder = StreamFraming.slip.makeDecoder(limit: ESPFraming.limit)
  private var synchronised = false
  private var attached = false
  private var download: Download?

  /// Where a loader that asks for no FLASH_BEGIN writes.
  private static let undeclared = Download(offset: 0x10000, blockSize: 1024, blocks: 16)

  /// The announcement of the last FLASH_BEGIN.
  private struct Download {
    var offset: UInt32
    var blockSize: UInt32
    var blocks: UInt32
  }

  /// A chip with 4 MiB of flash.
  public init(
    chip: ESPChip = .esp32, flash: FlashMemory = FlashMemory(size: 4 << 20, pageSize: 4096),
    fault: LoaderFault? = nil,
    times: LoaderFlashTimes = .spi
  ) {
    self.chip = chip
    self.loader = FaultyLoader(flash: flash, fault: fault, times: times)
    self.registers = ESPRegisters(chip: chip, flashBytes: flash.bytes.count)
  }

  /// Forgets everything but the flash.
  public mutating func start() -> [BootloaderAction] {
    decoder.reset()
    synchronised = false
    attached = false
    download = nil
    registers.reset()
    // What the ROM prints before it listens; a programmer has to find its first reply behind it.
    let reason =
      chip == .esp32
      ? "boot:0x3 (DOWNLOAD_BOOT(UART0/UART1/SDIO_REI_REO_V2))" : "boot:0x0 (DOWNLOAD)"
    let text =
      "ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON),\(reason)\r\nwaiting for download\r\n"
    return [.send(Array(text.utf8))]
  }

  /// Answers what is whole.
  public mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction] {
    var actions: [BootloaderAction] = []
    for item in decoder.feed(loader.hear(bytes)) {
      guard case .frame(let frame) = item, let request = ESPRequest(frame: frame) else { continue }
      actions += answer(request)
    }
    return actions
  }

  private mutating func answer(_ request: ESPRequest) -> [BootloaderAction] {
    let command = ESPCommand(rawValue: request.command)
    if command == .sync {
      guard request.payload == ESPFraming.synchronisation else { return [] }
      synchronised = true
      return (0..<8).flatMap { _ in reply(request, value: 0x2012_0707) }
    }
    // The rate is found with the synchronisation; before it nothing is understood.
    guard synchronised else { return [] }
    switch command {
    case .readRegister: return readRegister(request)
    case .writeRegister: return writeRegisters(request)
    case .attachFlash:
      guard request.payload.count >= 4 else { return refuse(request, .invalidMessage) }
      attached = true
      return reply(request)
    case .setFlashParameters:
      return request.payload.count == 24 ? reply(request) : refuse(request, .invalidMessage)
    case .flashBegin: return begin(request)
    case .flashData: return data(request)
    case .flashEnd:
      guard request.payload.count == 4 else { return refuse(request, .invalidMessage) }
      return reply(request) + [.restart(intoBootloader: false)]
    case .flashMD5: return digest(request)
    case .readFlashSlow where chip == .esp32: return readSlowly(request)
    case .changeRate: return changeRate(request)
    case .securityInfo where chip != .esp32:
      let numbers = BootWords.bytes(chip.identifier ?? 0, 0)
      return reply(request, data: BootWords.bytes(0) + Array(repeating: 0, count: 8) + numbers)
    case .memoryBegin, .memoryData, .memoryEnd: return refuse(request, .failedToAct)
    default: return loader.fault == .acceptsUnknown ? reply(request) : refuseUnknown()
    }
  }

  private mutating func begin(_ request: ESPRequest) -> [BootloaderAction] {
    let count = chip.beginsWithEncryption ? 5 : 4
    guard request.payload.count == count * 4,
      let words = BootWords.read(request.payload, count: count)
    else { return refuse(request, .invalidMessage) }
    let (size, blocks, blockSize, offset) = (words[0], words[1], words[2], words[3])
    download = nil
    guard attached, Int(blockSize) <= ESPFraming.limit,
      loader.flash.erase(offset, count: Int(size))
    else { return refuse(request, .failedToAct) }
    download = Download(offset: offset, blockSize: blockSize, blocks: blocks)
    return loader.times.erasing(Int(size), pageSize: loader.flash.pageSize) + reply(request)
  }

  private mutating func data(_ request: ESPRequest) -> [BootloaderAction] {
    guard let words = BootWords.read(request.payload, count: 4),
      request.payload.count == 16 + Int(words[0])
    else { return refuse(request, .invalidMessage) }
    let bytes = Array(request.payload.dropFirst(16))
    guard loader.fault == .ignoresChecks || ESPFraming.checksum(bytes) == request.checksum else {
      return refuse(request, .invalidChecksum)
    }
    guard let download = download ?? (loader.fault == .skipsPreconditions ? Self.undeclared : nil),
      words[0] <= download.blockSize, words[1] < download.blocks
    else {
      return refuse(request, .failedToAct)
    }
    let address = UInt64(download.offset) + UInt64(words[1]) * UInt64(download.blockSize)
    // The last block is filled up, and may reach over the end of the flash's last sector.
    guard let start = UInt32(exactly: address), loader.write(bytes, at: start) else {
      return refuse(request, .flashWrite)
    }
    return loader.times.writing(bytes.count) + reply(request)
  }

  private mutating func digest(_ request: ESPRequest) -> [BootloaderAction] {
    guard request.payload.count == 16, let words = BootWords.read(request.payload, count: 2),
      attached, let bytes = loader.flash.read(words[0], count: Int(words[1]))
    else { return refuse(request, .flashRead) }
    let digest = MessageDigest.md5(bytes)
    return reply(request, data: Array(Hexadecimal.encode(digest).lowercased().utf8))
  }

  private mutating func readSlowly(_ request: ESPRequest) -> [BootloaderAction] {
    guard request.payload.count == 8, let words = BootWords.read(request.payload, count: 2),
      attached, words[1] <= 64, let bytes = loader.flash.read(words[0], count: Int(words[1]))
    else { return refuse(request, .flashRead) }
    return reply(request, data: bytes + Array(repeating: 0, count: 64 - bytes.count))
  }

  /// The second word is the old rate for a stub, and 0 for a ROM.
  private mutating func changeRate(_ request: ESPRequest) -> [BootloaderAction] {
    guard request.payload.count == 8, let rate = BootWords.at(0, of: request.payload),
      (300...5_000_000).contains(rate)
    else { return refuse(request, .failedToAct) }
    return reply(request) + [.setRate(Int(rate))]
  }

  private mutating func readRegister(_ request: ESPRequest) -> [BootloaderAction] {
    guard request.payload.count == 4, let address = BootWords.at(0, of: request.payload) else {
      return refuse(request, .invalidMessage)
    }
    return reply(request, value: registers.read(address))
  }

  private mutating func writeRegisters(_ request: ESPRequest) -> [BootloaderAction] {
    guard !request.payload.isEmpty, request.payload.count % 16 == 0,
      let words = BootWords.read(request.payload, count: request.payload.count / 4)
    else { return refuse(request, .invalidMessage) }
    for entry in stride(from: 0, to: words.count, by: 4) {
      registers.write(words[entry], value: words[entry + 1], mask: words[entry + 2])
    }
    return reply(request)
  }

  private mutating func reply(
    _ request: ESPRequest, value: UInt32 = 0, data: [UInt8] = []
  ) -> [BootloaderAction] {
    loader.send(
      ESPReply(command: request.command, value: value, data: data).stream, damageAt: 2)
  }

  private mutating func refuse(_ request: ESPRequest, _ why: ESPFailure) -> [BootloaderAction] {
    loader.send(ESPReply(command: request.command, failure: why).stream, damageAt: 2)
  }

  /// A command that the ROM does not know is refused eight times, and not under its own number.
  private mutating func refuseUnknown() -> [BootloaderAction] {
    (0..<8).flatMap { _ in
      loader.send(ESPReply(command: 0, failure: .invalidMessage).stream, damageAt: 2)
    }
  }
}
