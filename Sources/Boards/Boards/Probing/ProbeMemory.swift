public import BootProtocols

/// What was found out about boards, so that none is asked twice. About firmware by board, interface and
/// what USB tells of the firmware: another release is another firmware, and is asked again. About the
/// chips behind debug probes by the serial numbers of both.
public struct ProbeMemory: Sendable, Equatable {
  /// One remembered answer.
  public struct Entry: Sendable, Hashable {
    /// Names board, interface and firmware.
    public var key: String
    /// The firmware there.
    public var firmware: Firmware
    /// Its self-description.
    public var detail: String
  }

  /// The answers, the oldest first.
  public private(set) var entries: [Entry] = []

  /// Which probes and ports are one board, the oldest first.
  public internal(set) var pairs: [ChipPair] = []

  /// More are not kept: the oldest go.
  static let most = 512
  private static let pairMark = "pair"

  /// A memory of nothing.
  public init() {}

  /// The remembered answer of a port; nil where there is none.
  public func recall(_ device: USBDevice, interface: Int) -> ProbeResult? {
    guard let key = Self.key(device, interface) else { return nil }
    return entries.last { $0.key == key }.map {
      ProbeResult(firmware: $0.firmware, detail: $0.detail)
    }
  }

  /// Remembers what was recognised; a board without a serial number is not remembered, since the next
  /// one in its socket may be another.
  public mutating func remember(_ result: ProbeResult, _ device: USBDevice, interface: Int) {
    guard let key = Self.key(device, interface) else { return }
    entries.removeAll { $0.key == key }
    guard let firmware = result.firmware else { return }
    entries.append(Entry(key: key, firmware: firmware, detail: result.detail))
    if entries.count > Self.most { entries.removeFirst(entries.count - Self.most) }
  }

  /// Forgets a board: what is flashed makes everything that was known wrong.
  public mutating func forget(_ device: USBDevice) {
    guard let serial = device.serial else { return }
    let beginning = Self.start(serial)
    entries.removeAll { $0.key.hasPrefix(beginning) }
  }

  /// A line an answer, for a file.
  public var text: String {
    let answers = entries.map { [$0.key, $0.firmware.rawValue, $0.detail] }
    let pairs = pairs.map { [Self.pairMark, Self.word($0.probe), $0.port, Self.word($0.chip)] }
    return (answers + pairs).map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// Reads such lines; what is none is left out.
  public init(text: String) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    entries = lines.filter { $0.count == 3 }.suffix(Self.most).compactMap { fields in
      Firmware(rawValue: fields[1]).map {
        Entry(key: fields[0], firmware: $0, detail: fields[2])
      }
    }
    pairs = lines.filter { $0.count == 4 && $0[0] == Self.pairMark }.suffix(Self.most)
      .compactMap { fields in
        let pair = ChipPair(probe: fields[1], port: fields[2], chip: fields[3])
        return pair.address == nil || pair.probe.isEmpty ? nil : pair
      }
  }

  private static func start(_ serial: String) -> String { "\(word(serial))/" }

  private static func key(_ device: USBDevice, _ interface: Int) -> String? {
    guard let serial = device.serial else { return nil }
    return start(serial) + "\(interface)/\(device.vendor):\(device.product):\(device.release)/"
      + word(device.productName ?? "")
  }

  /// Text that ends neither a field nor a line.
  private static func word(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || "-_. ".contains($0) ? $0 : "?" })
  }
}
