/// What client and server of a remote serial port say to each other (RFC 2217), as a pure value: the
/// commands of the client, and the state that the server's answers leave.
struct ComPortControl: Sendable {
  /// Commands of the client; the server answers each with 100 more.
  enum Command {
    static let rate: UInt8 = 1
    static let dataSize: UInt8 = 2
    static let parity: UInt8 = 3
    static let stopSize: UInt8 = 4
    static let control: UInt8 = 5
    static let lineState: UInt8 = 6
    static let suspend: UInt8 = 8
    static let resume: UInt8 = 9
    static let lineStateMask: UInt8 = 10
    static let modemStateMask: UInt8 = 11
    static let purge: UInt8 = 12
    static let answer: UInt8 = 100
  }

  enum Control {
    static let noFlow: UInt8 = 1
    static let breakOn: UInt8 = 5
    static let breakOff: UInt8 = 6
    static let dtrOn: UInt8 = 8
    static let dtrOff: UInt8 = 9
    static let rtsOn: UInt8 = 11
    static let rtsOff: UInt8 = 12
  }

  /// The rate that the server says the port has, once it has said so.
  private(set) var rate: Int?
  /// Whether the server has agreed to speak of the port, refused to, or said nothing yet.
  private(set) var isAgreed: Bool?
  /// Whether the server wants no more bytes for now.
  private(set) var isSuspended = false
  /// Errors on the wire, as the server reports them.
  private(set) var errors = LineErrors()
  /// Why the port behind the server has ended, where the server says so. One that says it can be
  /// believed when it hangs up without a word: then not the board has ended the link.
  private(set) var farewell: String?
  /// How many answers to SET-BAUDRATE have come: what a drain waits for.
  private(set) var rateAnswers = 0
  /// Answered negotiations, so that none is answered twice and no loop can start.
  private var answered: [UInt16] = []

  /// In front of the reason for which a port has ended, in the signature of this program's server.
  static let portEnded = "port ended: "

  /// The whole opening in one write: nothing waits for an answer, which a server may give in any
  /// order.
  static func opening(rate: Int, dtr: Bool, rts: Bool) -> [UInt8] {
    typealias Code = Telnet.Code
    return Telnet.negotiation(Code.will, Telnet.Option.comPort) + eightBits
      + command(Command.dataSize, [8]) + command(Command.parity, [1])
      + command(Command.stopSize, [1])
      + command(Command.control, [Control.noFlow])
      + command(Command.control, [dtr ? Control.dtrOn : Control.dtrOff])
      + command(Command.control, [rts ? Control.rtsOn : Control.rtsOff])
      // Break, framing, parity and overrun; nothing of the modem's lines.
      + command(Command.lineStateMask, [0x1E]) + command(Command.modemStateMask, [0])
      + command(Command.purge, [3]) + setRate(rate)
  }

  /// Bytes go as they are, both ways.
  static let eightBits =
    [Telnet.Option.binary, Telnet.Option.suppressGoAhead].flatMap { option in
      Telnet.negotiation(Telnet.Code.will, option) + Telnet.negotiation(Telnet.Code.do, option)
    }

  /// SET-BAUDRATE; 0 asks.
  static func setRate(_ rate: Int) -> [UInt8] { command(Command.rate, number(rate)) }

  /// A rate as both sides send it: 32 bits, the highest first.
  static func number(_ rate: Int) -> [UInt8] {
    let value = UInt32(clamping: rate)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  static func control(_ value: UInt8) -> [UInt8] { command(Command.control, [value]) }

  private static func command(_ number: UInt8, _ value: [UInt8]) -> [UInt8] {
    Telnet.subnegotiation(Telnet.Option.comPort, [number] + value)
  }

  /// Takes what the server said of the port; returns what has to be answered.
  mutating func receive(_ item: Telnet.Item) -> [UInt8] {
    switch item {
    case .data: return []
    case .negotiation(let verb, let option): return negotiate(verb, option)
    case .subnegotiation(let option, let value):
      if option == Telnet.Option.comPort { take(value) }
      return []
    }
  }

  private mutating func negotiate(_ verb: UInt8, _ option: UInt8) -> [UInt8] {
    typealias Code = Telnet.Code
    if option == Telnet.Option.comPort {
      isAgreed = verb == Code.do || verb == Code.will
    }
    // What we proposed ourselves needs no answer when it is accepted, and none when it is refused.
    guard !Telnet.Option.all.contains(option), verb == Code.will || verb == Code.do else {
      return []
    }
    let key = UInt16(verb) << 8 | UInt16(option)
    guard answered.count < 64, !answered.contains(key) else { return [] }
    answered.append(key)
    return Telnet.negotiation(verb == Code.will ? Code.dont : Code.wont, option)
  }

  private mutating func take(_ value: [UInt8]) {
    guard let number = value.first else { return }
    switch number {
    case Command.answer:
      let text = String(decoding: value.dropFirst(), as: UTF8.self)
      if text.hasPrefix(Self.portEnded) { farewell = String(text.dropFirst(Self.portEnded.count)) }
    case Command.rate &+ Command.answer where value.count >= 5:
      rate = value[1...4].reduce(0) { $0 << 8 | Int($1) }
      rateAnswers &+= 1
    case Command.suspend &+ Command.answer: isSuspended = true
    case Command.resume &+ Command.answer: isSuspended = false
    case Command.lineState &+ Command.answer where value.count >= 2:
      if value[1] & 0x02 != 0 { errors.overrun &+= 1 }
      if value[1] & 0x04 != 0 { errors.parity &+= 1 }
      if value[1] & 0x08 != 0 { errors.framing &+= 1 }
      if value[1] & 0x10 != 0 { errors.breaks &+= 1 }
    default: return
    }
  }
}
