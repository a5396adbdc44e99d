extension UWBSubsystem {
  mutating func initialize(_ command: SessionInitCommand) -> [Action] {
    if sessions.contains(where: { $0.id == command.sessionID }) {
      return [send(SessionInitResponse(status: .errorSessionDuplicate))]
    }
    guard personality.sessionTypes.contains(command.sessionType) else {
      return [send(SessionInitResponse(status: .invalidParam))]
    }
    guard sessions.count < personality.maximumSessions else {
      return [send(SessionInitResponse(status: .errorMaxSessionsExceeded))]
    }
    let session = UWBSession(
      id: command.sessionID, token: makeToken(for: command.sessionID), type: command.sessionType)
    sessions.append(session)
    let response =
      personality.dialect.version == .fira1
      ? SessionInitResponse(status: .ok)
      : SessionInitResponse(status: .ok, sessionHandle: session.token)
    return [send(response), sessionStatus(session.token, .initial)]
  }

  mutating func deinitialize(_ token: UInt32) -> [Action] {
    guard let index = index(of: token) else {
      return [send(SessionDeinitResponse(status: .errorSessionNotExist))]
    }
    let before = deviceState
    let isActive = sessions[index].state == .active
    let lost = dropData(of: index)
    sessions.remove(at: index)
    becomeBusy()
    return (isActive ? [.stopRanging(token: token)] : []) + lost
      + inOrder(
        personality.deinitOrder, response: send(SessionDeinitResponse(status: .ok)),
        sessions: [sessionStatus(token, .deinitialized)], tellsState: deviceState != before)
  }

  mutating func start(_ token: UInt32) -> [Action] {
    guard let index = index(of: token) else {
      return [send(SessionStartResponse(status: .errorSessionNotExist))]
    }
    if let status = obstacle(to: sessions[index]) {
      return [send(SessionStartResponse(status: status))]
    }
    let before = deviceState
    sessions[index].state = .active
    sessions[index].rewind()
    return inOrder(
      personality.startOrder, response: send(SessionStartResponse(status: .ok)),
      sessions: [sessionStatus(token, .active)], tellsState: deviceState != before)
      + [.startRanging(token: token, sessions[index].configuration)]
  }

  /// Why a session cannot start; nil when it can.
  private func obstacle(to session: UWBSession) -> UCIStatus? {
    switch session.state {
    case .initial: return .errorSessionNotConfigured
    case .active: return personality.startWhenActive
    default: break
    }
    // Lists that were set one after the other must fit each other in the end.
    guard inconsistencies(of: session.configuration).isEmpty else {
      return .errorSessionNotConfigured
    }
    // In FiRa 2.x the time is absolute, and 0 means at once; in FiRa 1.x it is a delay.
    let time = session.configuration.number(.uwbInitiationTime) ?? 0
    let isPast = time > 0 && UInt64(clamping: time) < microseconds
    return personality.reportedVersion == .fira2 && isPast ? .errorUWBInitiationTimeTooOld : nil
  }

  mutating func stop(_ token: UInt32) -> [Action] {
    guard let index = index(of: token) else {
      return [send(SessionStopResponse(status: .errorSessionNotExist))]
    }
    switch sessions[index].state {
    case .active: break
    case .initial: return [send(SessionStopResponse(status: .errorSessionNotConfigured))]
    default: return [send(SessionStopResponse(status: personality.stopWhenIdle))]
    }
    let before = deviceState
    sessions[index].state = .idle
    becomeBusy()
    return [.stopRanging(token: token)] + dropData(of: index)
      + inOrder(
        personality.stopOrder, response: send(SessionStopResponse(status: .ok)),
        sessions: [sessionStatus(token, .idle)], tellsState: deviceState != before)
  }

  /// From SESSION_START to the first block, in microseconds; at most a day.
  public func initiationDelay(
    _ configuration: AppConfiguration, microseconds: UInt64
  ) -> UInt64 {
    let time = UInt64(clamping: configuration.number(.uwbInitiationTime) ?? 0)
    let day: UInt64 = 86_400_000_000
    guard personality.reportedVersion == .fira2 else { return min(time, day / 1000) * 1000 }
    return time > microseconds ? min(time - microseconds, day) : 0
  }
}
