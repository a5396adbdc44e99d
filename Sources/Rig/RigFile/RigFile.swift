public import Links
public import Notation
public import Room

/// A bench as its rig file describes it: the boards, how bytes reach them, what they claim.
///
/// The shapes of the file are a contract with tools outside this repository. A value of this type
/// has passed every rule that can be checked without opening a board.
public struct RigFile: Sendable, Hashable {
  /// Whose clock a run follows.
  public enum Time: String, Sendable, Hashable, CaseIterable {
    case real
    /// The simulated laboratory's.
    case `virtual`
  }

  /// The file as it was named.
  public let file: String
  /// The folder that relative paths of the file were taken from, and that its programs run in.
  public let directory: String
  /// Name of the bench; the file's name where it gives none.
  public let name: String
  /// Whose clock a run follows.
  public internal(set) var time: Time
  /// The boards, in the order of the file; names are unique.
  public internal(set) var boards: [RigBoard]
  /// Where the virtual boards stand.
  public let room: RigRoom
  /// Name of the one way in which the model of the phone is not what it should be; nil for none. For
  /// tests of cases.
  public let phoneMisbehaviour: String?
  /// The faults on the links of the virtual boards and in their room.
  public var faults: FaultPlan
  /// How long and how much.
  public let limits: RigLimits
  /// Cases that are tried again otherwise than their boards say; the first that fits holds.
  public let retries: [RigRetryRule]
  /// The parts of the file that this build does not have, in the order of the lines.
  public internal(set) var notAvailable: [NotAvailable]
  /// The text of the file, for the folder of a run.
  public let text: String

  /// The boards that live in this process.
  public var virtualBoards: [RigBoard] { boards.filter { $0.link == .virtual } }

  /// The boards that are there without hardware: virtual ones and recorded ones.
  public var stagedBoards: [RigBoard] { boards.filter(\.link.isStaged) }

  /// The board of a name.
  public func board(named name: String) -> RigBoard? { boards.first { $0.name == name } }

  /// The same bench with these boards alone: the others may be unplugged, or in other hands.
  ///
  /// - Parameter probe: the debug probe that leads to them; nil for what the file says.
  public func keeping(only names: [String], probe: String? = nil) -> RigFile {
    var file = self
    file.boards = boards.filter { names.contains($0.name) }
    if let probe { for index in file.boards.indices { file.boards[index].probe = probe } }
    return file
  }
}

/// The room of the virtual boards.
public struct RigRoom: Sendable, Hashable {
  /// Name of the noise model.
  public var noise = "default"
  /// Obstacles in the way of signals.
  public var obstacles: [Obstacle] = []
  /// Whether all boards see each other.
  public var lineOfSight = true

  /// An empty room with the default noise.
  public init() {}
}
