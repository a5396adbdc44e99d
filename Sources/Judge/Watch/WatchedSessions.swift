import LabRuntime
import UCI

/// The sessions of a UCI board as the watch follows them.
struct WatchedSessions: Sendable {
  private var sessions: [WatchedSession] = []
  /// A SESSION_INIT is waiting for its answer.
  private var begun: [UInt32] = []
  /// The board has answered a reset since the run began: what it had before is gone.
  private var wasReset = false
  /// Until when sessions that the board had before the first reset may be said to end.
  private var inheritedUntil = LabInstant.zero
  /// Sessions that have gone without a word, which may come yet, and until when.
  private var departed: [(token: UInt32, until: LabInstant)] = []
  /// Sessions that it has said to be ended, which it says once.
  private var ended: [UInt32] = []
  /// Sessions that data or commands of the host have named, whether they were begun or not.
  private var named: [UInt32] = []
  /// Until when a board may say that it is ready, after what is a reason for it.
  private var readyUntil = LabInstant.zero
  /// Until when a board may say that it is active, whether a session ranges or not.
  private var activeUntil = LabInstant.zero

  /// Until when what happens now is a reason to become ready, or for another state.
  private static func patience(from now: LabInstant) -> LabInstant {
    LabInstant(nanoseconds: now.nanoseconds &+ 3_000_000_000)
  }
  /// Sessions that are remembered; more than any board has.
  private static let most = 1024

  /// Whether one of the sessions has a device address now.
  func areCalled(_ address: [UInt8]) -> Bool { sessions.contains { $0.address == address } }

  mutating func opened(at now: LabInstant) {
    readyUntil = Self.patience(from: now)
    // It may have been restarted meanwhile, with sessions of its own; what came meanwhile is lost.
    wasReset = false
    begun = []
    for index in sessions.indices { sessions[index].sequence = nil }
  }

  // MARK: What it is told

  /// Commands of the configuration that only ask.
  private static let questions = [
    SessionGetAppConfigCommand.oid, SessionGetCountCommand.oid, SessionGetStateCommand.oid,
  ]

  /// Whether a message may change what is known of the sessions, or may not fit it.
  static func follows(_ header: UCIHeader) -> Bool {
    switch header.messageType {
    case .command:
      switch header.gid {
      case UCIGroup.core.rawValue: header.oid == CoreDeviceResetCommand.oid
      case UCIGroup.sessionConfig.rawValue: !questions.contains(header.oid)
      case UCIGroup.sessionControl.rawValue: header.oid != SessionGetRangingCountCommand.oid
      default: true
      }
    case .response: header.oid == 0 && header.gid <= UCIGroup.sessionConfig.rawValue
    default: !header.isOfVendor
    }
  }

  /// Takes a command or data of the host: its payload, as far as it says which session it is about.
  mutating func commanded(
    _ header: UCIHeader, _ payload: ArraySlice<UInt8>, at now: LabInstant
  ) {
    let until = Self.patience(from: now)
    if header.messageType == .data {
      if let session = payload.firstNumber { name(session) }
      return
    }
    guard header.messageType == .command else { return }
    switch (header.gid, header.oid) {
    case (UCIGroup.core.rawValue, CoreDeviceResetCommand.oid):
      readyUntil = until
      for session in sessions { touch(session.token, until) }
    case (UCIGroup.core.rawValue, _): break
    case (UCIGroup.sessionConfig.rawValue, _), (UCIGroup.sessionControl.rawValue, _):
      guard let session = payload.firstNumber else { return }
      commanded(header, session, payload, until)
    // Tests range too, and what vendors have their boards do is theirs.
    default: (readyUntil, activeUntil) = (until, until)
    }
  }

  private mutating func commanded(
    _ header: UCIHeader, _ token: UInt32, _ payload: ArraySlice<UInt8>, _ until: LabInstant
  ) {
    switch (header.gid, header.oid) {
    case (SessionInitCommand.gid, SessionInitCommand.oid):
      // Sent again, it is answered once.
      begun.removeAll { $0 == token }
      begun.append(token)
      readyUntil = until
    case (SessionDeinitCommand.gid, SessionDeinitCommand.oid),
      (SessionStopCommand.gid, SessionStopCommand.oid):
      touch(token, until)
      readyUntil = until
    case (SessionStartCommand.gid, SessionStartCommand.oid):
      touch(token, until)
      change(token) { session in
        session.oldReports = WatchedSession.mostOldReports
        session.isStarted = true
        session.ceased = nil
        session.measurementType = nil
      }
      (readyUntil, activeUntil) = (until, until)
    case (SessionSetAppConfigCommand.gid, SessionSetAppConfigCommand.oid):
      touch(token, until)
      change(token) { $0.configure(payload) }
    case (
      SessionUpdateControllerMulticastListCommand.gid,
      SessionUpdateControllerMulticastListCommand.oid
    ):
      name(token)
      touch(token, until)
    default: break
    }
  }

