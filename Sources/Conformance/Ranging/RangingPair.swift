import Journal
import LabRuntime
import Rig
import Room
import Runner
import UCI
import UCIHost

/// What the cases demand of two boards that range; where nobody documents a number it is the rig's.
enum RangingLimits {
  /// Blocks from the start of the second board to its first distance.
  static let firstFixBlocks = 10
  /// What the median interval may be off, as a share.
  static let cadence = 0.02
  /// Rounds without a distance, as a share.
  static let loss = 0.1
  /// What the median distance may be off the truth, antenna delays included, in metres.
  static let distance = 0.5
  /// Standard deviation of distances between boards that do not move, in metres.
  static let spread = 0.2
  /// What two medians of one distance may be apart, in metres.
  static let agreement = 0.25
  /// What the median angle may be off, in degrees.
  static let angle = 15.0
  /// What a signal that is heard can have, in dBm.
  static let strength = -115.0 ... -20.0
}

/// Two boards that range with each other in one case.
struct RangingPair {
  /// Rounds that two boards may take to find each other.
  private static let patience = 40

  let bench: CaseContext
  let controller: UCISession
  let controlee: UCISession

  /// Starts a session on both boards, the controlee first: who answers has to listen.
  init(
    _ bench: CaseContext, interval: Duration = RangingParameters.blockInterval,
    change: (inout RangingParameters) -> Void = { _ in }
  ) async throws {
    self.bench = bench
    var answering = RangingParameters.controlee(address: 0x0A02, peers: [0x0A01])
    var asking = RangingParameters.controller(address: 0x0A01, peers: [0x0A02])
    answering.interval = UInt32(clamping: interval.microseconds / 1000)
    asking.interval = answering.interval
    change(&answering)
    change(&asking)
    controlee = try await bench.rangingSession(on: bench.uci(1).host(), answering)
    controller = try await bench.rangingSession(on: bench.uci(0).host(), asking)
  }

  /// So many rounds of one side, from the first that gave a distance.
  func rounds(_ count: Int, of session: UCISession) async throws -> [RangingRound] {
    let side = side(session)
    var rounds: [RangingRound] = []
    var waited = 0
    while rounds.count < count {
      let (report, at) = try await bench.nextReport(
        from: session.host, "the \(side) reports its rounds")
      let round = RangingRound(report, at: at)
      if rounds.isEmpty, round.fix == nil {
        waited += 1
        guard waited < Self.patience else {
          throw bench.violation(
            "the \(side) hears its peer", expected: "a distance within \(Self.patience) rounds",
            got: "none")
        }
        continue
      }
      rounds.append(round)
    }
    return rounds
  }

  /// Distances of so many rounds of one side, in metres; rounds without one are left out.
  func distances(_ count: Int, of session: UCISession) async throws -> [Double] {
    try await rounds(count, of: session).compactMap { $0.fix?.distanceMetres }
  }

  func side(_ session: UCISession) -> String {
    session === controller ? "controller" : "controlee"
  }

  /// The distance by the positions of the rig file, in metres.
  ///
  /// - Throws: ``CaseEnding/skip(_:)`` without positions.
  static func truth(_ bench: CaseContext) throws -> Double {
    try place(0, bench).distance(to: place(1, bench))
  }

  /// Where the rig file says that a board stands: 0 is the controller.
  static func place(_ index: Int, _ bench: CaseContext) throws -> Position {
    let board = try bench.uci(index).description
    guard let position = board.position else {
      throw CaseEnding.skip("the rig file has no position of \(board.name)")
    }
    return Position(position.x, position.y, position.z)
  }
}

extension RangingRound {
  /// The measurement of the peer, when it gave a distance.
  var fix: Measurement? { measurements.first { $0.distanceMetres != nil } }
}

/// Figures of a series of measurements.
enum Series {
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2
      : sorted.count == 1 ? last : sorted[middle]
  }

  static func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    // The smallest value that so large a share does not exceed.
    return sorted[max(0, min(sorted.count, Int((Double(sorted.count) * share).rounded(.up))) - 1)]
  }

  static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// Milliseconds from round to round, of rounds that were left out their share.
  static func intervals(_ rounds: [RangingRound]) -> [Double] {
    zip(rounds, rounds.dropFirst()).compactMap { one, next in
      guard next.sequence > one.sequence else { return nil }
      let span = Double(one.at.duration(to: next.at).microseconds) / 1000
      return span / Double(next.sequence - one.sequence)
    }
  }
  /// How many milliseconds each round came off the regular schedule that fits all of them best.
  ///
  /// One late round is off by itself here, and its neighbours are not; of the intervals two would be
  /// wrong. The schedule is the line of the median slope (Theil and Sen), which single late rounds
  /// do not move.
  static func offSchedule(_ rounds: [RangingRound]) -> [Double] {
    guard let first = rounds.first else { return [] }
    let points = rounds.filter { $0.sequence >= first.sequence }.map { round in
      (
        block: Double(round.sequence - first.sequence),
        at: Double(first.at.duration(to: round.at).microseconds) / 1000
      )
    }
    let slopes = points.indices.flatMap { one in
      points.indices[(one + 1)...].compactMap { other -> Double? in
        let blocks = points[other].block - points[one].block
        return blocks > 0 ? (points[other].at - points[one].at) / blocks : nil
      }
    }
    let slope = median(slopes)
    let offsets = points.map { $0.at - slope * $0.block }
    let usual = median(offsets)
    return offsets.map { abs($0 - usual) }
  }
}
