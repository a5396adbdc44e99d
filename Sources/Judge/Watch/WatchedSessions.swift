import LabRuntime
import UCI

/// The sessions of a UCI board as the watch follows them.
struct WatchedSessions: Sendable {
  private struct Session {
    /// The identifier that the host chose.
    let id: UInt32
    /// What later messages call it.
    let token: UInt32
    var state: UCISessionState?
    /// A command that may change its state has been sent since the state was last told.
    var isCommanded = true
    /// Until when the last command may still change its state.
    var changesUntil: LabInstant
    /// It was told to start, and not yet that it is no longer active.
    var isStarted = false
    /// When it ceased to be active.
    var ceased: LabInstant?
    /// It has reported a round since.
    var hasReportedLate = false
    var interval = Duration.zero
    var sequence: UInt32?
    /// A start may have begun the numbers anew.
    var mayBeginAnew = false
    /// Reports come for every round: their numbers follow each other without a gap.
    var reportsAll = true
    var address: [UInt8]?
  }

  private var sessions: [Session] = []
  /// A SESSION_INIT is waiting for its answer.
  private var begun: [UInt32] = []
  /// The board has answered a reset since the run began: what it had before is gone.
  private var wasReset = false
  /// Until when sessions that the board had before the first reset may be said to end.
  private var inheritedUntil = LabInstant.zero
  /// Sessions that data or commands of the host have named, whether they were begun or not.
  private var named: [UInt32] = []
  /// Until when a board may say that it is ready, after what is a reason for it.
  private var readyUntil = LabInstant.zero

  /// A reason to become ready lasts so long.
  private static let patience = Duration.seconds(3)
  /// Sessions that are remembered; more than any board has.
  private static let most = 1024

  /// Whether one of the sessions has a device address now.
  func areCalled(_ address: [UInt8]) -> Bool { sessions.contains { $0.address == address } }

