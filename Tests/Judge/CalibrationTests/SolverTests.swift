import Testing

@testable import Calibration

@Suite("Delays from pairs")
struct SolverTests {
  private static func errors(
    _ truth: [Double], _ pairs: [(Int, Int)], wrong: [Int: Double] = [:]
  ) -> [DelaySolver.PairError] {
    pairs.enumerated().map { place, pair in
      DelaySolver.PairError(
        pair: PairGraph.Pair(pair.0, pair.1),
        metres: truth[pair.0] + truth[pair.1] + wrong[place, default: 0], standardError: 0.003)
    }
  }

  private static let all4 = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
  private static let all5 = all4 + [(0, 4), (1, 4), (2, 4), (3, 4)]

  @Test("three boards are told apart in closed form")
  func three() throws {
    let solution = try #require(
      DelaySolver(3, pairs: Self.errors([0.1, -0.2, 0.31], [(0, 1), (0, 2), (1, 2)])).solution)
    #expect(zip(solution.errors, [0.1, -0.2, 0.31]).allSatisfy { abs($0 - $1) < 1e-9 })
    // The standard error is √3/2 times that of a pair's.
    #expect(abs(solution.standardErrors[0] - 0.003 * 3.0.squareRoot() / 2) < 1e-9)
  }

  @Test("against a trusted board one distance is enough")
  func trusted() throws {
    let solution = try #require(
      DelaySolver(2, known: [1], pairs: Self.errors([0.27, 0], [(0, 1)])).solution)
    #expect(abs(solution.errors[0] - 0.27) < 1e-9)
    #expect(solution.errors[1] == 0)
    #expect(!solution.isSplit)
  }

  @Test("two alone share the sum, and that is said")
  func two() throws {
    let solution = try #require(DelaySolver(2, pairs: Self.errors([0.3, 0.1], [(0, 1)])).solution)
    #expect(solution.isSplit)
    #expect(solution.errors.allSatisfy { abs($0 - 0.2) < 1e-9 })
  }

  @Test("of five boards one wrong tape is found and does not count for much")
  func robust() throws {
    let truth = [0.1, -0.05, 0.2, 0.02, 0.15]
    let solution = try #require(
      DelaySolver(5, pairs: Self.errors(truth, Self.all5, wrong: [3: 0.5])).solution)
    for (found, right) in zip(solution.errors, truth) { #expect(abs(found - right) < 0.01) }
    let worst = solution.residuals.indices.max { solution.residuals[$0] < solution.residuals[$1] }
    #expect(worst == 3)
  }

  @Test(
    "what cannot be solved names the pair that is missing",
    arguments: [
      (3, [(0, 1), (0, 2)], PairGraph.Pair(1, 2)),
      (4, [(0, 1), (1, 2), (2, 3), (3, 0)], PairGraph.Pair(0, 2)),
      (4, [(0, 1), (0, 2), (1, 2)], PairGraph.Pair(0, 3)),
    ])
  func missing(count: Int, pairs: [(Int, Int)], expected: PairGraph.Pair) {
    let graph = PairGraph(count, pairs: pairs.map { PairGraph.Pair($0.0, $0.1) })
    #expect(graph.missing == expected)
    let errors = Self.errors([Double](repeating: 0.1, count: count), pairs)
    #expect(DelaySolver(count, pairs: errors).solution == nil)
  }

  @Test("a star around a trusted board, and three all against all, can be solved")
  func solvable() {
    let star = [(0, 3), (1, 3), (2, 3)].map { PairGraph.Pair($0.0, $0.1) }
    #expect(PairGraph(4, known: [3], pairs: star).missing == nil)
    #expect(PairGraph(4, pairs: Self.all4.map { PairGraph.Pair($0.0, $0.1) }).missing == nil)
  }
}