  private mutating func name(_ session: UInt32) {
    guard !named.contains(session) else { return }
    named = named.suffix(63) + [session]
  }

  private mutating func change(_ name: UInt32, _ change: (inout WatchedSession) -> Void) {
    if let index = index(of: name) ?? sessions.lastIndex(where: { $0.id == name }) {
      change(&sessions[index])
    }
  }

  private mutating func touch(_ name: UInt32, _ until: LabInstant) {
    change(name) { session in
      session.isCommanded = true
      session.changesUntil = until
    }
  }

  /// The oldest SESSION_INIT is asked for again.
  mutating func forgetBegun() { if !begun.isEmpty { begun.removeFirst() } }

  // MARK: What it says

  /// Takes the frame of a state of the device or of a session, where the rules allow it and its fields
  /// are right; false for any other, of which nothing is taken.
  mutating func takes(_ header: UCIHeader, _ frame: [UInt8], at now: LabInstant) -> Bool {
    switch (header.gid, header.oid) {
    case (CoreDeviceStatusNotification.gid, CoreDeviceStatusNotification.oid):
      let state = frame.last.map(UCIDeviceState.init(rawValue:))
      return state == .active && allowsActive(at: now) || state == .ready && now <= readyUntil
    case (SessionStatusNotification.gid, SessionStatusNotification.oid):
      guard let token = frame[UCIHeader.size...].firstNumber, let index = index(of: token)
      else { return false }
      let state = UCISessionState(rawValue: frame[UCIHeader.size + 4])
      guard allows(state, hasReason: frame[UCIHeader.size + 5] != 0, of: index, at: now) else {
        return false
      }
      readyUntil = Self.patience(from: now)
      settle(index, state, at: now)
      return true
    default: return false
    }
  }

  /// Takes the frame of a right answer to a reset or to SESSION_INIT.
  mutating func takes(answer frame: [UInt8], _ header: UCIHeader, at now: LabInstant) {
    let isOK = frame[UCIHeader.size] == UCIStatus.ok.rawValue
    if header.gid == CoreDeviceResetResponse.gid {
      if isOK { reset(at: now) }
    } else {
      begin(isTaken: isOK, handle: frame[(UCIHeader.size + 1)...].firstNumber, at: now)
    }
  }

  mutating func received(_ message: UCIMessage, at now: LabInstant, _ sight: inout UCISight) {
    switch message {
    case .coreDeviceResetResponse(let response): if response.status == .ok { reset(at: now) }
    case .sessionInitResponse(let response):
      begin(isTaken: response.status == .ok, handle: response.body?.sessionHandle, at: now)
    case .coreDeviceStatusNotification(let status):
      // It may have had a reason before it was reset.
      if status.deviceState == .error, wasReset {
        sight[.deviceStatus] = Breach(expected: "READY or ACTIVE", got: "ERROR")
      }
      if status.deviceState == .ready, now > readyUntil {
        sight[.trespass] = Breach(
          expected: "nothing", got: "READY without a reset and without a change of any session",
          unasked: CoreDeviceStatusNotification.name)
      }
      if status.deviceState == .active, !allowsActive(at: now) {
        sight[.trespass] = Breach(
          expected: "nothing: no session ranges", got: "ACTIVE without a session that was started",
          unasked: CoreDeviceStatusNotification.name)
      }
    case .sessionStatusNotification(let status): take(status, at: now, &sight)
    case .sessionInfoNotification(let report): take(report, at: now, &sight)
    case .sessionDataCreditNotification(let credit): require(credit.sessionToken, &sight)
    case .sessionDataTransferStatusNotification(let status): require(status.sessionToken, &sight)
    case .sessionDataTransferStatusNotificationPica(let status):
      require(status.sessionToken, &sight)
    case .sessionUpdateControllerMulticastListNotification(let list):
      require(list.sessionToken, &sight)
    case .sessionUpdateControllerMulticastListNotificationFiRa1(let list):
      require(list.sessionToken, &sight)
    case .dataMessageSnd:
      sight[.trespass] = Breach(expected: "data that boards send", got: sight.name)
    case .dataMessageRcv(let data): require(data.sessionToken, &sight)
    case .dataMessageRcvNXP(let data): require(data.sessionToken, &sight)
    default: break
    }
  }