  mutating func opened(at now: LabInstant) {
    readyUntil = now.advanced(by: Self.patience)
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

  mutating func commanded(_ message: UCIMessage, at now: LabInstant) {
    let until = now.advanced(by: Self.patience)
    switch message {
    case .coreDeviceResetCommand:
      readyUntil = until
      for session in sessions { touch(session.token, until) }
    case .sessionInitCommand(let command):
      // Sent again, it is answered once.
      begun.removeAll { $0 == command.sessionID }
      begun.append(command.sessionID)
      readyUntil = until
    case .sessionDeinitCommand(let command):
      touch(command.sessionToken, until)
      readyUntil = until
    case .sessionStartCommand(let command):
      touch(command.sessionToken, until)
      change(command.sessionToken) { session in
        session.mayBeginAnew = true
        session.isStarted = true
        session.ceased = nil
      }
      readyUntil = until
    case .sessionStopCommand(let command):
      touch(command.sessionToken, until)
      readyUntil = until
    case .sessionSetAppConfigCommand(let command):
      touch(command.sessionToken, until)
      change(command.sessionToken) { session in
        for parameter in command.tlvs {
          if parameter.id == .deviceMACAddress { session.address = parameter.value }
          if parameter.id == .sessionInfoNtfConfig { session.reportsAll = parameter.value == [1] }
        }
      }
    case .sessionUpdateControllerMulticastListCommand(let command):
      name(command.sessionToken)
      touch(command.sessionToken, until)
    case .dataMessageSnd(let data): name(data.sessionToken)
    default: break
    }
  }

  private mutating func name(_ session: UInt32) {
    guard !named.contains(session) else { return }
    named = named.suffix(63) + [session]
  }

  private mutating func change(_ name: UInt32, _ change: (inout Session) -> Void) {
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

  mutating func received(_ message: UCIMessage, at now: LabInstant, _ sight: inout UCISight) {
    switch message {
    case .coreDeviceResetResponse(let response):
      guard response.status == .ok else { break }
      for index in sessions.indices where sessions[index].isStarted {
        sessions[index].isStarted = false
        sessions[index].ceased = now
      }
      if !wasReset { inheritedUntil = now.advanced(by: Self.patience) }
      wasReset = true
      begun = []
      readyUntil = now.advanced(by: Self.patience)
    case .sessionInitResponse(let response): begin(response, at: now)
    case .coreDeviceStatusNotification(let status):
      // It may have had a reason before it was reset.
      if status.deviceState == .error, wasReset {
        sight[.deviceStatus] = Breach(expected: "READY or ACTIVE", got: "ERROR")
      }
      if status.deviceState == .ready, now > readyUntil {
        sight[.trespass] = Breach(
          expected: "nothing", got: "READY without a reset and without a change of any session")
      }
    case .sessionStatusNotification(let status): take(status, at: now, &sight)
    case .sessionInfoNotification(let report): take(report, at: now, &sight)
    case .sessionDataCreditNotification(let credit): require(credit.sessionToken, &sight)
    case .sessionDataTransferStatusNotification(let status): require(status.sessionToken, &sight)
    case .sessionUpdateControllerMulticastListNotification(let list):
      require(list.sessionToken, &sight)
    default: break
    }
  }

  private mutating func begin(_ response: SessionInitResponse, at now: LabInstant) {
    guard !begun.isEmpty else { return }
    let id = begun.removeFirst()
    guard response.status == .ok else { return }
    let token = response.body?.sessionHandle ?? id
    // One of the same name before it has gone without a word.
    sessions.removeAll { $0.token == token || $0.id == id }
    sessions.append(
      Session(id: id, token: token, changesUntil: now.advanced(by: Self.patience)))
    if sessions.count > Self.most { sessions.removeFirst() }
  }

  /// Whether a notification may be about a session that is not known: one from before the reset, or one
  /// whose beginning is not answered yet.
  private var allowsStrangers: Bool { !wasReset || !begun.isEmpty }

  private func index(of name: UInt32) -> Int? {
    sessions.lastIndex { $0.token == name }
  }

  private func require(_ name: UInt32, _ sight: inout UCISight) {
    if index(of: name) == nil, !allowsStrangers, !named.contains(name) {
      sight[.session] = Breach(
        expected: "a session that was begun",
        got: "0x\(String(name, radix: 16, uppercase: true)) in \(sight.name)")
    }
  }

  private mutating func take(
    _ status: SessionStatusNotification, at now: LabInstant, _ sight: inout UCISight
  ) {
    readyUntil = now.advanced(by: Self.patience)
    guard let index = index(of: status.sessionToken) else {
      // A host that was killed has left it to the reset.
      let isInherited = status.sessionState == .deinitialized && now <= inheritedUntil
      return isInherited ? () : require(status.sessionToken, &sight)
    }
    let before = sessions[index].state
    let isAllowed =
      sessions[index].isCommanded || status.reasonCode.rawValue != 0
      || (before != status.sessionState
        && (before == .active || now <= sessions[index].changesUntil))
    if !isAllowed {
      sight[.trespass] = Breach(
        expected: "nothing: the session is \(before?.name ?? "new") and was told nothing",
        got: "\(status.sessionState.name), reason \(status.reasonCode.name)")
    }
    sessions[index].state = status.sessionState
    sessions[index].isCommanded = false
    switch status.sessionState {
    case .active:
      sessions[index].isStarted = true
      sessions[index].ceased = nil
    case .deinitialized: sessions.remove(at: index)
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
    let session = sessions[index]
    if report.currentRangingInterval > 0 {
      sessions[index].interval = .milliseconds(Int64(report.currentRangingInterval))
    }
    // A round may be in the air when the session ends.
    let grace = max(session.interval * 2, .milliseconds(500))
    let isLate = session.ceased.map { $0.duration(to: now) > grace } ?? true
    if !session.isStarted, isLate || session.hasReportedLate {
      sight[.trespass] = Breach(
        expected: "no report: the session is \(session.state?.name ?? "new")",
        got: "\(SessionInfoNotification.name) number \(report.sequenceNumber)")
    }
    sessions[index].hasReportedLate = !session.isStarted
    if let last = session.sequence {
      let follows =
        session.reportsAll
        ? report.sequenceNumber == last &+ 1 : report.sequenceNumber > last
      let isAnew = session.mayBeginAnew && report.sequenceNumber <= 1
      if isAnew { sessions[index].mayBeginAnew = false }
      if !follows, !isAnew {
        sight[.sequence] = Breach(
          expected: "number \(last &+ 1)", got: "number \(report.sequenceNumber)")
      }
    }
    sessions[index].sequence = report.sequenceNumber
  }
}
