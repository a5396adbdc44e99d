public import Journal
import LabRuntime
import Synchronization
import WireFormat

/// The capture of one board's link: chunks and frames, in both directions, in the journal.
///
/// A board that floods must not fill the disk: of what it sends, so much is recorded and the rest is
/// counted, until ``renew()``.
public final class FrameRecorder: Sendable {
  /// Bytes from the board that are recorded between two renewals.
  public static let allowance = 1 << 16

  private struct State {
    var left = FrameRecorder.allowance
    var omitted = 0
  }

  /// The board, by the name of the rig file.
  public let board: String
  private let journal: Journal
  private let state = Mutex(State())

  /// A recorder for one board.
  public init(board: String, journal: Journal) {
    self.board = board
    self.journal = journal
  }

  /// Grants the allowance anew, and says what was left out: at the beginning of a case.
  public func renew() {
    let omitted = state.withLock { state in
      let omitted = state.omitted
      state = State()
      return omitted
    }
    if omitted > 0 { note("\(omitted) bytes more came and are not recorded") }
  }

  func received(_ chunk: Chunk, items: [StreamItem]) {
    let (records, isLast) = state.withLock { state -> (Bool, Bool) in
      guard state.left > 0 else {
        state.omitted += chunk.bytes.count
        return (false, false)
      }
      state.left -= chunk.bytes.count
      return (true, state.left <= 0)
    }
    guard records else { return }
    journal.emit(
      .chunk(Event.Transfer(board: board, direction: .in, bytes: chunk.bytes)), at: chunk.at)
    for item in items {
      switch item {
      case .frame(let frame):
        journal.emit(
          .frame(Event.Transfer(board: board, direction: .in, bytes: frame)), at: chunk.at)
      case .damage(let reason, let bytes):
        note("\(bytes) bytes belong to no frame: \(reason)", at: chunk.at)
      }
    }
    if isLast { note("it sends too much; the rest of this case is not recorded", at: chunk.at) }
  }

  func discarded(_ bytes: [UInt8]) {
    note("bytes that make no frame are left out: \(Self.words(bytes))")
  }

  private func note(_ words: String, at instant: LabInstant? = nil) {
    journal.emit(.note(Event.Remark("\(board): \(words)")), at: instant)
  }

  /// The first bytes as digits, and as text where they are text.
  public static func words(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(FrameLink.shownBytes)
    let digits = Hexadecimal.encode(shown) + (bytes.count > shown.count ? "…" : "")
    let printed = shown.filter { (0x20..<0x7F).contains($0) }
    let isText = printed.count >= 4 && printed.count * 10 >= shown.count * 8
    return isText ? "\(digits) (\"\(String(decoding: printed, as: UTF8.self))\")" : digits
  }

  func sent(_ bytes: [UInt8], frame: [UInt8]?, at: LabInstant) {
    if let frame {
      journal.emit(.frame(Event.Transfer(board: board, direction: .out, bytes: frame)), at: at)
    }
    journal.emit(.chunk(Event.Transfer(board: board, direction: .out, bytes: bytes)), at: at)
  }
}
