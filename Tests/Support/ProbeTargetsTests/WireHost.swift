import BootProtocols
import ProbeTargets

/// A host that speaks SWD through a J-Link, as OpenOCD does: all bits of a transaction in one shift.
struct WireHost {
  enum Answer: Equatable {
    case ok(UInt32)
    case refused(UInt8)
  }

  var probe: JLinkProbe

  init(_ probe: JLinkProbe) {
    self.probe = probe
    _ = self.probe.greeting()
    connect()
  }

  mutating func connect() {
    let reset = [Bool](repeating: true, count: 56)
    let toSWD = (0..<16).map { 0xE79E >> $0 & 1 != 0 }
    _ = shift((reset + toSWD + reset + [false, false, false]).map(Optional.some))
  }

  /// Bits of the host, nil where it listens; what was on the line.
  mutating func shift(_ bits: [Bool?]) -> [Bool] {
    let size = (bits.count + 7) / 8
    var directions = [UInt8](repeating: 0, count: size)
    var out = directions
    for (index, bit) in bits.enumerated() {
      guard let bit else { continue }
      directions[index / 8] |= 1 << UInt8(index % 8)
      if bit { out[index / 8] |= 1 << UInt8(index % 8) }
    }
    let head: [UInt8] = [0x07, 0xCF, 0, UInt8(bits.count & 0xFF), UInt8(bits.count >> 8)]
    guard case .bytes(let bytes) = probe.receive(head + directions + out), bytes.count == size + 1
    else { return [] }
    return bits.indices.map { bytes[$0 / 8] >> UInt8($0 % 8) & 1 != 0 }
  }

  private func header(port: Bool, reads: Bool, _ address: UInt8) -> [Bool] {
    let bits = [port, reads, address & 4 != 0, address & 8 != 0]
    let parity = bits.filter { $0 }.count % 2 == 1
    return [true] + bits + [parity, false, true]
  }

  mutating func read(port: Bool, _ address: UInt8) -> Answer {
    let bits =
      header(port: port, reads: true, address).map(Optional.some)
      + [Bool?](repeating: nil, count: 38)
    let line = shift(bits + [Bool?](repeating: false, count: 8))
    return answer(line, data: 11)
  }

  mutating func write(port: Bool, _ address: UInt8, _ value: UInt32) -> Answer {
    let data = (0..<32).map { value >> UInt32($0) & 1 != 0 }
    let parity = value.nonzeroBitCount % 2 == 1
    let line = shift(
      header(port: port, reads: false, address).map(Optional.some)
        + [Bool?](repeating: nil, count: 5) + (data + [parity]).map(Optional.some)
        + [Bool?](repeating: false, count: 8))
    return answer(line, data: nil)
  }

  private func answer(_ line: [Bool], data: Int?) -> Answer {
    func value(_ range: Range<Int>) -> UInt32 {
      range.reversed().reduce(0) { $0 << 1 | (line.indices.contains($1) && line[$1] ? 1 : 0) }
    }
    let acknowledgement = UInt8(value(8..<11))
    guard acknowledgement == 1 else { return .refused(acknowledgement) }
    return .ok(data.map { value($0..<($0 + 32)) } ?? 0)
  }

  // MARK: Memory

  mutating func powerUp() {
    _ = write(port: false, 4, 0x5000_0000)
    _ = write(port: false, 8, 0)
    _ = write(port: true, 0, 0x2300_0052)
  }

  mutating func store(_ value: UInt32, at address: UInt32) -> Answer {
    _ = write(port: true, 4, address)
    _ = write(port: true, 12, value)
    return read(port: false, 12)
  }

  mutating func load(_ address: UInt32) -> Answer {
    _ = write(port: true, 4, address)
    _ = read(port: true, 12)
    return read(port: false, 12)
  }

  /// A register of an access port's upper banks.
  mutating func accessPort(_ number: UInt32, _ register: UInt32) -> Answer {
    _ = write(port: false, 8, number << 24 | register & 0xF0)
    _ = read(port: true, UInt8(register & 0xF))
    return read(port: false, 12)
  }
}
