import BootProtocols

/// A J-Link with a chip behind it, as J-Links on a network speak: every command has 07 before it, and
/// is otherwise the one of the USB interface (observed: OpenOCD 0.12 with libjaylink 0.3.1).
public struct JLinkProbe: Sendable {
  /// What is to be done with the connection.
  public enum Answer: Equatable, Sendable {
    /// These bytes go to the client; there may be none.
    case bytes([UInt8])
    /// The client sent what no J-Link understands.
    case hangUp
  }

  /// The number that selects the probe.
  public let serial: UInt32
  private var wires: SerialWirePort
  private var pending: [UInt8] = []
  private var selected: UInt32 = 0

  /// SWD alone, as a number of an interface and as a bit of the mask.
  private static let serialWire: UInt32 = 1
  /// Hardware version, speeds, free memory, choice of the interface.
  private static let capabilities: UInt32 = 1 << 1 | 1 << 9 | 1 << 11 | 1 << 17
  private static let hardware: UInt32 = 10_100
  private static let firmware = "J-Link OB-uwbrig virtual compiled Nov 1 2026 12:00:00"
  /// The longest shift of wires in bits, and with it the longest command.
  private static let mostBits = 65_535

  /// A probe with a chip.
  public init(serial: UInt32, memory: NRF52Memory) {
    self.serial = serial
    wires = SerialWirePort(DebugAccess(memory))
  }

  /// What the chip holds.
  public var memory: NRF52Memory {
    get { wires.access.core.memory }
    set { wires.access.core.memory = newValue }
  }

  /// What has changed in the flash since the last call.
  mutating func takeFlashChanges() -> Range<Int>? {
    wires.access.core.memory.flash.takeChanges()
  }

  /// What a client is greeted with; an earlier one's half command is forgotten.
  public mutating func greeting() -> [UInt8] {
    pending = []
    let name = Array("uwbrig".utf8)
    return [0x00, 0x01, 0x00, UInt8(name.count)] + name
  }

  /// Takes what came, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> Answer {
    pending += bytes
    var answer: [UInt8] = []
    var start = 0
    while start < pending.count {
      guard pending[start] == 0x07 else { return .hangUp }
      guard start + 1 < pending.count else { break }
      switch perform(at: start + 1) {
      case .done(let length, let reply):
        start += 1 + length
        answer += reply
      case .incomplete:
        pending.removeFirst(start)
        return .bytes(answer)
      case .unknown: return .hangUp
      }
    }
    pending.removeFirst(start)
    return .bytes(answer)
  }

  private enum Step {
    case done(length: Int, [UInt8])
    case incomplete
    case unknown
  }

  private mutating func perform(at start: Int) -> Step {
    switch pending[start] {
    case 0x01:
      var text = Array(Self.firmware.utf8.prefix(111))
      text += [UInt8](repeating: 0, count: 112 - text.count)
      return .done(length: 1, [112, 0] + text)
    case 0xE8: return .done(length: 1, Self.little(Self.capabilities))
    case 0xF0: return .done(length: 1, Self.little(Self.hardware))
    case 0x07: return .done(length: 1, [0xE4, 0x0C, 0, 0, 0, 0, 1, 1])
    case 0xC0: return .done(length: 1, Self.little(48_000_000) + [4, 0])
    case 0xD4: return .done(length: 1, Self.little(65_536))
    // The reset lines: this chip has no pin for them unless UICR says so.
    case 0xDC, 0xDD, 0xDE, 0xDF: return .done(length: 1, [])
    case 0x05: return has(start, 3) ? .done(length: 3, []) : .incomplete
    case 0x08: return has(start, 2) ? .done(length: 2, []) : .incomplete
    case 0xC7:
      guard has(start, 2) else { return .incomplete }
      return .done(length: 2, chooseInterface(pending[start + 1]))
    case 0xCF: return shift(at: start)
    default: return .unknown
    }
  }

  private func has(_ start: Int, _ count: Int) -> Bool { pending.count - start >= count }

  private mutating func chooseInterface(_ number: UInt8) -> [UInt8] {
    switch number {
    case 0xFF: return Self.little(1 << Self.serialWire)
    case 0xFE: return Self.little(selected)
    default:
      defer { selected = UInt32(number) }
      return Self.little(selected)
    }
  }

  /// CF 00, the number of bits, a bit for each whether the host drives, and the bits.
  private mutating func shift(at start: Int) -> Step {
    guard has(start, 4) else { return .incomplete }
    let count = Int(pending[start + 2]) | Int(pending[start + 3]) << 8
    let size = (count + 7) / 8
    guard has(start, 4 + 2 * size) else { return .incomplete }
    var answer = [UInt8](repeating: 0, count: size + 1)
    for bit in 0..<count {
      let mask: UInt8 = 1 << UInt8(bit & 7)
      let drives = pending[start + 4 + (bit >> 3)] & mask != 0
      let out = pending[start + 4 + size + (bit >> 3)] & mask != 0
      if wires.clock(drives ? out : nil) { answer[bit >> 3] |= mask }
    }
    return .done(length: 4 + 2 * size, answer)
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }
}
