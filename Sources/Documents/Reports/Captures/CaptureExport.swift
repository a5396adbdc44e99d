package import Journal
import RunStore
package import WireFormat

/// Makes a capture of each board out of the entries of a journal, one by one.
///
/// A packet is a frame as the protocol sees it; cases begin and end as comments of the next packet.
/// What is ready has to be taken away with ``take()``, so that memory does not grow with the journal.
package struct CaptureExport: Sendable {
  /// A piece of a capture, to be put behind the pieces before.
  package struct Piece: Sendable, Equatable {
    package var board: String
    /// The place of the board in the order in which the journal names them, from 1.
    package var ordinal: Int
    package var bytes: [UInt8]

    /// The file that the piece belongs in; one that is safe, whatever the board is called.
    package var fileName: String { "\(isPlain ? board : "_\(ordinal)").pcapng" }

    /// Whether the name is one that a rig file may give.
    private var isPlain: Bool {
      (1...32).contains(board.utf8.count)
        && board.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
          default: false
          }
        }
    }
  }

  private let origin: Int64
  private var application = "uwbrig"
  private var remark = ""
  private var boards: [BoardCapture] = []
  private var places: [String: Int] = [:]
  private var microseconds: Int64 = 0

  /// An export of nothing yet.
  ///
  /// - Parameter origin: when lab time began, in nanoseconds since the epoch; 0 for simulated labs,
  ///   so that equal runs give equal captures.
  package init(origin: Int64 = 0) { self.origin = origin }

  package private(set) var pending = 0

  /// Takes one entry.
  ///
  /// - Throws: ``WireError`` `oversize` for a frame that no capture can hold (16 MiB).
  package mutating func add(_ entry: JournalEntry) throws(WireError) {
    microseconds = max(microseconds, entry.microseconds)
    switch entry.event {
    case .runStarted(let run):
      application = "uwbrig \(Visible.text(run.version).clipped(to: 100))"
      remark = "rig \(Visible.text(run.rig).clipped(to: 200)), seed \(run.seed)"
    case .boardOpened(let change), .boardIdentified(let change), .boardClosed(let change):
      try update(change.board) { board throws(WireError) in board.open(change) }
    case .caseStarted(let started):
      for name in started.boards {
        try update(name) { board throws(WireError) in board.start(started) }
      }
    case .caseFinished(let finished):
      for name in finished.boards {
        try update(name) { board throws(WireError) in board.finish(finished) }
      }
    case .chunk(let transfer):
      try update(transfer.board) { board throws(WireError) in board.chunk(transfer) }
    case .frame(let transfer):
      let time = nanoseconds
      try update(transfer.board) { board throws(WireError) in
        try board.frame(transfer, nanoseconds: time)
      }
    case .packet(let transfer):
      let time = nanoseconds
      try update(transfer.board) { board throws(WireError) in
        try board.packet(transfer, nanoseconds: time)
      }
    case .runFinished, .assertion, .measurement, .zone, .step, .note, .signal, .suppression,
      .recoveryStarted,
      .recoveryFinished, .ruleBroken, .other:
      break
    }
  }

  /// Ends every capture; the last pieces can be taken then.
  package mutating func finish() throws(WireError) {
    let time = nanoseconds
    for index in boards.indices where boards[index].isPresent {
      try boards[index].end(nanoseconds: time)
    }
  }

  /// What is ready, in the order of the boards.
  package mutating func take() -> [Piece] {
    pending = 0
    var pieces: [Piece] = []
    for index in boards.indices where boards[index].isPresent && boards[index].writer.count > 0 {
      pieces.append(
        Piece(board: boards[index].name, ordinal: index + 1, bytes: boards[index].take()))
    }
    return pieces
  }

  private var nanoseconds: Int64 {
    let (time, isTooLarge) = microseconds.multipliedReportingOverflow(by: 1000)
    return origin.clampedSum(isTooLarge ? .max : time)
  }

  private mutating func update(
    _ name: String, _ body: (inout BoardCapture) throws(WireError) -> Void
  ) throws(WireError) {
    let index: Int
    if let known = places[name] {
      index = known
    } else {
      boards.append(try BoardCapture(name: name, application: application, remark: remark))
      index = boards.count - 1
      places[name] = index
    }
    let before = boards[index].writer.count
    try body(&boards[index])
    pending += boards[index].writer.count - before
  }
}
