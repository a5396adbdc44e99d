extension UWBSubsystem {
  /// Puts a session into a state whatever the rules say, without a message: for faulty boards.
  ///
  /// - Parameters:
  ///   - session: as it was; where it is gone it comes back.
  ///   - state: the state; a session that is deinitialized is not there.
  public mutating func force(_ session: UWBSession, into state: UCISessionState) {
    guard state != .deinitialized else {
      sessions.removeAll { $0.token == session.token }
      return
    }
    if index(of: session.token) == nil { sessions.append(session) }
    guard let index = index(of: session.token) else { return }
    sessions[index].state = state
  }
}
