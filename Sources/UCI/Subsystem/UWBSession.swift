/// One session of a subsystem.
public struct UWBSession: Hashable, Sendable {
  /// The id that the host chose.
  public let id: UInt32
  /// The token of its messages: the handle in FiRa 2.x, the id in FiRa 1.x.
  public let token: UInt32
  /// Its type.
  public let type: UCISessionType
  /// INIT, IDLE or ACTIVE.
  public internal(set) var state: UCISessionState = .initial
  /// What the host has set.
  public internal(set) var configuration = AppConfiguration()
  /// Rounds since it was last started; the number of the next SESSION_INFO.
  public internal(set) var sequenceNumber: UInt32 = 0
  /// The block of the last round.
  public internal(set) var blockIndex: UInt32 = 0

  init(id: UInt32, token: UInt32, type: UCISessionType) {
    self.id = id
    self.token = token
    self.type = type
  }
}
