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
    let session = sessions.remove(at: index)
    let isActive = session.state == .active
    return (isActive ? [.stopRanging(token: token)] : [])
      + inOrder(
        personality.deinitOrder, response: send(SessionDeinitResponse(status: .ok)),
        session: sessionStatus(token, .deinitialized), from: before)
  }

  mutating func start(_ token: UInt32) -> [Action] {
    guard let index = index(of: token) else {
      return [send(SessionStartResponse(status: .errorSessionNotExist))]
    }
    switch sessions[index].state {
    case .initial: return [send(SessionStartResponse(status: .errorSessionNotConfigured))]
    case .active: return [send(SessionStartResponse(status: personality.startWhenActive))]
    default: break
    }
    let before = deviceState
    sessions[index].state = .active
    sessions[index].sequenceNumber = 0
    sessions[index].blockIndex = 0
    return inOrder(
      personality.startOrder, response: send(SessionStartResponse(status: .ok)),
      session: sessionStatus(token, .active), from: before)
      + [.startRanging(token: token, sessions[index].configuration)]
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
    return [.stopRanging(token: token)]
      + inOrder(
        personality.stopOrder, response: send(SessionStopResponse(status: .ok)),
        session: sessionStatus(token, .idle), from: before)
  }

  /// The packets of a state change in the order of the make; the device's state is told when it
  /// is another one than `before`.
  func inOrder(
    _ order: [UWBSPersonality.Step], response: Action?, session: Action,
    from before: UCIDeviceState
  ) -> [Action] {
    order.compactMap { step in
      switch step {
      case .response: response
      case .sessionStatus: session
      case .deviceStatus: deviceState == before ? nil : deviceStatus()
      }
    }
  }
}
