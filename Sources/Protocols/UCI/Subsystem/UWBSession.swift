/// One session of a subsystem.
public struct UWBSession: Equatable, Sendable {
  /// A data message of the host that waits for the air.
  struct Outgoing: Equatable, Sendable {
    let sequenceNumber: UInt16
    let destination: [UInt8]
    let appData: [UInt8]
    /// How often it has been on the air.
    var transmissions: UInt8 = 0
    /// Rounds in a row in which its receiver was not heard.
    var silentRounds: UInt8 = 0
  }

  /// The id that the host chose.
  public let id: UInt32
  /// The token of its messages: the handle in FiRa 2.x, the id in FiRa 1.x.
  public let token: UInt32
  /// Its type.
  public let type: UCISessionType
  /// INIT, IDLE or ACTIVE.
  public internal(set) var state: UCISessionState = .initial
  /// The configuration set by the host.
  public internal(set) var configuration = AppConfiguration()
  /// Rounds since it was last started; the number of the next SESSION_INFO.
  public internal(set) var sequenceNumber: UInt32 = 0
  /// Id and key of the sub-sessions of controlees that were added with them, by address.
  var controleeSubSessions: [[UInt8]: [UInt8]] = [:]
  /// Rounds in a row in which no peer was heard.
  var failedRounds: UInt32 = 0
  /// Whether a peer was inside the configured limits in the last round.
  var wasInside = false
  /// Data messages that wait, oldest first.
  var outgoing: [Outgoing] = []

  /// Forgets the last ranging.
  mutating func rewind() {
    sequenceNumber = 0
    failedRounds = 0
    wasInside = false
  }

  /// Id and key of the sub-session with a peer, where the STS is made of them: what the
  /// controlee's own parameters say, or what it was added to the controller with.
  public func subSession(with peer: [UInt8]) -> [UInt8]? {
    guard let config = configuration.number(.stsConfig), config == 2 || config == 4 else {
      return nil
    }
    if configuration.isController, let known = controleeSubSessions[peer] { return known }
    return Self.subSession(
      id: configuration[.subSessionID] ?? [0, 0, 0, 0],
      key: config == 4 ? configuration[.subSessionKey] ?? [] : [])
  }

  static func subSession(id: [UInt8], key: [UInt8]) -> [UInt8] { id + key }
}
