/// The part of Telnet that RFC 2217 stands on: a byte stream with commands between the bytes.
///
/// Pure and bounded: a server that opens a subnegotiation and never ends it costs 64 bytes.
struct Telnet: Sendable {
  /// Bytes with a meaning (RFC 854).
  enum Code {
    static let subnegotiationEnd: UInt8 = 240
    static let subnegotiation: UInt8 = 250
    static let will: UInt8 = 251
    static let wont: UInt8 = 252
    static let `do`: UInt8 = 253
    static let dont: UInt8 = 254
    static let interpret: UInt8 = 255
  }

  enum Option {
    static let binary: UInt8 = 0
    static let suppressGoAhead: UInt8 = 3
    static let comPort: UInt8 = 44
    /// What both sides here speak.
    static let all = [binary, suppressGoAhead, comPort]
  }

  /// The other side's data and commands, in order.
  enum Item: Equatable {
    case data([UInt8])
    /// WILL, WONT, DO or DONT and the option.
    case negotiation(verb: UInt8, option: UInt8)
    /// The option of a subnegotiation and its value, escapes undone.
    case subnegotiation(option: UInt8, value: [UInt8])
  }

  private enum State {
    case data, command, value, valueCommand
    case option(verb: UInt8)
  }

  private static let longestValue = 64
  private var state = State.data
  private var value: [UInt8] = []

  mutating func receive(_ bytes: [UInt8]) -> [Item] {
    var items: [Item] = []
    var data: [UInt8] = []
    func flush() {
      if !data.isEmpty { items.append(.data(data)) }
      data.removeAll()
    }
    for byte in bytes {
      switch state {
      case .data:
        if byte == Code.interpret { state = .command } else { data.append(byte) }
      case .command:
        switch byte {
        case Code.interpret:
          data.append(byte)
          state = .data
        case Code.will, Code.wont, Code.do, Code.dont: state = .option(verb: byte)
        case Code.subnegotiation:
          value.removeAll(keepingCapacity: true)
          state = .value
        default: state = .data
        }
      case .option(let verb):
        flush()
        items.append(.negotiation(verb: verb, option: byte))
        state = .data
      case .value:
        if byte == Code.interpret { state = .valueCommand } else { keep(byte) }
      case .valueCommand:
        if byte == Code.interpret {
          keep(byte)
          state = .value
        } else {
          // SE ends it; anything else inside is a fault of the server, and ends it too.
          if byte == Code.subnegotiationEnd, let option = value.first {
            flush()
            items.append(.subnegotiation(option: option, value: Array(value.dropFirst())))
          }
          value.removeAll(keepingCapacity: true)
          state = .data
        }
      }
    }
    flush()
    return items
  }

  private mutating func keep(_ byte: UInt8) {
    if value.count < Telnet.longestValue { value.append(byte) }
  }

  /// Data as it goes on the wire: 0xFF doubled.
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(Code.interpret) else { return bytes }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 8)
    for byte in bytes {
      out.append(byte)
      if byte == Code.interpret { out.append(byte) }
    }
    return out
  }

  /// `IAC SB option value IAC SE`.
  static func subnegotiation(_ option: UInt8, _ value: [UInt8]) -> [UInt8] {
    [Code.interpret, Code.subnegotiation, option] + escaped(value)
      + [Code.interpret, Code.subnegotiationEnd]
  }

  /// `IAC verb option`.
  static func negotiation(_ verb: UInt8, _ option: UInt8) -> [UInt8] {
    [Code.interpret, verb, option]
  }
}
