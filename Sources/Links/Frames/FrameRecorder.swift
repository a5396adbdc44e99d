public import Journal
import LabRuntime

/// The capture of one board's link: every chunk and every frame, in both directions, in the journal.
public struct FrameRecorder: Sendable {
  /// The board, by the name of the rig file.
  public let board: String
  private let journal: Journal

  /// A recorder for one board.
  public init(board: String, journal: Journal) {
    self.board = board
    self.journal = journal
  }

  func received(_ chunk: Chunk, items: [CutItem]) {
    journal.emit(
      .chunk(Event.Transfer(board: board, direction: .in, bytes: chunk.bytes)), at: chunk.at)
    for item in items {
      switch item {
      case .frame(let frame):
        journal.emit(
          .frame(Event.Transfer(board: board, direction: .in, bytes: frame)), at: chunk.at)
      case .damage(let reason, let bytes):
        journal.emit(
          .note(Event.Remark("\(board): \(bytes) bytes belong to no frame: \(reason)")),
          at: chunk.at)
      }
    }
  }

  func sent(_ bytes: [UInt8], frame: [UInt8]?, at: LabInstant) {
    if let frame {
      journal.emit(.frame(Event.Transfer(board: board, direction: .out, bytes: frame)), at: at)
    }
    journal.emit(.chunk(Event.Transfer(board: board, direction: .out, bytes: bytes)), at: at)
  }
}
