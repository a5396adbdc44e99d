public import BootProtocols

/// A device in DFU mode, plain or with ST's extension, as a pure value: it is given control transfers
/// and the time, and says how each ends.
public struct DFUDevice: Sendable {
  /// Its faults and its times.
  public struct Behaviour: Equatable, Sendable {
    /// Milliseconds for each sector that is erased.
    public var eraseMilliseconds: Int
    /// Milliseconds for each block that is written.
    public var writeMilliseconds: Int
    /// Milliseconds of manifestation.
    public var manifestMilliseconds: Int
    /// The write, from 0, that fails.
    public var failingWrite: Int?
    /// It asks for this many milliseconds of patience too few.
    public var impatience: Int

    /// A device that takes no time and makes no mistakes.
    public init(
      eraseMilliseconds: Int = 0, writeMilliseconds: Int = 0, manifestMilliseconds: Int = 0,
      failingWrite: Int? = nil, impatience: Int = 0
    ) {
      self.eraseMilliseconds = max(0, eraseMilliseconds)
      self.writeMilliseconds = max(0, writeMilliseconds)
      self.manifestMilliseconds = max(0, manifestMilliseconds)
      self.failingWrite = failingWrite
      self.impatience = max(0, impatience)
    }
  }

  /// Its abilities.
  public let descriptor: DFUDescriptor
  /// The name of its alternate setting, which describes the memory of a DfuSe device.
  public let memoryName: String
  /// How it behaves from here on.
  public var behaviour: Behaviour
  /// The stored bytes.
  public var flash: FlashMemory
  /// Where it stands.
  public internal(set) var state = DFUState.idle
  /// It left DFU mode for its application.
  public internal(set) var hasLeft = false

  var error = DFUError.none
  var pointer: UInt32
  var blocksWritten = 0
  /// The work of a download block; it is done when the status is asked for.
  var work: Work?
  /// When the work that was begun is over, in microseconds.
  var busyUntil: UInt64 = 0
  var nextBlock: UInt16 = 0
  var next: UInt32

  enum Work: Equatable, Sendable {
    case write([UInt8], at: UInt32)
    case erasePage(UInt32)
    case eraseAll
    case setPointer(UInt32)
    case manifest
  }

  /// A device with erased flash.
  public init(
    descriptor: DFUDescriptor = DFUDescriptor(), memoryName: String = "",
    flash: FlashMemory = FlashMemory(base: 0x0800_0000, size: 1 << 17, pageSize: 1024),
    behaviour: Behaviour = Behaviour()
  ) {
    self.descriptor = descriptor
    self.memoryName = memoryName
    self.flash = flash
    self.behaviour = behaviour
    self.pointer = flash.base
    self.next = flash.base
  }

  /// Power, or a reset into DFU mode.
  public mutating func start() {
    state = .idle
    error = .none
    work = nil
    busyUntil = 0
    pointer = flash.base
    next = flash.base
    nextBlock = 0
    hasLeft = false
  }

  /// A reset of the bus: a device that waits for it leaves, one that was interrupted says so.
  public mutating func resetBus() {
    switch state {
    case .manifestWaitReset, .manifest: hasLeft = true
    case .idle, .error, .applicationIdle, .applicationDetach: break
    default: fail(.usbReset)
    }
  }

  /// One control transfer at a time in microseconds since any start.
  public mutating func control(_ transfer: DFUTransfer, at now: UInt64) -> DFUTransferResult {
    // A DfuSe device is gone as soon as it jumps.
    if descriptor.isDfuSe, state == .manifest, now >= busyUntil { hasLeft = true }
    guard !hasLeft else { return .gone }
    switch transfer.request {
    case .getStatus: return .completed(Array(status(at: now).bytes.prefix(max(0, transfer.length))))
    case .getState:
      return transfer.length > 0 ? .completed([state.rawValue]) : .completed([])
    case .clearStatus:
      guard state == .error else { return stall() }
      error = .none
      state = .idle
      return .completed([])
    case .abort:
      guard [.idle, .downloadIdle, .downloadSync, .uploadIdle, .manifestSync].contains(state)
      else { return stall() }
      work = nil
      state = .idle
      return .completed([])
    case .download: return download(transfer)
    case .upload: return upload(transfer)
    case .detach: return stall()
    }
  }

  private mutating func download(_ transfer: DFUTransfer) -> DFUTransferResult {
    guard descriptor.canDownload, state == .idle || state == .downloadIdle,
      transfer.data.count <= descriptor.transferSize
    else { return stall() }
    guard !transfer.data.isEmpty else {
      // An empty block ends a download; a DfuSe device takes it for leave at any time.
      guard state == .downloadIdle || descriptor.isDfuSe else { return stall() }
      work = .manifest
      state = .manifestSync
      return .completed([])
    }
    if descriptor.isDfuSe {
      guard let wanted = special(transfer) else { return stall() }
      work = wanted
    } else {
      if state == .idle {
        next = flash.base
        nextBlock = transfer.value
      }
      guard transfer.value == nextBlock else { return stall() }
      work = .write(transfer.data, at: next)
      nextBlock = nextBlock &+ 1
      next = next &+ UInt32(truncatingIfNeeded: transfer.data.count)
    }
    state = .downloadSync
    return .completed([])
  }

  /// Block 0 brings commands, and blocks from 2 data for the place that they count to.
  private func special(_ transfer: DFUTransfer) -> Work? {
    let data = transfer.data
    if transfer.value >= 2 {
      let offset = UInt64(transfer.value - 2) * UInt64(descriptor.transferSize)
      return UInt32(exactly: UInt64(pointer) + offset).map { .write(data, at: $0) }
    }
    guard transfer.value == 0 else { return nil }
    let address = data.dropFirst().prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    switch (data[0], data.count) {
    case (0x21, 5): return .setPointer(address)
    case (0x41, 5): return .erasePage(address)
    case (0x41, 1), (0x92, 1): return .eraseAll
    default: return nil
    }
  }

  private mutating func upload(_ transfer: DFUTransfer) -> DFUTransferResult {
    guard descriptor.canUpload, state == .idle || state == .uploadIdle,
      (0...descriptor.transferSize).contains(transfer.length)
    else { return stall() }
    if descriptor.isDfuSe, transfer.value == 0 {
      state = .uploadIdle
      return .completed(Array([0x00, 0x21, 0x41, 0x92].prefix(transfer.length)))
    }
    guard transfer.value >= 2 || !descriptor.isDfuSe else { return stall() }
    let start = descriptor.isDfuSe ? pointer : flash.base
    let block = UInt64(transfer.value) - (descriptor.isDfuSe ? 2 : 0)
    let address = UInt64(start) + block * UInt64(descriptor.transferSize)
    let end = UInt64(flash.base) + UInt64(flash.bytes.count)
    guard address >= UInt64(flash.base), address <= end else {
      fail(.address)
      return .stalled
    }
    let count = min(transfer.length, Int(end - address))
    let bytes = UInt32(exactly: address).flatMap { flash.read($0, count: count) } ?? []
    // Less than was asked for is the end.
    state = bytes.count < transfer.length ? .idle : .uploadIdle
    return .completed(bytes)
  }

  private mutating func stall() -> DFUTransferResult {
    fail(.stalledPacket)
    return .stalled
  }

  mutating func fail(_ why: DFUError) {
    error = why
    state = .error
    work = nil
  }
}
