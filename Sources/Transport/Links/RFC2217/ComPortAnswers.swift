/// The server's side of a remote serial port (RFC 2217), as a pure value: what is answered to a client,
/// and what it asks of the port.
struct ComPortAnswers: Sendable {
  private typealias Command = ComPortControl.Command

  /// What the client wants of the port; the answer goes out once it is done.
  enum Request: Equatable, Sendable {
    case rate(Int)
    case lines(dtr: Bool?, rts: Bool?)
    case sendBreak(Bool)
    /// What was received before is thrown away, what was to be sent, or both.
    case purge(receive: Bool, send: Bool)
    /// The client takes no more bytes for now, or takes them again.
    case suspended(Bool)
  }

  /// A piece of what a client has sent: bytes for the board, and what became of its words, which are
  /// answers to send at once, and requests with the answer to each.
  enum Outcome: Equatable, Sendable {
    case data([UInt8])
    case answer([UInt8])
    case ask(Request, answer: [UInt8])
  }

  /// Whether the client speaks of the port; one that does not takes bytes alone, as Telnet.
  private(set) var isAgreed = false
  /// Which line errors the client wants to hear of.
  private(set) var lineStateMask: UInt8 = 0
  private var rate: Int
  private var dtr = true
  private var rts = true
  private var isBreaking = false
  /// What this side has said it does or lets the client do: nothing is said twice, so that no loop
  /// can start.
  private var said: Set<UInt16> = []

  init(rate: Int) { self.rate = rate }

  mutating func receive(_ item: Telnet.Item) -> [Outcome] {
    switch item {
    case .data(let bytes): return [.data(bytes)]
    case .negotiation(let verb, let option):
      let answer = negotiate(verb, option)
      return answer.isEmpty ? [] : [.answer(answer)]
    case .subnegotiation(let option, let value):
      guard option == Telnet.Option.comPort, let command = value.first else { return [] }
      return take(command, Array(value.dropFirst()))
    }
  }

  /// NOTIFY-LINESTATE with errors that the client wants to hear of; nothing where it wants none.
  func lineState(_ errors: LineErrors) -> [UInt8] {
    var bits: UInt8 = 0
    if errors.overrun + errors.lost > 0 { bits |= 0x02 }
    if errors.parity > 0 { bits |= 0x04 }
    if errors.framing > 0 { bits |= 0x08 }
    if errors.breaks > 0 { bits |= 0x10 }
    bits &= lineStateMask
    return bits == 0 || !isAgreed ? [] : Self.answer(Command.lineState, [bits])
  }

  /// A signature that tells why the port has ended, for clients that listen.
  static func farewell(_ reason: String) -> [UInt8] {
    answer(0, Array((ComPortControl.portEnded + reason).utf8.prefix(60)))
  }

  private mutating func negotiate(_ verb: UInt8, _ option: UInt8) -> [UInt8] {
    typealias Code = Telnet.Code
    let known = Telnet.Option.all.contains(option)
    let reply: UInt8
    switch verb {
    case Code.will: reply = known ? Code.do : Code.dont
    case Code.do: reply = known ? Code.will : Code.wont
    // Agreement that this side does no more, or wants no more: nothing is to be said.
    default: return []
    }
    if option == Telnet.Option.comPort { isAgreed = true }
    guard said.count < 64, said.insert(UInt16(reply) << 8 | UInt16(option)).inserted else {
      return []
    }
    return Telnet.negotiation(reply, option)
  }

  private mutating func take(_ command: UInt8, _ value: [UInt8]) -> [Outcome] {
    switch command {
    case 0:
      return value.isEmpty ? [.answer(Self.answer(0, Array("uwbrig".utf8)))] : []
    case Command.rate where value.count >= 4:
      let asked = value[0..<4].reduce(0) { $0 << 8 | Int($1) }
      if asked > 0, asked <= 20_000_000 { rate = asked }
      let answer = Self.answer(Command.rate, ComPortControl.number(rate))
      return asked == 0 || asked > 20_000_000
        ? [.answer(answer)] : [.ask(.rate(asked), answer: answer)]
    // Eight bits, no parity, one stop bit: what boards speak.
    case Command.dataSize: return [.answer(Self.answer(command, [8]))]
    case Command.parity, Command.stopSize: return [.answer(Self.answer(command, [1]))]
    case Command.control where !value.isEmpty: return control(value[0])
    case Command.lineStateMask where !value.isEmpty:
      lineStateMask = value[0]
      return [.answer(Self.answer(command, [value[0]]))]
    // No modem line is told of.
    case Command.modemStateMask: return [.answer(Self.answer(command, [0]))]
    case Command.purge where !value.isEmpty && (1...3).contains(value[0]):
      return [
        .ask(
          .purge(receive: value[0] & 1 != 0, send: value[0] & 2 != 0),
          answer: Self.answer(command, [value[0]]))
      ]
    case Command.suspend: return [.ask(.suspended(true), answer: [])]
    case Command.resume: return [.ask(.suspended(false), answer: [])]
    default: return []
    }
  }

  private mutating func control(_ value: UInt8) -> [Outcome] {
    func answer(_ value: UInt8) -> [UInt8] { Self.answer(Command.control, [value]) }
    func ask(_ request: Request, _ value: UInt8) -> [Outcome] {
      [.ask(request, answer: answer(value))]
    }
    switch value {
    // Flow control is that of the network alone.
    case 0...3: return [.answer(answer(1))]
    case 4: return [.answer(answer(isBreaking ? 5 : 6))]
    case 5, 6:
      isBreaking = value == 5
      return ask(.sendBreak(isBreaking), value)
    case 7: return [.answer(answer(dtr ? 8 : 9))]
    case 8, 9:
      dtr = value == 8
      return ask(.lines(dtr: dtr, rts: nil), value)
    case 10: return [.answer(answer(rts ? 11 : 12))]
    case 11, 12:
      rts = value == 11
      return ask(.lines(dtr: nil, rts: rts), value)
    case 13...19: return [.answer(answer(14))]
    default: return []
    }
  }

  /// The answer to a rate that the port does not take: the one that it has.
  mutating func refuseRate(_ has: Int) -> [UInt8] {
    rate = has
    return Self.answer(Command.rate, ComPortControl.number(has))
  }

  private static func answer(_ command: UInt8, _ value: [UInt8]) -> [UInt8] {
    Telnet.subnegotiation(Telnet.Option.comPort, [command &+ Command.answer] + value)
  }
}
