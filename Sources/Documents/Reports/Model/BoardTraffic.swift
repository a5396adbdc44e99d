import Journal

/// What the frames of a board tell over time: how soon it answered, and the rounds that it reported.
/// Both are thinned out as they grow, so that memory does not grow with the journal.
struct BoardTraffic: Sendable {
  struct Point<Value: Sendable>: Sendable {
    let microseconds: Int64
    let value: Value
  }

  /// Points of which every second one goes whenever there are too many.
  struct Thinned<Value: Sendable>: Sendable {
    private static var limit: Int { 800 }

    private(set) var points: [Point<Value>] = []
    private(set) var count = 0
    private var step = 1

    /// - Parameter value: is asked for only where the point is kept.
    mutating func add(_ value: @autoclosure () -> Value, at microseconds: Int64) {
      if count % step == 0 {
        points.append(Point(microseconds: microseconds, value: value()))
        if points.count >= Self.limit {
          points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
          step *= 2
        }
      }
      count += 1
    }
  }

  /// A frame that reports a round, and what it should have said.
  struct Round: Sendable {
    let bytes: [UInt8]
    /// The board at the other end; nil where it is not certain.
    let peer: String?
    let truth: RoomPlan.Truth?
  }

  /// The longest frame that is kept as a round.
  private static let maximumRound = 260

  let board: String
  /// From a frame to the board until the next one of it, in microseconds.
  private(set) var answers = Thinned<Int64>()
  private(set) var rounds = Thinned<Round>()
  private var asked: Int64?

  init(board: String) { self.board = board }

  /// - Parameter round: what the frame reports; nil where it is no report of a round.
  mutating func add(_ transfer: Event.Transfer, at microseconds: Int64, round: Round?) {
    guard transfer.direction == .in else { return asked = microseconds }
    if let asked { answers.add(microseconds - asked, at: microseconds) }
    asked = nil
    if let round { rounds.add(round, at: microseconds) }
  }

  /// A whole SESSION_INFO_NTF.
  static func isRound(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 4 && bytes.count <= maximumRound && bytes[0] == 0x62 && bytes[1] == 0x00
  }
}
