import Bench
import BootProtocols
import LabRuntime
import RigFile

/// Two boards of a bench that range with each other, alone on the air.
struct PairRanging {
  let bench: Bench
  let settings: CalibrationPlan.Settings

  /// The ranges taken of a pair; fewer where every third round is lost.
  func sample(
    _ one: BenchBoard, _ other: BenchBoard, truth: Double, count: Int
  ) async throws -> PairSample {
    let sides = [one, other].map(Self.side)
    for side in sides { try await side.prepare() }
    // An STS of its own: no other board on the bench hears it, and nothing of an earlier session
    // counts.
    var random = bench.lab.random("calibration/STS/\(bench.lab.now.nanoseconds)")
    let secret = random.bytes(6)
    // Who answers has to listen first.
    for (index, side) in sides.enumerated().reversed() {
      try await side.start(
        PairSession(isController: index == 0, settings: settings, secret: secret))
    }
    var sample = PairSample(truth: truth)
    let patience = bench.file.limits.uciResponse + settings.interval * 5
    let most = count + count / 2 + 20
    var isFound = false
    var early = 0
    while sample.distances.count < count, sample.rounds < most {
      guard let round = try await sides[0].nextRound(until: bench.lab.now.advanced(by: patience))
      else { break }
      // Until both have found each other nothing is counted.
      isFound = isFound || round.metres != nil
      early += 1
      if isFound || early > Self.finding { sample.add(round) }
      while let own = sides[1].takeRound() { sample.addOther(own) }
    }
    for side in sides { try await side.stop() }
    return sample
  }

  private static func side(_ board: BenchBoard) -> any RangingSide {
    board.description.firmware.shell == nil ? UCIRangingSide(board) : ShellRangingSide(board)
  }

  /// Rounds that two boards may take to find each other.
  private static let finding = 20
}
