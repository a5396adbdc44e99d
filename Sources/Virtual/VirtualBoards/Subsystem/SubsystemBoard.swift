import LabRuntime
import Links
import Room
import UCI

/// A UWB subsystem's electronics: the state machine, its radio in the room, and what is wrong with
/// it.
struct SubsystemBoard: HostedBoard {
  let name: String
  let room: Room
  let hooks: UCIHooks
  private let personality: UWBSPersonality
  let tap: (any BoardTap)?
  private let bootsWhenConnected: Bool
  /// From the response to a reset until the chip restarts (read in the source of Qorvo's SDK 0.1.1).
  private static let restartDelay = Duration.milliseconds(10)

  var machine: UWBSubsystem
  private var receiver: SubsystemReceiver
  /// Nothing was received since it started: the first byte tells it where its host is.
  private var isUnaddressed = true
  /// The command that the host was asked to send again.
  private var deferred: UCIPacket?
  /// When it leaves, to start again.
  private var restart: LabInstant?
  private var history: UCIHistory
  private var lastReceived: LabInstant?
  var ranging: [SubsystemRanging] = []
  private var outbox = Outbox()
  private var isConnected = false
  private var connections = 0
  private var isWedged = false
  var now = LabInstant.zero
  private(set) var isDeadFor: Duration?

  /// What lives through a power cut.
  private let memory: CalibrationMemory

  init(
    _ settings: VirtualSubsystem.Settings, _ personality: UWBSPersonality, room: Room,
    memory: CalibrationMemory = CalibrationMemory()
  ) {
    name = settings.name
    self.memory = memory
    self.room = room
    tap = settings.tap
    bootsWhenConnected = settings.bootsWhenConnected
    hooks = settings.misbehaviour?.hooks ?? UCIHooks()
    var changed = personality
    hooks.personality(&changed)
    self.personality = changed
    machine = UWBSubsystem(personality: changed, calibration: memory.afterPowerCut())
    receiver = SubsystemReceiver(changed, hooks, hasHeaders: settings.framing != nil)
    history = UCIHistory(dialect: changed.dialect)
    room.powerUp(name)
    tune()
  }

  /// Lets the radio work with the calibration.
  private func tune() {
    for channel in UWBSCalibration.channels {
      room.raiseDelay(
        of: name, channel: channel, by: machine.calibration.raised(channel: channel))
      room.offsetPhases(
        of: name, channel: channel, by: machine.calibration.phases(channel: channel))
    }
  }

  // MARK: What the host tells and asks

  var nextDeadline: LabInstant? {
    (ranging.map(\.due) + [outbox.nextDue, restart].compactMap(\.self)).min()
  }

  /// Packets may span reads and reads may hold several: the receiver cuts them.
  func makeCutter() -> any FrameCutter { MessageCutter() }

  mutating func connected(at now: LabInstant) {
    self.now = now
    isConnected = true
    connections += 1
    isWedged = hooks.hearsOneConnection && connections > 1
    history.commands = 0
    lastReceived = nil
    history.reports = 0
    history.lastCommand = nil
    receiver.reset()
    if let banner = hooks.banner { outbox.add(.now(banner), at: now) }
    if let (interval, packet) = hooks.notices {
      outbox.add(Delivery(bytes: packet.bytes, delay: interval, interval: interval), at: now)
    }
    if bootsWhenConnected { perform(machine.booted()) }
  }

  /// The board is not powered down: its sessions go on, and what they report is lost.
  mutating func disconnected(at now: LabInstant) {
    self.now = now
    isConnected = false
    outbox.removeAll()
  }

  mutating func received(_ chunk: [UInt8], at now: LabInstant) {
    self.now = now
    if isUnaddressed, personality.restartTime != nil { perform(machine.booted()) }
    isUnaddressed = false
    let received = receiver.append(chunk)
    for answer in received.answers { outbox.add(Delivery(bytes: answer, delay: .zero), at: now) }
    if received.losesStep { isWedged = true }
    for packet in received.packets {
      guard !isWedged, isDeadFor == nil else { return }
      receive(packet)
    }
  }

  mutating func passTime(to now: LabInstant) {
    while let index = ranging.indices.min(by: { ranging[$0].due < ranging[$1].due }),
      ranging[index].due <= now
    {
      self.now = ranging[index].due
      runRound(of: index)
    }
    self.now = now
    if let restart, restart <= now { isDeadFor = personality.restartTime }
  }

  mutating func nextToSend(at now: LabInstant) -> [UInt8]? { outbox.popDue(now) }

  mutating func reboot(at now: LabInstant) {
    powerOff()
    self.now = now
    machine = UWBSubsystem(personality: personality, calibration: memory.afterPowerCut())
    tune()
    history = UCIHistory(dialect: personality.dialect)
    isConnected = false
    isWedged = false
    isDeadFor = nil
    isUnaddressed = true
    restart = nil
    deferred = nil
    perform(machine.booted())
  }

