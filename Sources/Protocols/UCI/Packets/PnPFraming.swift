/// How UCI packets travel on a byte stream where they do not travel as they are; a value of `framing`.
public enum UCIFraming: String, Hashable, Sendable, CaseIterable {
  /// A header before each packet to the board, none before those from it: NXP's plug-and-play
  /// firmware for SR150 and SR250 behind a UART.
  case nxpPnP = "nxp-pnp"
}

/// The header of NXP's plug-and-play firmware: a type, then the length of what follows, big-endian
/// (read in the source of NXP's SR250 plug-and-play repository and in `PnP_Main.c` of SR150 trees).
public enum PnPFraming {
  /// One step of the sequence that wakes the firmware up.
  public struct Step: Hashable, Sendable {
    /// The bytes to send, header included.
    public let request: [UInt8]
    /// The beginning of the board's answer.
    public let answer: [UInt8]
  }

  /// The type of a UCI packet.
  public static let uci: UInt8 = 0x01

  /// What a host says after opening the port, and the answers (one session on an SR250).
  public static let start = [
    Step(request: [0x04, 0x00, 0x00], answer: [0x01, 0x02, 0x03, 0x04]),
    Step(request: [0x12, 0x00, 0x00], answer: [0x60, 0x01, 0x00, 0x01, 0x01]),
    // CORE_DEVICE_INIT of NXP's proprietary group.
    Step(request: framed([0x2E, 0x00, 0x00, 0x02, 0x00, 0x00]), answer: [0x4E, 0x00, 0x00]),
  ]

  /// Bytes for the board: each packet behind a header of its own; what is no whole packet is one.
  public static func framed(_ bytes: [UInt8]) -> [UInt8] {
    let dialect = UCIDialect(vendor: .nxp)
    var framed: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var count = rest.count
      if let header = UCIHeader(rest, dialect: dialect) {
        count = min(count, UCIHeader.size + header.payloadLength)
      }
      count = min(count, 0xFFFF)
      framed += [uci, UInt8(count >> 8), UInt8(count & 0xFF)] + rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return framed
  }
}

/// The board's side: takes the headers off.
public struct PnPReceiver: Sendable {
  /// What stood behind a header.
  public struct Item: Hashable, Sendable {
    /// The type: ``PnPFraming/uci``, or a request to the microcontroller itself.
    public let type: UInt8
    /// The bytes behind the header.
    public let bytes: [UInt8]
  }

  private var buffer: [UInt8] = []

  /// A receiver at the start of a stream.
  public init() {}

  /// Forgets what is unfinished.
  public mutating func reset() { buffer = [] }

  /// The items that end in `bytes`; a length that nothing follows is waited for, as the firmware does.
  public mutating func append(_ bytes: [UInt8]) -> [Item] {
    buffer += bytes
    var items: [Item] = []
    while buffer.count >= 3 {
      let end = 3 + (Int(buffer[1]) << 8 | Int(buffer[2]))
      guard buffer.count >= end else { break }
      items.append(Item(type: buffer[0], bytes: Array(buffer[3..<end])))
      buffer.removeFirst(end)
    }
    return items
  }
}
