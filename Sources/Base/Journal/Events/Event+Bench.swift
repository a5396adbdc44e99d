extension Event {
  /// An entry of one of the lists that keep a bad verdict from counting.
  public struct Suppression: Sendable, Equatable {
    /// Which list an entry stands in.
    public enum List: String, Codable, Sendable, Hashable, CaseIterable {
      /// Not trusted for now: runs, and does not count.
      case quarantine
      /// A known fault of a device that the team has accepted.
      case waiver
    }

    /// Which list it stands in.
    public var list: List
    /// The cases that it is about, as the list names them; nil for all.
    public var cases: String?
    /// The board that it is about; nil for all.
    public var board: String?
    /// Why.
    public var reason: String
    /// Where it is followed up.
    public var link: String
    /// The day as `2026-11-21`: when it is to be looked at again, or when it was accepted.
    public var date: String
    /// Instances of the run that it applies to.
    public var matches: Int

    /// An entry of a list.
    public init(
      list: List, cases: String?, board: String?, reason: String, link: String, date: String,
      matches: Int
    ) {
      self.list = list
      self.cases = cases
      self.board = board
      self.reason = reason
      self.link = link
      self.date = date
      self.matches = matches
    }
  }

  /// A rung of the ladder that a fault of the rig is climbed out on: begun.
  public struct RecoveryStarted: Sendable, Equatable {
    /// Name of the board in the rig file.
    public var board: String
    /// The rung, as the rig file names it.
    public var rung: String
    /// The fault.
    public var reason: String
    /// The effects beside the fault itself, in words; empty for none.
    public var touches: [String]

    /// A rung that is climbed now.
    public init(board: String, rung: String, reason: String, touches: [String]) {
      self.board = board
      self.rung = rung
      self.reason = reason
      self.touches = touches
    }
  }

  /// A rung of the ladder that a fault of the rig is climbed out on: over.
  public struct RecoveryFinished: Sendable, Equatable {
    /// Name of the board in the rig file.
    public var board: String
    /// The rung, as the rig file names it.
    public var rung: String
    /// Whether the board reached its start state afterwards.
    public var ok: Bool
    /// Why not, or why the rung was left out; empty where there is nothing to say.
    public var reason: String

    /// A rung that is over.
    public init(board: String, rung: String, ok: Bool, reason: String = "") {
      self.board = board
      self.rung = rung
      self.ok = ok
      self.reason = reason
    }
  }
}
