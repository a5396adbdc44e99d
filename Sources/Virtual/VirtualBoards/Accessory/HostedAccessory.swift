import LabRuntime
import Links
import NearbyAccessory
import Room
import WireFormat

/// An accessory's electronics: the state machine, a radio in the room, and what is wrong with it.
struct HostedAccessory: HostedBoard {
  private let name: String
  private let room: Room
  private let framing: StreamFraming
  private let configuration: AccessoryConfigurationData
  private let behaviour: AccessoryBehaviour
  private let hooks: AccessoryHooks
  private let tap: (any BoardTap)?

  private typealias State = AccessoryStateMachine.State

  private var machine: AccessoryStateMachine
  private var random: LabRandom
  private var history: AccessoryHistory
  private var outbox = Outbox()
  private var radio: (transmission: Room.Transmission, session: RadioSession)?
  private var ownStop: (at: LabInstant, run: UInt64)?
  /// The session that the radio takes up once it has started.
  private var startUp: (at: LabInstant, run: UInt64, session: RadioSession)?
  private var radioOff: LabInstant?
  var isWedged = false
  private(set) var isDeadFor: Duration?
  var speaksAndroid: Bool { machine.speaksAndroid }
  var isRanging: Bool { machine.state == .ranging }

  init(lab: Lab, room: Room, settings: VirtualAccessory.Settings) {
    name = settings.name
    self.room = room
    framing = settings.framing
    tap = settings.tap
    configuration = settings.configuration
    let hooks = Self.hooks(of: settings)
    let personality = AccessoryPersonality.named(settings.personality) ?? .reference
    var behaviour = personality.behaviour
    if settings.specification == .v1_0, let oldest = personality.acceptanceOfOldest {
      behaviour.acceptance = oldest
    }
    hooks.behaviour(&behaviour)
    self.hooks = hooks
    self.behaviour = behaviour
    random = lab.random("accessory/\(settings.name)\(settings.addressStream)/address")
    history = AccessoryHistory(
      version: configuration.uwb.version,
      ownAddress: UInt16(truncatingIfNeeded: random.next()) | 1)
    machine = AccessoryStateMachine(configuration: configuration, behaviour: behaviour)
  }

  /// The faults of an accessory: those of its personality, and one of the rehearsal.
  static func hooks(of settings: VirtualAccessory.Settings) -> AccessoryHooks {
    var hooks = AccessoryHooks()
    (AccessoryPersonality.named(settings.personality) ?? .reference).faults(&hooks)
    settings.misbehaviour?.change(&hooks)
    return hooks
  }

  // MARK: What the host tells and asks

  var nextDeadline: LabInstant? {
    [outbox.nextDue, ownStop?.at, radioOff, startUp?.at].compactMap(\.self).min()
  }

  func makeCutter() -> any FrameCutter {
    AccessoryCutter(
      framing, losesFramingBeyond: hooks.losesFramingBeyond,
      needsWholeReads: hooks.needsWholeReads, strayBytes: hooks.strayBytes,
      unframed: [hooks.banner, tap?.noise].compactMap(\.self))
  }

  mutating func connected(at now: LabInstant) {
    history.now = now
    history.noteConnection()
    isWedged = false
    if let banner = hooks.banner { outbox.add(.now(banner), at: now) }
    if let (interval, message) = hooks.notices {
      outbox.add(Delivery(bytes: message, delay: interval, interval: interval), at: now)
    }
    handle(.linkUp, end: .own)
  }

  mutating func disconnected(at now: LabInstant) {
    history.now = now
    history.lastDisconnect = now
    handle(.linkDown, end: .disconnect)
    if hooks.stopsRadio(.disconnect) { stopRadio() }
    outbox.removeAll()
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) {
    guard !isWedged else { return }
    history.now = now
    history.state = machine.state
    history.speaksAndroid = machine.speaksAndroid
    let steps = hooks.incoming(frame, history)
    history.noteReceived(frame)
    for step in steps { perform(step) }
  }

  mutating func passTime(to now: LabInstant) {
    history.now = now
    if let due = radioOff, due <= now { stopRadio() }
    if let due = startUp, due.at <= now {
      startUp = nil
      radio = (room.open(due.session), due.session)
      handle(.radioStarted(run: due.run), end: .own)
    }
    guard let due = ownStop, due.at <= now else { return }
    ownStop = nil
    if due.run == machine.run { handle(.ownStop, end: .own) }
  }

  mutating func endSession(at now: LabInstant) {
    history.now = now
    handle(.ownStop, end: .own)
  }

  mutating func nextToSend(at now: LabInstant) -> [UInt8]? { outbox.popDue(now) }

  mutating func reboot(at now: LabInstant) {
    powerOff()
    machine = AccessoryStateMachine(configuration: configuration, behaviour: behaviour)
    history = AccessoryHistory(version: history.version, ownAddress: history.ownAddress)
    history.now = now
    ownStop = nil
    isWedged = false
    isDeadFor = nil
  }