  /// Whether the device may say that it is active: a session ranges, or has been told to.
  private func allowsActive(at now: LabInstant) -> Bool {
    !wasReset || now <= activeUntil || sessions.contains(where: \.isStarted)
  }

  private mutating func reset(at now: LabInstant) {
    for index in sessions.indices where sessions[index].isStarted {
      sessions[index].isStarted = false
      sessions[index].ceased = now
    }
    readyUntil = Self.patience(from: now)
    if !wasReset { inheritedUntil = readyUntil }
    wasReset = true
    begun = []
  }

  private mutating func begin(isTaken: Bool, handle: UInt32?, at now: LabInstant) {
    guard !begun.isEmpty else { return }
    let id = begun.removeFirst()
    guard isTaken else { return }
    let token = handle ?? id
    // One of the same name before it has gone without a word.
    departed.removeAll { $0.until < now }
    let until = Self.patience(from: now)
    for old in sessions where old.id == id && old.token != token {
      departed.append((old.token, until))
    }
    ended.removeAll { $0 == token }
    sessions.removeAll { $0.token == token || $0.id == id }
    sessions.append(
      WatchedSession(id: id, token: token, changesUntil: Self.patience(from: now)))
    if sessions.count > Self.most { sessions.removeFirst() }
  }

  /// Whether a notification may be about a session that is not known: one from before the reset, or one
  /// whose beginning is not answered yet.
  private var allowsStrangers: Bool { !wasReset || !begun.isEmpty }

  private func index(of name: UInt32) -> Int? {
    sessions.lastIndex { $0.token == name }
  }

  private func require(_ name: UInt32, _ sight: inout UCISight) {
    if index(of: name) == nil, !allowsStrangers, !named.contains(name),
      !departed.contains(where: { $0.token == name })
    {
      sight[.session] = Breach(
        expected: "a session that was begun",
        got: "0x\(String(name, radix: 16, uppercase: true)) in \(sight.name)")
    }
  }

  private mutating func take(
    _ status: SessionStatusNotification, at now: LabInstant, _ sight: inout UCISight
  ) {
    readyUntil = Self.patience(from: now)
    guard let index = index(of: status.sessionToken) else {
      // A host that was killed has left it to the reset.
      let isInherited =
        status.sessionState == .deinitialized && now <= inheritedUntil
        && !ended.contains(status.sessionToken)
      return isInherited ? () : require(status.sessionToken, &sight)
    }
    let hasReason = status.reasonCode.rawValue != 0
    if !allows(status.sessionState, hasReason: hasReason, of: index, at: now) {
      sight[.trespass] = Breach(
        expected:
          "nothing: the session is \(sessions[index].state?.name ?? "new") and was told nothing",
        got: "\(status.sessionState.name), reason \(status.reasonCode.name)",
        unasked: SessionStatusNotification.name)
    }
    settle(index, status.sessionState, at: now)
  }

  /// Whether a session may say that it is in a state.
  private func allows(
    _ state: UCISessionState, hasReason: Bool, of index: Int, at now: LabInstant
  ) -> Bool {
    let before = sessions[index].state
    return sessions[index].isCommanded || hasReason
      || (before != state && (before == .active || now <= sessions[index].changesUntil))
  }

  /// A session has said its state.
  private mutating func settle(_ index: Int, _ state: UCISessionState, at now: LabInstant) {
    sessions[index].state = state
    sessions[index].isCommanded = false
    switch state {
    case .active:
      sessions[index].isStarted = true
      sessions[index].ceased = nil
    case .deinitialized:
      ended = ended.suffix(63) + [sessions[index].token]
      sessions.remove(at: index)
    default:
      if sessions[index].isStarted { sessions[index].ceased = now }
      sessions[index].isStarted = false
    }
  }

  private mutating func take(
    _ report: SessionInfoNotification, at now: LabInstant, _ sight: inout UCISight
  ) {
    guard let index = index(of: report.sessionToken) else {
      return require(report.sessionToken, &sight)
    }
    sessions[index].take(report, at: now, &sight)
  }
}
