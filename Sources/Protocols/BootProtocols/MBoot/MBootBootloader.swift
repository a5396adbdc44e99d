/// NXP's MCU bootloader on a serial line, as in the ROM of the RW612 (observed: blhost of SPSDK
/// 3.12).
public struct MBootBootloader: Bootloader {
  /// The most that a data packet may bring, 16 to 1024 bytes.
  let packetSize: UInt32
  /// The stored bytes.
  public var flash: FlashMemory {
    get { loader.flash }
    set { loader.flash = newValue }
  }

  var loader: FaultyLoader
  var memory = Self.blankRAM
  private var decoder = MBootDecoder()
  private var phase = Phase.idle
  /// The last frame that is not acknowledged yet.
  private var unacknowledged: MBootFrame?

  static let ramStart: UInt32 = 0x2000_0000
  static let ramSize = 0x1_0000
  private static let blankRAM: FlashMemory = {
    var memory = FlashMemory(base: ramStart, size: ramSize, pageSize: ramSize)
    memory.load(Array(repeating: 0, count: ramSize), at: ramStart)
    return memory
  }()

  private enum Phase {
    case idle
    /// Data packets arrive for a write.
    case writing(at: UInt32, left: Int)
    /// Data packets leave for a read.
    case reading(at: UInt32, left: Int)
    /// A response was sent last.
    case responded
    /// As `responded`, and then data packets arrive.
    case announcedWrite(at: UInt32, count: Int)
    /// As `responded`, and then it resets.
    case resetting
  }

  /// Flash where the RW612 has it.
  public init(
    packetSize: UInt32 = 512,
    flash: FlashMemory = FlashMemory(base: 0x0800_0000, size: 1 << 20, pageSize: 4096),
    fault: LoaderFault? = nil,
    times: LoaderFlashTimes = .spi
  ) {
    self.packetSize = min(max(packetSize, 16), 1024)
    self.loader = FaultyLoader(flash: flash, fault: fault, times: times)
  }

  /// Forgets everything but the flash.
  public mutating func start() -> [BootloaderAction] {
    decoder.reset()
    phase = .idle
    unacknowledged = nil
    memory = Self.blankRAM
    return []
  }

  /// Answers what is whole.
  public mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction] {
    var actions: [BootloaderAction] = []
    for item in decoder.feed(loader.hear(bytes)) {
      switch item {
      case .damaged:
        let reply = loader.fault == .ignoresChecks ? MBootFrame.acknowledge : .refuse
        actions += loader.send(reply.stream)
      case .frame(let frame): actions += take(frame)
      }
    }
    return actions
  }

  private mutating func take(_ frame: MBootFrame) -> [BootloaderAction] {
    switch frame {
    case .ping:
      phase = .idle
      unacknowledged = nil
      let response = MBootFrame.pingResponse(version: 0x5001_0200, options: 0)
      return loader.send(response.stream, damageAt: 4)
    case .pingResponse, .abort:
      phase = .idle
      unacknowledged = nil
      return []
    case .refuse:
      guard let unacknowledged else { return [] }
      return loader.send(unacknowledged.stream, damageAt: 4)
    case .acknowledge: return acknowledged()
    case .data(let bytes): return store(bytes)
    case .command(let payload):
      // A new command ends what was not finished.
      phase = .idle
      unacknowledged = nil
      guard let message = MBootMessage(payload: payload) else {
        return loader.send(MBootFrame.refuse.stream)
      }
      return loader.send(MBootFrame.acknowledge.stream, damageAt: 1) + execute(message)
    }
  }

  /// The other side has what was sent last.
  private mutating func acknowledged() -> [BootloaderAction] {
    guard unacknowledged != nil else { return [] }
    unacknowledged = nil
    switch phase {
    case .reading(let address, let left): return sendData(address, left)
    case .announcedWrite(let address, let count):
      phase = count > 0 ? .writing(at: address, left: count) : .idle
      return count > 0 ? [] : respond(.writeMemory, .success)
    case .resetting:
      phase = .idle
      return [.restart(intoBootloader: false)]
    case .responded, .idle, .writing:
      phase = .idle
      return []
    }
  }

  private mutating func store(_ bytes: [UInt8]) -> [BootloaderAction] {
    // Data prove that the response was read: blhost empties its output before each packet, and with it
    // an acknowledgement that a terminal has not passed on yet (observed: SPSDK 3.12).
    if case .announcedWrite(let address, let count) = phase, count > 0 {
      unacknowledged = nil
      phase = .writing(at: address, left: count)
    }
    guard case .writing(let address, let left) = phase else {
      return loader.send(MBootFrame.abort.stream)
    }
    guard !bytes.isEmpty, bytes.count <= left, bytes.count <= Int(packetSize) else {
      return abort(.abortDataPhase)
    }
    let status = write(bytes, at: address)
    guard status == .success else { return abort(status) }
    let taken = loader.times.writing(bytes.count)
    let acknowledgement = loader.send(MBootFrame.acknowledge.stream, damageAt: 1)
    // The range was checked whole before the data phase began.
    let next = address &+ UInt32(truncatingIfNeeded: bytes.count)
    if bytes.count < left {
      phase = .writing(at: next, left: left - bytes.count)
      return taken + acknowledgement
    }
    return taken + acknowledgement + respond(.writeMemory, .success)
  }

  /// The data phase ends here, and the response says why.
  private mutating func abort(_ status: MBootStatus) -> [BootloaderAction] {
    loader.send(MBootFrame.abort.stream, damageAt: 1) + respond(.writeMemory, status)
  }

  mutating func beginReading(_ address: UInt32, _ count: Int) -> [BootloaderAction] {
    phase = .reading(at: address, left: count)
    let words = [MBootStatus.success.rawValue, UInt32(truncatingIfNeeded: count)]
    return sendMessage(
      MBootMessage(tag: MBootMessage.readResponse, hasData: true, parameters: words))
  }

  private mutating func sendData(_ address: UInt32, _ left: Int) -> [BootloaderAction] {
    guard left > 0 else { return respond(.readMemory, .success) }
    let count = min(left, Int(packetSize))
    guard count > 0, let bytes = stored(address, count: count) else {
      return respond(.readMemory, .fail)
    }
    phase = .reading(at: address &+ UInt32(truncatingIfNeeded: count), left: left - count)
    let frame = MBootFrame.data(bytes)
    unacknowledged = frame
    return loader.send(frame.stream, damageAt: 6)
  }

  mutating func beginWriting(_ address: UInt32, _ count: Int) -> [BootloaderAction] {
    let actions = respond(.writeMemory, .success)
    phase = .announcedWrite(at: address, count: count)
    return actions
  }

  mutating func beginReset() -> [BootloaderAction] {
    let actions = respond(.reset, .success)
    phase = .resetting
    return actions
  }

  mutating func respond(_ command: MBootCommand, _ status: MBootStatus) -> [BootloaderAction] {
    respond(tag: command.rawValue, status)
  }

  mutating func respond(tag: UInt8, _ status: MBootStatus) -> [BootloaderAction] {
    phase = .responded
    let words = [status.rawValue, UInt32(tag)]
    return sendMessage(MBootMessage(tag: MBootMessage.genericResponse, parameters: words))
  }

  mutating func sendMessage(_ message: MBootMessage) -> [BootloaderAction] {
    if case .idle = phase { phase = .responded }
    let frame = MBootFrame.command(message.payload)
    unacknowledged = frame
    return loader.send(frame.stream, damageAt: 6)
  }
}
