import LabRuntime
import Links
import RangingOOB
import Room
import UCI

/// The electronics of an accessory for Android phones: its side of the exchange, a radio in the room,
/// and what is wrong with it.
struct HostedOOBAccessory: HostedBoard {
  private let settings: VirtualOOBAccessory.Settings
  private let room: Room
  private let hooks: OOBHooks
  private let behaviour: OOBResponderBehaviour
  private var machine: OOBResponder
  private var history = OOBHistory()
  private var outbox = Outbox()
  private var radio: Room.Transmission?
  /// The session that was on the air last.
  private var last: RadioSession?
  /// The session that the radio takes up once it has started.
  private var startUp: (at: LabInstant, run: UInt64, session: RadioSession?)?
  private var connections = 0
  /// When it looks next at how far it was turned, and how it stood at the last look.
  private var motionDue: LabInstant?
  private var facing: Facing?
  private var motionTold = LabInstant.zero
  /// The worst since motion was told last.
  private var worst = OOBMotion.notDetected
  private var isWedged = false
  private(set) var isDeadFor: Duration?
  /// The last message was not taken: an error where a transport has errors.
  private(set) var hasRefused = false

  init(room: Room, settings: VirtualOOBAccessory.Settings) {
    self.settings = settings
    self.room = room
    var hooks = OOBHooks()
    settings.misbehaviour?.change(&hooks)
    var behaviour = settings.behaviour
    hooks.behaviour(&behaviour)
    self.hooks = hooks
    self.behaviour = behaviour
    machine = OOBResponder(behaviour: behaviour)
  }

  var deviceFaults: OOBDeviceFaults { hooks.device }

  /// Something ranges, or its radio comes up.
  var isActive: Bool { machine.isActive }

  /// A faulty one of two halves: a session of the other half goes on beside its own.
  var keepsOtherSession: Bool { hooks.keepsOtherSession }

  /// The radio is needed for something else.
  mutating func endSession(at now: LabInstant) {
    turnOff()
    handle(.radioEnded(run: machine.run), at: now)
  }

  // MARK: What the host tells and asks

  var nextDeadline: LabInstant? {
    [
      outbox.nextDue, startUp?.at, motionDue,
      machine.deadline.map { LabInstant.zero.advanced(by: $0) },
    ].compactMap(\.self).min()
  }

  func makeCutter() -> any FrameCutter {
    AccessoryCutter(
      settings.framing, strayBytes: hooks.strayBytes,
      unframed: [settings.tap?.noise].compactMap(\.self))
  }

  mutating func connected(at now: LabInstant) {
    history = OOBHistory()
    connections += 1
    isWedged = hooks.wedgesAfterLoss && machine.isActive || connections > hooks.lastConnection
    handle(.linkUp, at: now)
  }

  mutating func disconnected(at now: LabInstant) {
    handle(.linkDown, at: now)
    if !hooks.keepsAnswers { outbox.removeAll() }
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) {
    hasRefused = false
    guard !isWedged else { return }
    history.isRanging = machine.isActive
    let steps = hooks.incoming(frame, history)
    history.note(frame)
    for step in steps {
      switch step {
      case .take(let message): handle(.received(message), at: now)
      case .say(let message): queue(message, at: now)
      case .radioOff: turnOff()
      case .wedge: isWedged = true
      case .die(let duration): isDeadFor = duration
      }
    }
  }

  mutating func passTime(to now: LabInstant) {
    if let due = startUp, due.at <= now {
      startUp = nil
      radio = due.session.map { room.open($0) }
      last = due.session ?? last
      let isOn = radio != nil || hooks.hidesFailure
      if !hooks.reportsEarly {
        handle(isOn ? .radioStarted(run: due.run) : .radioEnded(run: due.run), at: now)
      }
    }
    if let due = motionDue, due <= now { lookAtMotion(at: now) }
    if let due = machine.deadline, LabInstant.zero.advanced(by: due) <= now {
      handle(.deadline, at: now)
    }
  }

  mutating func nextToSend(at now: LabInstant) -> [UInt8]? { outbox.popDue(now) }

  mutating func reboot(at now: LabInstant) {
    powerOff()
    machine = OOBResponder(behaviour: behaviour)
    history = OOBHistory()
    isWedged = false
    isDeadFor = nil
  }

  mutating func powerOff() {
    turnOff()
    outbox.removeAll()
  }

  // MARK: What it does

