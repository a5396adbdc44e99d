import LabRuntime
public import Links
public import Rig
import Synchronization
public import UCIHost

/// A UCI board as a case sees it: its host side, and the proofs that the rig owes before and after.
public final class UCIBoard: RunnableBoard {
  /// The board as the rig file describes it.
  public var description: RigBoard { connection.board.description }
  /// The name of the rig file.
  public var name: String { connection.name }
  private let connection: BoardConnection
  private let lab: Lab
  private let limits: RigLimits
  private let state = Mutex<(frames: FrameLink, host: UCIHost)?>(nil)

  init(_ board: BenchBoard, lab: Lab, limits: RigLimits) {
    connection = BoardConnection(board)
    self.lab = lab
    self.limits = limits
  }

  // MARK: What a case does

  /// The subsystem behind the open link.
  ///
  /// - Throws: ``LinkError`` when the case itself has closed it.
  public func host() throws(LinkError) -> UCIHost { host(over: try connection.current()) }

  /// Closes the link; a UCI board goes on with what it does.
  public func disconnect() { connection.close(reason: "disconnected by the case") }

  /// Opens the link anew.
  public func connect() async throws(LinkError) { try await connection.reopen() }

  // MARK: What the runner does

  var ending: LinkError? { connection.ending }
  var lastSent: [UInt8] { connection.lastSent }
  var receivedFrames: Int { connection.receivedFrames }

  func beginCase() { connection.beginCase() }
  func reopen() async throws(LinkError) { try await connection.reopen() }
  func close(reason: String) { connection.close(reason: reason) }

  /// DEVICE_RESET and READY, and the answer to a fence behind them.
  func bringToStartState() async throws(BoardTrouble) {
    let frames: FrameLink
    do throws(LinkError) { frames = try await connection.opened() } catch {
      throw error.code == .cancelled ? .cancelled : .notOpened(error)
    }
    do throws(UCIHostError) {
      let host = host(over: frames)
      try await host.reset()
      // What the rig file does not say, the board is asked. What it says of itself is judged by a
      // case of its own; here only that it answers.
      if description.dialect == nil {
        do throws(UCIHostError) {
          connection.board.identified(as: try await host.identify())
        } catch {
          guard error.code == .malformed || error.code == .status else { throw error }
        }
      }
    } catch {
      throw error.code == .cancelled ? .cancelled : .notReady("start state: \(error)")
    }
  }

  /// DEVICE_RESET, whatever was going on.
  func resetByProtocol() async throws(BoardTrouble) { try await bringToStartState() }

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

  private func host(over frames: FrameLink) -> UCIHost {
    state.withLock { state in
      if let state, state.frames === frames { return state.host }
      let host = UCIHost(
        frames, lab: lab, dialect: description.uciDialect,
        limits: UCIHost.Limits(response: limits.uciResponse))
      state = (frames, host)
      return host
    }
  }
}