  mutating func powerOff() {
    for session in ranging { room.close(session.transmission) }
    ranging = []
    outbox.removeAll()
  }

  // MARK: Packets

  private mutating func receive(_ packet: UCIPacket) {
    history.sessions = machine.sessions
    history.quiet = lastReceived.map { $0.duration(to: now) }
    lastReceived = now
    let steps = hooks.incoming(packet, history)
    if packet.messageType == .command {
      history.lastCommand = packet
      history.commands += 1
    }
    for step in steps {
      switch step {
      case .take(let packet): take(packet)
      case .say(let packet): queue(.now(packet))
      case .wedge: isWedged = true
      case .die(let duration): isDeadFor = duration
      }
    }
  }

  private mutating func take(_ packet: UCIPacket) {
    if personality.defersFirstSend, packet.messageType == .command {
      let isFirst = deferred != packet
      deferred = isFirst ? packet : nil
      if isFirst {
        return queue(.now(CoreGenericErrorNotification(status: .commandRetry).packet))
      }
    }
    // A copy is made only for the one misbehaviour that needs it: the machine would have to be copied
    // for every command.
    let goesOn = !hooks.stopsRanging && history.wasAsked(SessionStopCommand.self)
    let ghost = goesOn ? machine : nil
    let before = tap == nil ? [] : machine.sessions
    let calibration = machine.calibration
    let actions = machine.receive(packet, microseconds: microseconds)
    if calibration != machine.calibration {
      memory.keep(machine.calibration)
      tune()
    }
    // One that is busy besides has been asked for once already.
    if actions == [.send(CoreGenericErrorNotification(status: .commandRetry).packet)] {
      deferred = packet
    }
    history.sessions = machine.sessions
    perform(actions, ghost: ghost)
    if personality.restartTime != nil, actions.contains(where: \.isResetAccepted) {
      restart = now.advanced(by: Self.restartDelay)
    }
    divert(SessionCause(packet), before)
    dropGhosts()
  }

  /// - Parameter ghost: the state that ranging goes on with although it was stopped.
  mutating func perform(_ actions: [UWBSubsystem.Action], ghost: UWBSubsystem? = nil) {
    for action in actions {
      switch action {
      case .send(let packet):
        for delivery in hooks.outgoing(packet, history) { queue(delivery) }
        if SessionInfoNotification.isNamed(by: packet) { history.reports &+= 1 }
      case .startRanging(let token, let configuration): start(token, configuration)
      case .updateRanging(let token, let configuration): update(token, configuration)
      case .stopRanging(let token):
        if let ghost, let index = ranging.firstIndex(where: { $0.token == token }) {
          ranging[index].ghost = ghost
        } else {
          stop(token)
        }
      case .transmit(let token, let address, let sequenceNumber, let appData):
        guard let session = ranging.first(where: { $0.token == token }) else { continue }
        room.send(
          appData, sequenceNumber: sequenceNumber, to: address, from: session.transmission)
      }
    }
  }

  private mutating func queue(_ delivery: UCIDelivery) {
    guard isConnected else { return }
    let packetizer = UCIPacketizer(dataLimit: personality.maximumDataPayload)
    let segments = hooks.outgoingSegments(packetizer.segments(of: delivery.packet))
    let messages = tap?.outgoing(segments, from: name) ?? [TappedMessage(segments)]
    for message in messages {
      for segment in message.frames {
        outbox.add(Delivery(bytes: segment, delay: delivery.delay + message.delay), at: now)
      }
    }
  }

  /// Lets the tap send the sessions elsewhere than `cause` has brought them.
  mutating func divert(_ cause: SessionCause?, _ before: [UWBSession]) {
    guard let tap, let cause else { return }
    for session in before + machine.sessions.filter({ !before.map(\.token).contains($0.token) }) {
      guard cause.isAbout(session) else { continue }
      let old = before.first { $0.token == session.token }
      let new = machine.sessions.first { $0.token == session.token }
      let transition = BoardTransition(
        from: (old?.state ?? .deinitialized).name, cause: cause.name,
        to: (new?.state ?? .deinitialized).name)
      guard let name = tap.state(after: transition, of: name),
        let state = UCISessionState.known.first(where: { $0.name == name })
      else { continue }
      machine.force(session, into: state)
    }
  }

  var microseconds: UInt64 { UInt64(max(0, now.microseconds)) }
}

extension UWBSubsystem.Action {
  /// Whether this is the response OK to CORE_DEVICE_RESET.
  fileprivate var isResetAccepted: Bool {
    guard case .send(let packet) = self else { return false }
    return CoreDeviceResetResponse.isNamed(by: packet)
      && packet.payload.first == UCIStatus.ok.rawValue
  }
}
