/// The two wires of a debug port, bit by bit (ARM Debug Interface v5.2, B4).
///
/// A host that breaks the protocol is not answered until it resets the line: fifty ones.
struct SerialWirePort: Equatable, Sendable {
  var access: DebugAccess

  private enum Phase: Equatable {
    case idle
    case header
    /// Bits that the port drives, and turnarounds.
    case answer
    /// Data of the host.
    case data
    case lockedOut
  }

  private var phase = Phase.lockedOut
  private var bits: UInt64 = 0
  private var count = 0
  private var ones = 0
  /// What the port still has to drive, lowest bit first.
  private var outgoing: UInt64 = 0
  private var outgoingCount = 0
  private var request: UInt8 = 0
  private var acknowledgement = DebugAccess.Acknowledgement.ok

  init(_ access: DebugAccess) { self.access = access }

  /// One clock: what is on the line. `driven` is the host's bit, or nil while it listens.
  mutating func clock(_ driven: Bool?) -> Bool {
    if let driven {
      ones = driven ? ones + 1 : 0
      if ones == 50 {
        access.lineReset()
        phase = .idle
        return driven
      }
      if ones > 50 { return driven }
    } else {
      ones = 0
    }
    switch phase {
    case .idle:
      if driven == true { (phase, bits, count) = (.header, 1, 1) }
    case .header:
      bits |= driven == true ? 1 << UInt64(count) : 0
      count += 1
      if count == 8 { begin(UInt8(truncatingIfNeeded: bits)) }
    case .answer: return answer()
    case .data: takeData(driven == true)
    case .lockedOut: break
    }
    return driven ?? true
  }

  /// Start, APnDP, RnW, A2, A3, parity, stop, park.
  private mutating func begin(_ header: UInt8) {
    let parity = UInt8((header >> 1 & 0xF).nonzeroBitCount & 1)
    guard header & 0xC1 == 0x81, header >> 5 & 1 == parity else { return phase = .lockedOut }
    request = header
    let address = header >> 1 & 0xC
    if reads {
      let value: UInt32
      (acknowledgement, value) = access.read(port: toAccessPort, address)
      let hasData = acknowledgement == .ok || access.detectsOverrun
      let parity = UInt64(value.nonzeroBitCount & 1)
      drive(hasData ? UInt64(value) | parity << 32 : 0, count: hasData ? 33 : 0)
    } else {
      // What a write does is only known with its data; whether it is taken at all is known now.
      acknowledgement = access.takesWrite(port: toAccessPort, address) ? .ok : .fault
      drive(0, count: 0)
    }
  }

  private var reads: Bool { request & 4 != 0 }
  private var toAccessPort: Bool { request & 2 != 0 }

  /// The acknowledgement and the data of a read, with the two turnarounds. Probes sample at the end
  /// of a clock, where the port already drives its next bit: both turnarounds come last for them
  /// (observed: OpenOCD 0.12 with a J-Link).
  private mutating func drive(_ data: UInt64, count: Int) {
    outgoing = UInt64(acknowledgement.rawValue) | data << 3 | 3 << UInt64(3 + count)
    outgoingCount = 5 + count
    phase = .answer
  }

  private mutating func answer() -> Bool {
    let bit = outgoing & 1 != 0
    outgoing >>= 1
    outgoingCount -= 1
    if outgoingCount == 0 {
      let expectsData = !reads && (acknowledgement == .ok || access.detectsOverrun)
      (phase, bits, count) = (expectsData ? .data : .idle, 0, 0)
    }
    return bit
  }

  private mutating func takeData(_ bit: Bool) {
    bits |= bit ? 1 << UInt64(count) : 0
    count += 1
    guard count == 33 else { return }
    phase = .idle
    let value = UInt32(truncatingIfNeeded: bits)
    guard UInt64(value.nonzeroBitCount & 1) == bits >> 32 else { return phase = .lockedOut }
    _ = access.write(port: toAccessPort, request >> 1 & 0xC, value)
  }
}
