/// What Qorvo's shell says, told apart while it comes: ends of replies, rounds of a session, and lines.
///
/// ```swift
/// var reader = QorvoShellReader()
/// for item in reader.append(bytes) { … }
/// ```
public struct QorvoShellReader: Sendable {
  /// A part of what it says.
  public enum Item: Equatable, Sendable {
    /// The end of a reply, and whether it went well.
    case ended(Bool)
    /// A round of a session.
    case round(Round)
    /// Any other line, the echo of a command too.
    case line(String)
  }

  /// SESSION_INFO_NTF, as firmware 1.1.0 prints it.
  public struct Round: Equatable, Sendable {
    /// Counts notifications.
    public var sequence: UInt32
    /// What was measured with each peer.
    public var measurements: [Measurement]
  }

  /// What was measured with one peer.
  public struct Measurement: Equatable, Sendable {
    /// The peer's short address.
    public var address: UInt16?
    /// SUCCESS, or why there is no distance.
    public var status: String
    /// Whole centimetres; below zero where a delay is too large.
    public var centimetres: Int?
    /// dBm; only with DIAG 1.
    public var power: Double?
  }

  private var held: [UInt8] = []
  /// A round that goes over lines; empty for none.
  private var round = ""

  private static let lineLimit = 1024
  private static let roundLimit = 4096

  /// Nothing was said yet.
  public init() {}

  /// Takes what the line delivered, in pieces of any size.
  public mutating func append(_ bytes: [UInt8]) -> [Item] {
    var items: [Item] = []
    for byte in bytes {
      guard byte == 0x0D || byte == 0x0A else {
        if held.count < Self.lineLimit { held.append(byte) }
        continue
      }
      guard !held.isEmpty else { continue }
      let line = BootText.printable(held)
      held.removeAll(keepingCapacity: true)
      if let item = take(line) { items.append(item) }
    }
    return items
  }

  private mutating func take(_ line: String) -> Item? {
    if !round.isEmpty || line.hasPrefix(Self.head) {
      // A head begins anew: the end of the one before was lost.
      round = line.hasPrefix(Self.head) ? line : round + line
      guard line.contains("}") || round.utf8.count > Self.roundLimit else { return nil }
      defer { round = "" }
      return Self.read(round).map(Item.round) ?? .line(line)
    }
    switch line.lowercased() {
    case "ok": return .ended(true)
    case "ko": return .ended(false)
    case let word where word.hasPrefix("error"): return .ended(false)
    default: return .line(line)
    }
  }

  private static let head = "SESSION_INFO_NTF:"

  private static func read(_ text: String) -> Round? {
    guard let sequence = value(of: "sequence_number=", in: text).flatMap({ UInt32($0) }) else {
      return nil
    }
    var measurements: [Measurement] = []
    // Each begins with its address.
    for part in pieces(of: text, at: "mac_address=").dropFirst() {
      let address = part.prefix { $0 != "," && $0 != "]" }
      measurements.append(
        Measurement(
          address: UInt16(address.drop { $0 == "0" || $0 == "x" || $0 == "X" }, radix: 16)
            ?? (address.allSatisfy { "0xX".contains($0) } ? 0 : nil),
          status: value(of: "status=", in: part).map { $0.filter { $0 != "\"" } } ?? "",
          centimetres: value(of: "distance[cm]=", in: part).flatMap { Int($0) },
          power: value(of: "RSSI[dBm]=", in: part).flatMap { Double($0) }))
      if measurements.count == 16 { break }
    }
    return Round(sequence: sequence, measurements: measurements)
  }

  /// What stands behind a name, up to the next comma or bracket.
  private static func value(of name: String, in text: some StringProtocol) -> String? {
    let parts = pieces(of: text, at: name)
    guard parts.count > 1 else { return nil }
    return String(parts[1].prefix { !",]};".contains($0) })
  }

  private static func pieces(of text: some StringProtocol, at mark: String) -> [String] {
    var pieces: [String] = []
    var rest = Array(text.utf8)[...]
    let mark = Array(mark.utf8)
    while let place = rest.indices.first(where: { rest[$0...].starts(with: mark) }) {
      pieces.append(String(decoding: rest[..<place], as: UTF8.self))
      rest = rest[(place + mark.count)...]
    }
    return pieces + [String(decoding: rest, as: UTF8.self)]
  }
}
