/// A Cortex-M4 with its debug registers, on the memory of an nRF52 (ARMv7-M Architecture Reference
/// Manual, C1).
///
/// Only code in RAM is executed, since that is where flash loaders run: a core that is let go in flash
/// runs, and does nothing.
struct CortexM4: Equatable, Sendable {
  var memory: NRF52Memory
  var core = ThumbCore()
  private(set) var isHalted = false
  /// DHCSR.C_DEBUGEN, C_HALT, C_STEP, C_MASKINTS.
  private var control: UInt32 = 0
  private var wasReset = true
  private var exceptionAndMonitor: UInt32 = 0
  private var faultStatus: UInt32 = 0
  private var transfer: UInt32 = 0
  /// FP_CTRL.ENABLE, of a breakpoint unit without comparators.
  private var breakpointUnit: UInt32 = 0

  private static let identity: UInt32 = 0x410F_C241
  /// Instructions for each look of the debugger at the memory, and for each look at the core.
  private static let strideAtMemory = 8192
  private static let strideAtCore = 65_536

  init(_ memory: NRF52Memory) {
    self.memory = memory
    reset()
  }

  /// As after a pin reset or `SYSRESETREQ`.
  mutating func reset() {
    memory.reset()
    core = ThumbCore()
    core.registers[13] = memory.load(0, size: 4) ?? 0
    core.registers[14] = 0xFFFF_FFFF
    core.registers[15] = (memory.load(4, size: 4) ?? 0) & ~1
    wasReset = true
    control &= 1
    isHalted = false
    if control & 1 != 0, exceptionAndMonitor & 1 != 0 {
      isHalted = true
      control |= 2
      faultStatus |= 1 << 3
    }
  }

  // MARK: The bus of the debugger

  mutating func load(_ address: UInt32, size: Int) -> UInt32? {
    if address >> 20 == 0xE00 {
      let word = register(address & ~3)
      let wanted = word >> (8 * (address & 3))
      return size == 4 ? word : wanted & (1 << UInt32(8 * size) - 1)
    }
    if address >> 28 == 2 { run(Self.strideAtMemory) }
    return memory.load(address, size: size)
  }

  mutating func store(_ value: UInt32, at address: UInt32, size: Int) -> Bool {
    guard address >> 20 == 0xE00 else { return memory.store(value, at: address, size: size) }
    writeRegister(address & ~3, value)
    return true
  }

  private mutating func register(_ address: UInt32) -> UInt32 {
    switch address {
    case 0xE000_2000: return breakpointUnit
    case 0xE000_ED00: return Self.identity
    case 0xE000_ED0C: return 0xFA05_0000
    case 0xE000_ED30: return faultStatus
    case 0xE000_EDF0:
      run(Self.strideAtCore)
      let state = control | 1 << 16 | (isHalted ? 1 << 17 : 1 << 24) | (wasReset ? 1 << 25 : 0)
      wasReset = false
      return state
    case 0xE000_EDF8: return transfer
    case 0xE000_EDFC: return exceptionAndMonitor
    case 0xE000_EF40: return 0x1011_0021  // MVFR0, MVFR1: the floating point unit of an M4F
    case 0xE000_EF44: return 0x1100_0011
    default: return 0
    }
  }

  private mutating func writeRegister(_ address: UInt32, _ value: UInt32) {
    switch address {
    case 0xE000_2000 where value & 2 != 0: breakpointUnit = value & 1
    case 0xE000_ED0C where value >> 16 == 0x05FA && value & 0b101 != 0: reset()
    case 0xE000_ED30: faultStatus &= ~value
    case 0xE000_EDF0 where value >> 16 == 0xA05F: control(value & 0xF)
    case 0xE000_EDF4: transferRegister(value)
    case 0xE000_EDF8: transfer = value
    case 0xE000_EDFC: exceptionAndMonitor = value & 0x010F_07F1
    default: break
    }
  }

  private mutating func control(_ wanted: UInt32) {
    control = wanted & 1 == 0 ? 0 : wanted
    if control & 1 == 0 {
      isHalted = false
    } else if control & 2 != 0 {
      if !isHalted { faultStatus |= 1 }
      isHalted = true
    } else if control & 4 != 0, isHalted {
      if runsInRAM { _ = core.step(&memory) }
      faultStatus |= 1
    } else {
      isHalted = false
    }
  }

  private mutating func transferRegister(_ request: UInt32) {
    guard isHalted else { return }
    let number = Int(request & 0x7F)
    let writes = request & 1 << 16 != 0
    switch number {
    case 0...15:
      if writes {
        core.registers[number] = number == 15 ? transfer & ~1 : transfer
      } else {
        transfer = core.registers[number]
      }
    case 16:
      if writes { core.status = transfer } else { transfer = core.status }
    case 17:
      if writes { core.registers[13] = transfer } else { transfer = core.registers[13] }
    default:
      if writes { core.special[number] = transfer } else { transfer = core.special[number] }
    }
  }

  // MARK: Running

  private var runsInRAM: Bool { core.registers[15] >> 28 == 2 }

  private mutating func run(_ count: Int) {
    guard !isHalted, control & 1 != 0, runsInRAM else { return }
    for _ in 0..<count {
      switch core.step(&memory) {
      case .done: continue
      case .breakpoint: faultStatus |= 2
      // What a real core makes a hard fault of, and the debugger stops there all the same.
      case .fault: faultStatus |= 8
      }
      isHalted = true
      control |= 2
      return
    }
  }
}