  mutating func powerOff() {
    stopRadio()
    outbox.removeAll()
  }

  // MARK: What it does

  private mutating func perform(_ step: AccessoryStep) {
    switch step {
    case .take(let message):
      let identifier = message.first.map(AccessoryMessage.Identifier.init)
      // Drawn for an initialize alone, so that other messages do not change the next address.
      let isInitialize =
        identifier == .initialize || (behaviour.android?.isAskedFor(by: message) ?? false)
      let drawn = isInitialize ? UInt16(truncatingIfNeeded: random.next()) : 0
      handle(
        .received(message, freshAddress: hooks.address(drawn, history)),
        end: identifier == .stop ? .stop : .restart)
    case .say(let message): queue(.now(message))
    case .radioOff: stopRadio()
    case .wedge: isWedged = true
    case .die(let duration): isDeadFor = duration
    }
  }

  private mutating func handle(_ input: AccessoryStateMachine.Input, end: RadioEnd) {
    let before = machine.state
    defer { divert(input, before) }
    var events: [AccessoryStateMachine.Input] = [input]
    while !events.isEmpty {
      let actions = machine.handle(events.removeFirst())
      history.replaced = nil
      for action in actions {
        switch action {
        case .send(let message): send(message)
        case .stopRadio(let run):
          history.replaced = radio?.session
          if hooks.stopsRadio(end) {
            stopRadio()
            events.append(.radioStopped(run: run))
          }
        case .startRadio(let data, let run):
          if let event = startRadio(data, run: run) { events.append(event) }
        }
      }
    }
  }

  private mutating func send(_ message: AccessoryMessage) {
    var bytes = message.encode()
    if case .accessoryConfigurationData(var body) = message {
      hooks.configuration(&body, history)
      bytes = [message.identifier.rawValue] + body
      history.noteConfiguration(body)
    }
    for delivery in hooks.outgoing(bytes, history) { queue(delivery) }
  }

  private mutating func queue(_ delivery: Delivery) {
    guard let tap else { return outbox.add(delivery, at: history.now) }
    for message in tap.outgoing([delivery.bytes], from: name) {
      for frame in message.frames {
        var changed = delivery
        changed.bytes = frame
        changed.delay += message.delay
        outbox.add(changed, at: history.now)
      }
    }
  }

  /// Lets the tap send the state machine elsewhere than an input has brought it.
  private mutating func divert(_ input: AccessoryStateMachine.Input, _ before: State) {
    guard let tap, let cause = input.cause else { return }
    let transition = BoardTransition(
      from: before.rawValue, cause: cause, to: machine.state.rawValue)
    guard let state = tap.state(after: transition, of: name).flatMap(State.init) else { return }
    machine.force(state)
  }

  /// Turns the radio on; nil while it still comes up.
  private mutating func startRadio(
    _ data: AccessorySession, run: UInt64
  ) -> AccessoryStateMachine.Input? {
    stopRadio()
    let own = machine.configuration.uwb.sourceAddress
    history.startFailed = hooks.radioRefusesOwnAddress && data.phoneAddress == own
    if history.startFailed { return .radioFailed(run: run) }
    var session = RadioSession(
      body: name, role: role(in: data), air: AirInterface(data),
      address: history.sentAddress ?? own.wireOrder, peers: [data.phoneAddress.wireOrder])
    let isOn = hooks.radio(&session, history)
    radioOff = hooks.radioOffAfter.map { history.now.advanced(by: $0) }
    ownStop = hooks.ownStop(data).map { (history.now.advanced(by: $0), run) }
    if isOn, let time = hooks.radioStartUp {
      startUp = (history.now.advanced(by: time), run, session)
      return nil
    }
    if isOn { radio = (room.open(session), session) }
    return .radioStarted(run: run)
  }

  private func role(in data: AccessorySession) -> RadioSession.Role {
    switch data {
    case .apple: configuration.uwb.role == .initiator ? .initiator : .responder
    case .android(let data): data.deviceRangingRole == 1 ? .initiator : .responder
    }
  }

  private mutating func stopRadio() {
    if let radio { room.close(radio.transmission) }
    radio = nil
    radioOff = nil
    startUp = nil
  }
}

extension AccessoryStateMachine.Input {
  /// The name of a cause; nil for one that is neither the peer's nor a board's own.
  fileprivate var cause: String? {
    switch self {
    case .received(let message, _):
      switch message.first.map(AccessoryMessage.Identifier.init) {
      case let known? where [.initialize, .configureAndStart, .stop].contains(known):
        known.description
      default: "unknown"
      }
    case .linkDown: "disconnect"
    case .ownStop: "own-stop"
    default: nil
    }
  }
}

extension UInt16 {
  /// The two bytes, low byte first.
  var wireOrder: [UInt8] {
    [UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8)]
  }
}
