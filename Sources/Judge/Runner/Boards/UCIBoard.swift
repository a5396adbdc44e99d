public import Bench
public import Errors
import Links
import RigFile
public import UCIHost

/// A UCI board as a case sees it: its host side, and the proofs that the rig owes before and after.
public final class UCIBoard: RunnableBoard, CaseBoard {
  /// The board of the bench.
  public let board: BenchBoard

  init(_ board: BenchBoard) { self.board = board }

  // MARK: What a case does

  /// The subsystem behind the open link.
  ///
  /// - Throws: ``RigError`` when the case itself has closed it.
  public func host() throws(RigError) -> UCIHost { try session.host() }

  // MARK: What the runner does

  /// DEVICE_RESET and READY, and the answer to a fence behind them.
  func bringToStartState() async throws(RigError) {
    _ = try await session.opened()
    let host = try session.host()
    do throws(UCIHostError) {
      try await host.reset()
      // What the rig file does not say, the board is asked. What it says of itself is judged by a
      // case of its own; here only that it answers.
      if description.dialect == nil {
        do throws(UCIHostError) {
          session.identified(as: try await host.identify())
        } catch {
          guard error.code == .malformed || error.code == .status else { throw error }
        }
      }
    } catch {
      // The link has opened, so that this is no fault of the rig's: a subsystem must answer these. Of
      // a recording it says that the exchange is another one.
      let code: RigError.Code = description.link.scheme == .replay ? .notReady : .wedged
      throw error.code == .cancelled
        ? .runEnded : RigError(code, reason: "start state: \(error)")
    }
  }

  /// DEVICE_RESET, whatever was going on.
  func resetByProtocol() async throws(RigError) { try await bringToStartState() }

  /// Whether the board answers GET_DEVICE_INFO, whatever it sent before.
  func answersFence() async -> Bool {
    guard let host = try? host() else { return false }
    do throws(UCIHostError) {
      _ = try await host.fence()
      return true
    } catch {
      // Packets that cannot be read came from a board that talks.
      return error.code == .damaged
    }
  }
}
