/// What was found out about firmware, so that no board is asked twice: by board, interface and what USB
/// tells of the firmware. Another release is another firmware, and is asked again.
public struct ProbeMemory: Sendable, Equatable {
  /// One remembered answer.
  public struct Entry: Sendable, Hashable {
    /// Names board, interface and firmware.
    public var key: String
    /// What speaks there.
    public var firmware: FirmwareKind
    /// What it said of itself.
    public var detail: String
  }

  /// The answers, the oldest first.
  public private(set) var entries: [Entry] = []

  /// More are not kept: the oldest go.
  private static let most = 512

  /// A memory of nothing.
  public init() {}

  /// What is remembered of a port; nil where nothing is.
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
    entries.map { "\($0.key)\t\($0.firmware.rawValue)\t\($0.detail)\n" }.joined()
  }

  /// Reads such lines; what is none is left out.
  public init(text: String) {
    entries = text.split(separator: "\n").suffix(Self.most).compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3, let kind = FirmwareKind(rawValue: String(fields[1])) else {
        return nil
      }
      return Entry(key: String(fields[0]), firmware: kind, detail: String(fields[2]))
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
