import RangingOOB
import WireFormat

extension FuzzTarget {
  /// A phone and an accessory of Ranging OOB under any messages, of each other and of nobody, and any
  /// events of link and radio.
  static let rangingOOBStateMachines = FuzzTarget("RangingOOBStateMachines") { bytes in
    var input = Input(bytes)
    var bench = Bench(&input)
    while !input.isAtEnd { bench.step(&input) }
  }
}

/// The two ends, and what their owners know of them.
private struct Bench {
  private var board: OOBResponder
  private var phone: OOBInitiator
  private var numbers: Numbers
  private var now = Duration.zero
  private var radio: UInt64?
  private var hasClosed = false

  init(_ input: inout Input) {
    var behaviour = OOBResponderBehaviour()
    behaviour.version = input.byte() % 4 + 1
    behaviour.tolerance = input.choice([.board, .strict, .lenient, .missingMotion])
    behaviour.refusesNewerVersions = input.bool()
    behaviour.idleStop = input.choice(OOBResponderBehaviour.IdleStop.allCases)
    board = OOBResponder(behaviour: behaviour)
    var settings = OOBInitiatorSettings(input.choice(AndroidGeneration.allCases))
    settings.isSecure = input.bool()
    phone = OOBInitiator(settings)
    numbers = Numbers(state: UInt64(input.byte()))
    tell(.start(peers: 1 + Int(input.byte() % 2)))
  }

  mutating func step(_ input: inout Input) {
    now += .milliseconds(Int(input.byte()))
    switch input.byte() {
    case 0: give(.linkUp)
    case 1: give(.linkDown)
    case 2: give(.radioStarted(run: input.bool() ? UInt64(input.byte()) : board.run))
    case 3: give(.radioEnded(run: input.bool() ? UInt64(input.byte()) : board.run))
    case 4: give(.moved(OOBMotion(rawValue: input.byte())))
    case 5:
      now = max(now, board.deadline ?? now)
      give(.deadline)
    case 6: tell(.linkDown(peer: Int(input.byte())))
    case 7: tell(.radioStarted(peer: Int(input.byte())))
    case 8: tell(.radioFailed(peer: Int(input.byte())))
    case 9: tell(.measured(peer: Int(input.byte())))
    case 10: tell(.stop)
    case 11:
      now = max(now, phone.deadline ?? now)
      tell(.deadline)
    case 12...0x4F: give(.received(input.piece()))
    case 0x50...0x7F: tell(.received(input.piece(), peer: Int(input.byte() % 3)))
    default:
      // What a phone of that version asks, so that the states behind it are reached without luck.
      let set = OOBTechnologySet(rawValue: input.word())
      give(.received(OOBMessage(version: input.byte(), .capabilitiesRequest(set)).encode()))
    }
  }

  /// An input to the accessory; what it sends goes to the phone.
  private mutating func give(_ event: OOBResponder.Input) {
    var sent: [OOBMessage] = []
    for action in board.handle(event, now: now) {
      switch action {
      case .send(let message):
        sent.append(message)
        expectReadable(message)
      case .startRadio(_, let run):
        expect(radio == nil, "run \(run) is started beside another")
        radio = run
      case .stopRadio(let run):
        expect(radio == run, "run \(run) is stopped, the radio has \(String(describing: radio))")
        radio = nil
      case .refuse(let words): expectPrintable(words, "the refusal")
      }
    }
    if case .radioEnded(let run) = event, run == radio { radio = nil }
    for message in sent { tell(.received(message.encode(), peer: 0)) }
  }

  /// An input to the phone; what it sends to the first accessory goes there.
  private mutating func tell(_ event: OOBInitiator.Input) {
    var sent: [OOBMessage] = []
    for action in phone.handle(event, now: now, random: &numbers) {
      switch action {
      case .send(let message, let peer):
        expectReadable(message)
        if peer == 0 { sent.append(message) }
      case .closed(let reason):
        expect(!hasClosed, "closed twice, at last \(reason)")
        hasClosed = true
      default: break
      }
    }
    expect(hasClosed == (phone.state == .closed), "\(phone.state), and told otherwise")
    for message in sent { give(.received(message.encode())) }
  }

  private func expectReadable(_ message: OOBMessage) {
    let bytes = message.encode()
    let again = try? OOBMessage.decode(bytes, tolerance: .lenient)
    expect(again?.encode() == bytes, "\(message.kind) cannot be read again: \(bytes)")
  }
}

private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
