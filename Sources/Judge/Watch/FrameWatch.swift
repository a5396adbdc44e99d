public import Bench
import BootProtocols
import Journal
import LabRuntime
import Links
import RigFile
import Room
import Synchronization
import WireFormat

/// Looks on at every frame of every board of a run, in every case and in the start states between them,
/// and holds the rules that always apply.
///
/// It is told what crosses the links and changes nothing. The first frames that break a rule are written
/// into the journal as they come; ``broken`` has each rule and board once.
public final class FrameWatch: Sendable {
  /// A rule that a board has broken.
  public struct Broken: Sendable {
    /// The rule.
    public let rule: WatchRule
    /// The board, by the name of the rig file.
    public let board: String
    /// How often.
    public internal(set) var count = 1
    /// The instance in which it was first; nil before any.
    public let during: String?
    /// What was expected at first.
    public let expected: String
    /// What was received at first.
    public let got: String
  }

  /// The boards that are followed, in the order of the rig file.
  let boards: [BoardWatch]
  private let bench: Bench
  /// The room; nil on a rig without virtual boards.
  private let environment: BenchEnvironment?
  /// Whether the true distance of two boards is what they can measure.
  private let judgesDistances: Bool
  private let series = Mutex<[Pair: DeviationSeries]>([:])

  /// Who measured, and to whom, by the order of the boards.
  private struct Pair: Hashable {
    let one: Int
    let other: Int
  }

  /// Looks on at the boards of a bench from the next time that their links are opened.
  public init(_ bench: Bench) {
    self.bench = bench
    environment = bench.environment
    let file = bench.file
    judgesDistances =
      file.room.obstacles.isEmpty && file.room.lineOfSight
      && file.faults.faults.allSatisfy { !$0.kind.isOfTheRoom }
    boards = bench.boards.compactMap { BoardWatch($0, limits: file.limits, journal: bench.journal) }
    for (index, board) in boards.enumerated() {
      board.bench.observe(with: Observer(watch: self, board: board, index: index))
    }
  }

  /// Looks on no longer at links that are opened from now on, and lets the bench go.
  public func end() { for board in boards { board.bench.observe(with: nil) } }

  /// An instance begins on some boards.
  ///
  /// - Parameter provocation: why what it does on purpose may be answered with what rules forbid; nil
  ///   where it does nothing of the kind.
  public func begin(_ instance: String, provocation: String?, on names: [String]) {
    for board in boards where names.contains(board.name) {
      board.begin(instance, isProvoked: provocation != nil)
    }
  }

  /// What was broken so far, by board in the order of the rig file and then by rule.
  public var broken: [Broken] { boards.flatMap(\.broken) }

  // MARK: Distances

  fileprivate func judge(_ ranges: [WatchedRange], of one: Int, at now: LabInstant) {
    guard judgesDistances, environment?.room.isDisturbed != true else { return }
    let board = boards[one]
    for range in ranges {
      guard let other = onlyBoard(called: range.address, beside: one) else { continue }
      let peer = boards[other]
      let judged = board.isJudged ? board : peer
      guard judged.isJudged, let truth = distance(board, peer) else { continue }
      let limit = Double(bench.file.limits.distanceMaximum) / 100
      let deviation = series.withLock {
        $0[Pair(one: one, other: other), default: DeviationSeries()].take(
          range.metres, truth: truth, peer: (judged === board ? peer : board).name, limit: limit)
      }
      if let deviation { judged.judge(deviation, at: now) }
    }
  }

  /// An address that two boards have tells nothing.
  private func onlyBoard(called address: [UInt8], beside one: Int) -> Int? {
    var found: Int?
    for index in boards.indices where index != one && boards[index].isCalled(address) {
      guard found == nil else { return nil }
      found = index
    }
    return found
  }

  private func distance(_ one: BoardWatch, _ other: BoardWatch) -> Double? {
    guard let first = position(of: one), let second = position(of: other) else { return nil }
    return first.distance(to: second)
  }

  private func position(of board: BoardWatch) -> Position? {
    environment?.room.position(of: board.name) ?? board.bench.description.position
  }
}

/// Tells the watch what crosses the links of one board.
private final class Observer: BoardObserver {
  let watch: FrameWatch
  let board: BoardWatch
  /// Its place among the boards.
  let index: Int

  init(watch: FrameWatch, board: BoardWatch, index: Int) {
    self.watch = watch
    self.board = board
    self.index = index
  }

  func opened(at now: LabInstant) { board.opened(at: now) }

  func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    board.sent(bytes, frame: frame, at: now)
  }

  func received(_ items: [StreamItem], at now: LabInstant) {
    let ranges = board.received(items, at: now)
    if !ranges.isEmpty { watch.judge(ranges, of: index, at: now) }
  }

  func willBeFlashed() { board.forgetIdentity() }
}
