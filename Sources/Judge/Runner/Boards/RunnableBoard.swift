public import Bench
public import Errors
import Links
public import RigFile

/// A board as the runner handles it, whatever its firmware.
protocol RunnableBoard: Sendable {
  var name: String { get }
  /// Opens the link if it is not open, brings the board to its start state and proves it.
  func bringToStartState() async throws(RigError)
  /// The protocol's own reset, whatever state the board is in; opens the link if it is not open.
  func resetByProtocol() async throws(RigError)
  /// Opens the link anew.
  func reopen() async throws(RigError)
  /// Closes the link.
  func close(reason: String)
  /// Forgets what a case did with the board: counters, the last frame.
  func beginCase()
  /// Why the link has ended; nil while it is open.
  var ending: RigError? { get }
  /// The last frames that went to the board, for a report.
  var lastSent: SentFrames { get }
  /// Frames that came since the case began.
  var receivedFrames: Int { get }
}

/// A board as a case sees it: a view on a board of the bench, which owns its link.
public protocol CaseBoard: Sendable {
  /// The board of the bench.
  var board: BenchBoard { get }
}

extension CaseBoard {
  /// The board as the rig file describes it.
  public var description: RigBoard { board.description }
  /// The name of the rig file.
  public var name: String { board.name }
  var session: BoardSession { board.session }

  /// Closes the link, as a host that goes away does; the board may go on with what it does.
  public func disconnect() { session.close(reason: "disconnected by the case") }

  /// Opens the link anew, as a host that comes does.
  public func connect() async throws(RigError) { try await session.open() }
}

extension RunnableBoard where Self: CaseBoard {
  var ending: RigError? { session.ending }
  var lastSent: SentFrames { session.lastSent }
  var receivedFrames: Int { session.receivedFrames }

  func beginCase() { session.beginCase() }
  func reopen() async throws(RigError) { try await session.open() }
  func close(reason: String) { session.close(reason: reason) }
}
