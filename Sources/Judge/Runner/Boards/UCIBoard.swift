public import Bench
public import Errors
import Links
import RigFile
import Synchronization
import UCI
public import UCIHost

/// A UCI board as a case sees it: its host side, and the proofs that the rig owes before and after.
public final class UCIBoard: RunnableBoard, CaseBoard {
  /// The board of the bench.
  public let board: BenchBoard

  /// Whether the board has hung up on a fence: the next ones ask for something else.
  private let hungUpOnFence = Mutex(false)

  /// Whether the board has left upon the first reset, and the reset has failed.
  private let leftOnce = Mutex(false)

  init(_ board: BenchBoard) { self.board = board }

  // MARK: What a case does

  /// The subsystem behind the open link.
  ///
  /// - Throws: ``RigError`` when the case itself has closed it.
  public func host() throws(RigError) -> UCIHost {
    let host = try session.host()
    host.ignoresVendorNotifications = true
    host.asksCountInFences = hungUpOnFence.withLock { $0 }
    return host
  }

  // MARK: What the runner does

  /// DEVICE_RESET and READY, and the answer to a fence behind them.
  func bringToStartState() async throws(RigError) {
    _ = try await session.opened()
    let host = try host()
    do throws(UCIHostError) {
      try await reset(host)
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

  /// Resets the board. A chip that restarts does so upon each reset: one that has left upon the first
  /// alone has died there, even where the first reset did not come to its end.
  private func reset(_ host: UCIHost) async throws(UCIHostError) {
    let isNew = session.restartsOnReset == nil
    do throws(UCIHostError) { try await host.reset() } catch {
      if isNew, session.restartsOnReset == true { leftOnce.withLock { $0 = true } }
      throw error
    }
    let hasLeft = leftOnce.withLock { left in
      defer { left = false }
      return left
    }
    if isNew, session.restartsOnReset == true { return try await requireAnotherRestart(host) }
    if hasLeft, session.restartsOnReset == false { throw Self.died }
  }

  private static let died = UCIHostError(
    .closed, CoreDeviceResetCommand.name,
    "the board hung up upon a reset, and not upon the next one: it died")

  /// Tells a chip that restarts upon each reset from one that has died upon the first.
  private func requireAnotherRestart(_ host: UCIHost) async throws(UCIHostError) {
    let before = host.restarts
    try await host.reset()
    guard host.restarts == before else { return }
    session.restartsOnReset = false
    throw Self.died
  }

  /// DEVICE_RESET, whatever was going on.
  func resetByProtocol() async throws(RigError) { try await bringToStartState() }

  /// Learns from what the board has hung up on: one that does so on a fence would fail every case that
  /// has one, whatever that is about. True when that was not known yet.
  func learns(fromEndAfter sent: SentFrames) -> Bool {
    guard sent.frames == [CoreGetDeviceInfoCommand().packet.bytes] else { return false }
    return hungUpOnFence.withLock { known in
      defer { known = true }
      return !known
    }
  }

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
