/// What is behind the debug port of an nRF52: the port itself, the way to the memory (AP 0) and
/// Nordic's control access port (AP 1) (ARM Debug Interface v5.2, B2, C1 and C2; Nordic, CTRL-AP).
struct DebugAccess: Equatable, Sendable {
  /// The acknowledgement of a transaction, as its three bits.
  enum Acknowledgement: UInt8, Equatable, Sendable {
    case ok = 0b001
    case fault = 0b100
  }

  var core: CortexM4
  /// The chip refuses access to its memory.
  private(set) var isLocked: Bool
  private var control: UInt32 = 0
  private var select: UInt32 = 0
  private var buffer: UInt32 = 0
  private var stickyError = false
  private var stickyOverrun = false
  private var controlAndStatus: UInt32 = 0x2300_0002
  private var transferAddress: UInt32 = 0
  private var eraseRequested = false
  private var resetHeld = false

  static let identity: UInt32 = 0x2BA0_1477
  private static let memoryAccess: UInt32 = 0x2477_0011
  private static let controlAccess: UInt32 = 0x0288_0000

  init(_ memory: NRF52Memory) {
    core = CortexM4(memory)
    isLocked = memory.locksItself
  }

  /// Whether data follow also an acknowledgement that is not OK (CTRL/STAT.ORUNDETECT).
  var detectsOverrun: Bool { control & 1 != 0 }

  /// A line reset.
  mutating func lineReset() { select = 0 }

  /// A transaction that an earlier error forbids.
  private func isRefused(port: Bool, reads: Bool, _ address: UInt8) -> Bool {
    guard stickyError || stickyOverrun else { return false }
    if port { return true }
    return reads ? address == 8 || address == 12 : address == 8
  }

  /// Whether a write would be acknowledged with OK.
  func takesWrite(port: Bool, _ address: UInt8) -> Bool {
    !isRefused(port: port, reads: false, address)
  }

  /// Reads a register of the debug port, or of the selected access port.
  mutating func read(port: Bool, _ address: UInt8) -> (Acknowledgement, UInt32) {
    if isRefused(port: port, reads: true, address) {
      if detectsOverrun { stickyOverrun = true }
      return (.fault, 0)
    }
    guard !port else {
      // Posted: what comes now is what was asked before.
      defer { buffer = readAccessPort(address) }
      return (.ok, buffer)
    }
    switch address {
    case 0: return (.ok, Self.identity)
    case 4:
      guard select & 0xF == 0 else { return (.ok, select & 0xF == 1 ? 0x40 : 0) }
      let state =
        control & 0x5000_0F01 | (control & 0x5000_0000) << 1 | (stickyError ? 1 << 5 : 0)
        | (stickyOverrun ? 1 << 1 : 0) | 1 << 6
      return (.ok, state)
    default: return (.ok, buffer)
    }
  }

  /// Writes a register of the debug port, or of the selected access port.
  mutating func write(port: Bool, _ address: UInt8, _ value: UInt32) -> Acknowledgement {
    if isRefused(port: port, reads: false, address) {
      if detectsOverrun { stickyOverrun = true }
      return .fault
    }
    guard !port else {
      writeAccessPort(address, value)
      return .ok
    }
    switch address {
    case 0:
      if value & 1 << 2 != 0 { stickyError = false }
      if value & 1 << 4 != 0 { stickyOverrun = false }
    case 4 where select & 0xF == 0: control = value
    case 8: select = value
    default: break
    }
    return .ok
  }

  // MARK: Access ports

  private mutating func readAccessPort(_ address: UInt8) -> UInt32 {
    let register = UInt8(truncatingIfNeeded: select & 0xF0) | address
    switch (select >> 24, register) {
    case (0, 0x00): return controlAndStatus & ~0x40 | (isLocked ? 0 : 0x40)
    case (0, 0x04): return transferAddress
    case (0, 0x0C): return transfer { $0.loadTransfer() }
    case (0, 0x10...0x1C):
      return transfer { access in
        let at = access.transferAddress & ~15 | UInt32(register & 12)
        return access.core.load(at, size: 4)
      }
    case (0, 0xF8): return 0xE00F_F003
    case (0, 0xFC): return Self.memoryAccess
    case (1, 0x00): return resetHeld ? 1 : 0
    case (1, 0x04): return eraseRequested ? 1 : 0
    case (1, 0x08): return 0
    case (1, 0x0C): return isLocked ? 0 : 1
    case (1, 0xFC): return Self.controlAccess
    default: return 0
    }
  }

  private mutating func writeAccessPort(_ address: UInt8, _ value: UInt32) {
    let register = UInt8(truncatingIfNeeded: select & 0xF0) | address
    switch (select >> 24, register) {
    case (0, 0x00): controlAndStatus = value & 0x7F00_0F37
    case (0, 0x04): transferAddress = value
    case (0, 0x0C):
      _ = transfer { access in access.storeTransfer(value) ? 0 : nil }
    case (0, 0x10...0x1C):
      _ = transfer { access in
        let at = access.transferAddress & ~15 | UInt32(register & 12)
        return access.core.store(value, at: at, size: 4) ? 0 : nil
      }
    case (1, 0x00):
      if resetHeld, value & 1 == 0 { restart() }
      resetHeld = value & 1 != 0
    case (1, 0x04):
      if value & 1 != 0, !eraseRequested { core.memory.eraseAll() }
      eraseRequested = value & 1 != 0
    default: break
    }
  }

  private mutating func restart() {
    core.reset()
    isLocked = core.memory.locksItself
  }

  private mutating func transfer(_ body: (inout DebugAccess) -> UInt32?) -> UInt32 {
    guard !isLocked, let value = body(&self) else {
      stickyError = true
      return 0
    }
    return value
  }

  private var size: Int {
    switch controlAndStatus & 7 {
    case 0: 1
    case 1: 2
    default: 4
    }
  }

  /// Packed transfers fill the word of the data register with several small ones.
  private var count: Int { controlAndStatus >> 4 & 3 == 2 ? 4 / size : 1 }

  private mutating func loadTransfer() -> UInt32? {
    var word: UInt32 = 0
    for _ in 0..<count {
      guard let value = core.load(transferAddress, size: size) else { return nil }
      // Each byte stands in the lane of its address.
      word |= size == 4 ? value : value << (8 * (transferAddress & 3))
      advance()
    }
    return word
  }

  private mutating func storeTransfer(_ word: UInt32) -> Bool {
    for _ in 0..<count {
      let value = size == 4 ? word : word >> (8 * (transferAddress & 3))
      guard core.store(value, at: transferAddress, size: size) else { return false }
      advance()
    }
    return true
  }

  /// The address counts within 4 KiB.
  private mutating func advance() {
    guard controlAndStatus >> 4 & 3 != 0 else { return }
    transferAddress = transferAddress & ~0xFFF | (transferAddress &+ UInt32(size)) & 0xFFF
  }
}