  private mutating func handle(_ input: OOBResponder.Input, at now: LabInstant) {
    let before = machine.isActive
    defer { divert(input, before, at: now) }
    defer {
      if machine.wantsMotion, motionDue == nil {
        facing = room.facing(of: settings.name)
        (worst, motionTold) = (.notDetected, now)
        motionDue = now.advanced(by: Self.motionLook)
      }
    }
    for action in machine.handle(input, now: LabInstant.zero.duration(to: now)) {
      switch action {
      case .send(let message):
        for bytes in hooks.outgoing(message.encode(), history) { queue(bytes, at: now) }
      case .startRadio(let block, let run): turnOn(block, run: run, at: now)
      case .stopRadio: if hooks.stopsRadio { turnOff() }
      // On a data channel of its own nothing tells the phone.
      case .refuse: hasRefused = true
      }
    }
  }

  /// Tells how far it was turned: when that changes, or the worst of each period.
  private mutating func lookAtMotion(at now: LabInstant) {
    guard machine.wantsMotion else { return motionDue = nil }
    let facing = room.facing(of: settings.name)
    let seen = OOBMotion(turnedFrom: self.facing, to: facing)
    self.facing = facing
    motionDue = now.advanced(by: Self.motionLook)
    if seen.rawValue > worst.rawValue { worst = seen }
    guard let period = behaviour.motionPeriod else {
      worst = seen
      return handle(.moved(seen), at: now)
    }
    guard now >= motionTold.advanced(by: hooks.device.floodsMotion ? .zero : period) else { return }
    motionTold = now
    handle(.moved(worst), at: now)
    worst = .notDetected
  }

  private static let motionLook = Duration.milliseconds(100)

  /// Lets the tap end what ranges, or keep it up, where an input has done otherwise: nothing tells of
  /// it.
  private mutating func divert(
    _ input: OOBResponder.Input, _ wasActive: Bool, at now: LabInstant
  ) {
    // Where nothing ranges there is nothing to end; what the end of a connection does is open.
    guard let tap = settings.tap, let cause = input.cause, wasActive || machine.isActive else {
      return
    }
    func word(_ isActive: Bool) -> String { isActive ? "ranging" : "idle" }
    let transition = BoardTransition(
      from: word(wasActive), cause: cause, to: word(machine.isActive))
    guard let state = tap.state(after: transition, of: settings.name) else { return }
    if state == word(false) {
      endSession(at: now)
    } else if radio == nil, let last {
      radio = room.open(last)
    }
  }

  private mutating func queue(_ message: [UInt8], at now: LabInstant) {
    let isLate = message.messageKind == .capabilitiesResponse
    let delivery = Delivery.after(
      VirtualOOBAccessory.answerTime + (isLate ? hooks.capabilityDelay : .zero), message)
    guard let tap = settings.tap else { return outbox.add(delivery, at: now) }
    for changed in tap.outgoing([message], from: settings.name) {
      for frame in changed.frames {
        outbox.add(.after(delivery.delay + changed.delay, frame), at: now)
      }
    }
  }

  private mutating func turnOn(_ block: ConfigurationBlock.UWB, run: UInt64, at now: LabInstant) {
    turnOff()
    let own = behaviour.ultraWideband?.address ?? []
    var order = OOBRadioOrder(
      sessionID: block.sessionID,
      configuration: AppConfiguration(block, boardAddress: own, side: .board))
    let isOn = hooks.radio(&order, block)
    startUp = (
      now.advanced(by: VirtualOOBAccessory.radioStartTime), run,
      isOn ? order.session(settings.name) : nil
    )
    if hooks.reportsEarly { handle(.radioStarted(run: run), at: now) }
  }

  private mutating func turnOff() {
    if let radio { room.close(radio) }
    radio = nil
    startUp = nil
  }
}

extension OOBResponder.Input {
  /// The name of a message of the phone; nil for anything else.
  fileprivate var cause: String? {
    guard case .received(let message) = self, let kind = message.messageKind,
      [.capabilitiesRequest, .configurationRequest, .stopRequest].contains(kind)
    else { return nil }
    return kind.description
  }
}

extension OOBMotion {
  /// The level of a turn (Ranging OOB §1.4).
  fileprivate init(turnedFrom start: Facing?, to end: Facing?) {
    self = .notDetected
    guard let start, let end else { return }
    let yaw = abs(end.yaw - start.yaw)
    let degrees = max(
      min(yaw, 360 - yaw), abs(end.pitch - start.pitch), abs(end.roll - start.roll))
    self =
      switch degrees {
      case ..<5: .notDetected
      case ..<7: .slight
      case ..<10: .moderate
      default: .large
      }
  }
}
