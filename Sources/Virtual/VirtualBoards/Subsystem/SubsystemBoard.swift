import LabRuntime
import Links
import Room
import UCI

/// A UWB subsystem's electronics: the state machine, its radio in the room, and what is wrong with
/// it.
struct SubsystemBoard: HostedBoard {
  private let name: String
  private let room: Room
  private let hooks: UCIHooks
  private let personality: UWBSPersonality
  private let tap: (any BoardTap)?
  private let bootsWhenConnected: Bool
  /// From the response to a reset until the chip restarts (read in the source of Qorvo's SDK 0.1.1).
  private static let restartDelay = Duration.milliseconds(10)

  private var machine: UWBSubsystem
  private var segments: UCIStreamDecoder
  /// Takes the headers off; nil for a board that has plain UCI.
  private var headers: PnPReceiver?
  /// Nothing was received since it started: the first byte tells it where its host is.
  private var isUnaddressed = true
  /// The command that the host was asked to send again.
  private var deferred: UCIPacket?
  /// When it leaves, to start again.
  private var restart: LabInstant?
  // A longer command than any that exists is not held.
  private var reassembler = UCIReassembler(limit: 4096)
  /// The header of the last segment, when more were to follow it.
  private var unfinished: UCIHeader?
  private var history: UCIHistory
  private var ranging: [SubsystemRanging] = []
  private var outbox = Outbox()
  private var isConnected = false
  private var connections = 0
  private var isWedged = false
  private var now = LabInstant.zero
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
    segments = UCIStreamDecoder(dialect: changed.dialect)
    history = UCIHistory(dialect: changed.dialect)
    headers = settings.framing.map { _ in PnPReceiver() }
    room.powerUp(name)
    tune()
  }

  /// Lets the radio work with the calibration.
  private func tune() {
    for channel in UWBSCalibration.channels {
      room.raiseDelay(
        of: name, channel: channel, by: machine.calibration.raised(channel: channel))
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
    history.reports = 0
    history.lastCommand = nil
    segments.reset()
    headers?.reset()
    reassembler.reset()
    unfinished = nil
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
    for packet in packets(in: unwrapped(chunk)) {
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

  /// What stood behind the headers of a board that wants them; requests to its microcontroller are
  /// answered as in the log of an SR250.
  private mutating func unwrapped(_ chunk: [UInt8]) -> [UInt8] {
    guard let items = headers?.append(chunk) else { return chunk }
    return items.flatMap { item -> [UInt8] in
      guard item.type != PnPFraming.uci else { return item.bytes }
      if let step = PnPFraming.start.first(where: { $0.request[0] == item.type }) {
        outbox.add(Delivery(bytes: step.answer, delay: .zero), at: now)
      }
      return []
    }
  }

  private mutating func packets(in chunk: [UInt8]) -> [UCIPacket] {
    let items = hooks.read(segments.append(chunk))
    if hooks.needsWholeReads { segments.reset() }
    return items.flatMap { item -> [UCIPacket] in
      switch item {
      case .segment(let segment): return packets(of: segment)
      case .damage(let reason, _):
        if reason == .reservedMessageType {
          reassembler.reset()
          unfinished = nil
        }
        if hooks.losesStepOnDamage { isWedged = true }
        return []
      }
    }
  }

  /// The message that a segment completes, if it does.
  private mutating func packets(of segment: UCISegment) -> [UCIPacket] {
    let isAlone = personality.creditsIdleData && segment.header.messageType == .data
    let fate = isAlone ? .takeWhole : hooks.segment(segment, unfinished)
    if segment.header.messageType != .data {
      unfinished = segment.header.moreSegments ? segment.header : nil
    }
    switch fate {
    case .take: break
    case .takeAnew: reassembler.reset()
    case .takeWhole:
      let header = segment.header
      return [
        UCIPacket(
          header.messageType, gid: header.gid, oid: header.oid, payload: Array(segment.payload))
      ]
    case .drop: return []
    }
    var packets: [UCIPacket] = []
    for item in reassembler.append(segment) {
      switch item {
      case .packet(let packet, _): packets.append(packet)
      case .damage: if hooks.losesStepOnDamage { isWedged = true }
      }
    }
    return packets
  }

  private mutating func receive(_ packet: UCIPacket) {
    history.sessions = machine.sessions
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
    let calibration = packet.isVendorCommand ? machine.calibration : nil
    let actions = machine.receive(packet, microseconds: microseconds)
    if let calibration, calibration != machine.calibration {
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
  private mutating func perform(_ actions: [UWBSubsystem.Action], ghost: UWBSubsystem? = nil) {
    for action in actions {
      switch action {
      case .send(let packet):
        for delivery in hooks.outgoing(packet, history) { queue(delivery) }
        if packet.messageType == .notification, packet.gid == SessionInfoNotification.gid,
          packet.oid == SessionInfoNotification.oid
        {
          history.reports &+= 1
        }
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
  private mutating func divert(_ cause: SessionCause?, _ before: [UWBSession]) {
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

  // MARK: Ranging

  private mutating func start(_ token: UInt32, _ configuration: AppConfiguration) {
    stop(token)
    guard let radio = radio(token) else { return }
    let interval = hooks.interval(configuration.blockDuration)
    let delay = machine.initiationDelay(configuration, microseconds: microseconds)
    ranging.append(
      SubsystemRanging(
        token: token, transmission: room.open(radio), interval: interval,
        stride: configuration.blockStride, peers: configuration.destinations,
        due: now.advanced(by: .microseconds(Int64(clamping: delay))).advanced(by: interval)))
  }

  private mutating func update(_ token: UInt32, _ configuration: AppConfiguration) {
    guard let index = ranging.firstIndex(where: { $0.token == token }), let radio = radio(token)
    else { return }
    room.change(ranging[index].transmission, to: radio)
    ranging[index].interval = hooks.interval(configuration.blockDuration)
    ranging[index].stride = configuration.blockStride
    ranging[index].peers = configuration.destinations
  }

  private mutating func stop(_ token: UInt32) {
    for session in ranging where session.token == token { room.close(session.transmission) }
    ranging.removeAll { $0.token == token }
  }

  private mutating func dropGhosts() {
    guard !hooks.stopsRanging else { return }
    let tokens = machine.sessions.map(\.token)
    for session in ranging where session.ghost != nil && !tokens.contains(session.token) {
      stop(session.token)
    }
  }

  private func radio(_ token: UInt32) -> RadioSession? {
    guard let session = machine.sessions.first(where: { $0.token == token }) else { return nil }
    var radio = RadioSession(name, session)
    radio.ignoresSTS = !hooks.checksSTS
    return radio
  }

  private var microseconds: UInt64 { UInt64(max(0, now.microseconds)) }

  private mutating func runRound(of index: Int) {
    let session = ranging[index]
    ranging[index].advance()
    var measurements = room.round(session.transmission, block: session.block).compactMap {
      UWBSMeasurement($0)
    }
    let round = UCIRound(number: session.number, peers: session.peers)
    guard hooks.round(&measurements, round) else { return }
    let before = tap == nil ? [] : machine.sessions
    defer { divert(.round(of: session.token), before) }
    if var ghost = session.ghost {
      let actions = ghost.rangingRound(
        token: session.token, blockIndex: session.block, measurements: measurements)
      // Before the actions: they may end the session, and its place here.
      ranging[index].ghost = ghost
      perform(actions)
    } else {
      perform(
        machine.rangingRound(
          token: session.token, blockIndex: session.block, measurements: measurements))
    }
    for message in room.takeMessages(session.transmission) {
      perform(
        machine.dataReceived(
          token: session.token, from: message.sender, sequenceNumber: message.sequenceNumber,
          appData: message.bytes))
    }
  }
}

extension UCIPacket {
  /// Whether it is a command of a vendor's group.
  fileprivate var isVendorCommand: Bool { messageType == .command && gid > 8 }
}

extension UWBSubsystem.Action {
  /// Whether this is the response OK to CORE_DEVICE_RESET.
  fileprivate var isResetAccepted: Bool {
    guard case .send(let packet) = self else { return false }
    return CoreDeviceResetResponse.isNamed(by: packet)
      && packet.payload.first == UCIStatus.ok.rawValue
  }
}
