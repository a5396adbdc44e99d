import UCI

/// An event that may change the state of a session, and which one.
struct SessionCause: Hashable, Sendable {
  /// The name of a command, or `round`.
  let name: String
  /// Whose state it is about; nil: any that a command without a token concerns.
  private let token: UInt32?
  private let sessionID: UInt32?

  private init(_ name: String, token: UInt32? = nil, sessionID: UInt32? = nil) {
    self.name = name
    self.token = token
    self.sessionID = sessionID
  }

  /// A ranging round of a session, which may be its last.
  static func round(of token: UInt32) -> SessionCause { SessionCause("round", token: token) }

  func isAbout(_ session: UWBSession) -> Bool {
    if let sessionID { return session.id == sessionID }
    return token.map { $0 == session.token } ?? true
  }

  private static let sessionCommands: [any UCIMessageBody.Type] = [
    SessionDeinitCommand.self, SessionSetAppConfigCommand.self, SessionStartCommand.self,
    SessionStopCommand.self,
  ]

  init?(_ packet: UCIPacket) {
    if CoreDeviceResetCommand.isNamed(by: packet) {
      self.init(CoreDeviceResetCommand.name)
      return
    }
    guard packet.payload.count >= 4 else { return nil }
    if SessionInitCommand.isNamed(by: packet) {
      self.init(SessionInitCommand.name, sessionID: packet.token)
    } else if let command = Self.sessionCommands.first(where: { $0.isNamed(by: packet) }) {
      self.init(command.name, token: packet.token)
    } else {
      return nil
    }
  }
}
