public import Bench
public import Errors
public import Flashing
import LabRuntime
public import Links
public import RigFile

/// A board as the runner handles it, whatever its firmware.
protocol RunnableBoard: Sendable {
  var name: String { get }
  /// Opens the link if it is not open, brings the board to its start state and proves it.
  func bringToStartState() async throws(RigError)
  /// The protocol's own reset, whatever state the board is in; opens the link if it is not open.
  func resetByProtocol() async throws(RigError)
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

  /// Whether the link is open.
  public var isConnected: Bool { (try? session.current()) != nil }

  /// The Bluetooth LE device as another central sees it; nil for an accessory that is none.
  public func peripheral(for central: String) -> (any GATTPeripheral)? {
    board.peripheral(for: central)
  }

  /// Whether the rig can take the board's power away.
  public var canCutPower: Bool { board.canCutPower }

  /// Takes the power away and gives it back; the link is closed then.
  public func cutPower(for duration: Duration) async throws {
    session.close(reason: "the power is cut")
    _ = try await board.cutPower(for: duration)
  }

  /// Brings the board to an image; the link is closed then.
  ///
  /// - Parameter folder: where a relative path of the image begins.
  /// - Throws: ``FlashError``.
  public func flash(
    _ image: RigBoard.Image, from folder: String, report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    session.close(reason: "to be flashed")
    return try await board.flash(image, from: folder, report: report)
  }
}

extension RunnableBoard where Self: CaseBoard {
  var ending: RigError? { session.ending }
  var lastSent: SentFrames { session.lastSent }
  var receivedFrames: Int { session.receivedFrames }

  func beginCase() { session.beginCase() }
  func close(reason: String) { session.close(reason: reason) }
}
