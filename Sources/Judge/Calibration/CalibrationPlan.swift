package import Errors
import LabRuntime
package import RigFile
package import Room

/// Which boards are calibrated against which, made before any board is opened.
package struct CalibrationPlan: Sendable {
  /// What is calibrated.
  package enum Quantity: String, Codable, CaseIterable, Sendable {
    /// The delay of an antenna.
    case delay
    /// The offset of the angles that a pair of antennas measures.
    case angle

    /// The values that firmware takes, in units of its own: 16 bits, those of an angle with a sign.
    var range: ClosedRange<Int> {
      switch self {
      case .delay: 1...0xFFFF
      case .angle: -0x8000...0x7FFF
      }
    }
  }

  /// How it is measured.
  package struct Settings: Sendable {
    package var quantity = Quantity.delay
    /// UWB channel number.
    package var channel = 9
    /// The antenna, or for angles the pair of them, as the firmware counts them from 0.
    package var antenna = 0
    /// Ranges of each pair.
    package var ranges = 100
    /// From range to range.
    package var interval = Duration.milliseconds(100)
    /// What may be left of a board's error, in metres.
    package var limit = 0.02
    /// The same of an angle, in degrees.
    package var angleLimit = 2.0
    /// How long the boards range before anything is counted.
    package var warmUp = Duration.zero
    /// Units that a delay may move by.
    package var mostUnits = 600
    /// Whether the power may be taken away, where the rig can.
    package var cutsPower = true

    package init() {}
  }

  /// Two boards that are measured, and how far they are from each other.
  package struct Pair: Sendable {
    package let pair: PairGraph.Pair
    /// Metres, by the rig file.
    package let distance: Double
    /// Degrees to the right of where the first board faces, by the rig file.
    package let bearing: Double
    /// Metres at the second place; nil where there is none.
    package var checkDistance: Double?
    /// Degrees at the second place, likewise.
    package var checkBearing: Double?
  }

  package let file: RigFile
  /// The boards, those that are trusted last.
  package let boards: [RigBoard]
  /// How many of them are trusted.
  package let trusted: Int
  package let pairs: [Pair]
  package var settings: Settings
  /// Where boards stand for the check at another distance; empty for no check.
  package let checkPlaces: [Position?]
  /// Where they face there.
  package let checkFacings: [Facing]

  /// The boards that are calibrated.
  package var subjects: Range<Int> { 0..<(boards.count - trusted) }
  package var known: [Int] { Array(subjects.upperBound..<boards.count) }
  /// Two boards alone: half of their sum is given to each.
  package var isSplit: Bool {
    PairGraph(boards.count, known: known, pairs: pairs.map(\.pair)).isLonePair
  }

  /// - Parameters:
  ///   - subjects: the boards to calibrate.
  ///   - references: trusted boards, which are not written to.
  ///   - measured: pairs of names that can be measured; nil for all.
  ///   - check: a rig file with other places of the same boards.
  /// - Throws: ``RigError`` `usage` with the pair that is missing.
  package init(
    _ file: RigFile, subjects: [RigBoard], references: [RigBoard] = [],
    measured: [(String, String)]? = nil, settings: Settings, check: RigFile? = nil
  ) throws(RigError) {
    self.file = file
    self.settings = settings
    let boards = subjects + references
    self.boards = boards
    trusted = references.count
    for board in boards where board.position == nil {
      throw RigError(
        .usage, board.name, reason: "the rig file has no position of it",
        advice: "Measure from antenna to antenna, and give each board its position in metres")
    }
    let places = boards.map { board in check?.board(named: board.name)?.position }
    checkPlaces = check == nil ? [] : places
    let facings = boards.map { check?.board(named: $0.name)?.facing ?? $0.facing }
    checkFacings = facings
    let free = subjects.count
    var pairs: [Pair] = []
    for one in boards.indices {
      for other in boards.indices where other > one && one < free {
        let names = [boards[one].name, boards[other].name]
        if let measured, !measured.contains(where: { names.contains($0.0) && names.contains($0.1) })
        {
          continue
        }
        guard let here = boards[one].position, let there = boards[other].position else { continue }
        var pair = Pair(
          pair: PairGraph.Pair(one, other), distance: here.distance(to: there),
          bearing: Self.bearing(here, boards[one].facing, there))
        if let here = places[one], let there = places[other] {
          pair.checkDistance = here.distance(to: there)
          pair.checkBearing = Self.bearing(here, facings[one], there)
        }
        guard pair.distance >= 0.3 else {
          throw RigError(
            .usage, "\(names[0]) and \(names[1])",
            reason: "the rig file has them closer than 0.3 m",
            advice: "Put them 2 to 3 m apart, and measure from antenna to antenna")
        }
        pairs.append(pair)
      }
    }
    self.pairs = pairs
    let graph = PairGraph(
      boards.count, known: Array(free..<boards.count), pairs: pairs.map(\.pair))
    guard boards.count > 1 else {
      throw RigError(
        .usage, boards.first?.name ?? "",
        reason: "one board alone cannot be calibrated: a range tells the sum of two errors",
        advice: "Name a trusted board with --reference, or calibrate three together")
    }
    if settings.quantity == .angle {
      try checkAngle()
    } else if !graph.isLonePair, let missing = graph.missing {
      throw Self.unsolvable(missing, boards.map(\.name))
    }
  }

  private static func bearing(_ here: Position, _ facing: Facing, _ there: Position) -> Double {
    Bearing(from: here, facing: facing, to: there).azimuth * 180 / .pi
  }

  /// Degrees from straight ahead beyond which angles are not judged.
  static let sector = 45.0

  /// Angles are those of one board that looks at one other.
  private func checkAngle() throws(RigError) {
    guard subjects.count == 1, trusted == 1, let pair = pairs.first else {
      throw RigError(
        .usage, reason: "angles are calibrated of one board at a time",
        advice: "Name it, and with --reference the board that it looks at")
    }
    for degrees in [pair.bearing] + (pair.checkBearing.map { [$0] } ?? [])
    where abs(degrees) > Self.sector {
      throw RigError(
        .usage, boards[0].name,
        reason:
          "expected \(boards[1].name) within \(Int(Self.sector)) degrees of where it faces, got "
          + "\(Int(degrees.rounded()))",
        advice: "Straight ahead is best; facing: of the rig file says where it looks")
    }
  }

  /// A plan to put values back, without a pair.
  package init(undoing old: CalibrationUndoDocument, _ file: RigFile) throws(RigError) {
    self.file = file
    boards = old.boards.compactMap { file.board(named: $0.board) }
    trusted = 0
    pairs = []
    checkPlaces = []
    checkFacings = []
    settings = Settings()
    settings.quantity = old.quantity
    settings.channel = old.channel
    settings.antenna = old.antenna
  }

  private static func unsolvable(_ pair: PairGraph.Pair, _ names: [String]) -> RigError {
    RigError(
      .usage,
      reason: "the pairs that are measured cannot tell the boards apart: "
        + "\(names[pair.one]) with \(names[pair.other]) is missing",
      advice: "Let these two range as well, or name a trusted board with --reference")
  }

  /// What it cannot know, in words; nil for nothing.
  package var caution: String? {
    if settings.quantity == .angle {
      return
        "An offset makes one direction right. In others the table of the firmware has to fit antenna "
        + "and channel: --check looks there."
    }
    guard isSplit else { return nil }
    return
      "Two boards tell the sum of their errors alone: half of it is given to each. Between these "
      + "two ranges will be right; with every other board each is wrong by half of their difference. "
      + "A trusted board (--reference) or a third one tells them apart."
  }

  /// Protocol time at least: three passes over all pairs.
  package var shortestTime: Duration {
    settings.interval * (3 * settings.ranges * pairs.count) + settings.warmUp
  }
}
