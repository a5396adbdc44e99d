import Glibc

/// The errors of boards from the errors of their pairs: a pair is wrong by the sum of both.
///
/// ```swift
/// // x1 = (e12 + e13 - e23) / 2, and cyclic
/// let solution = DelaySolver(3, pairs: errors).solution
/// ```
package struct DelaySolver: Sendable {
  /// How far the ranges of a pair are from the truth.
  package struct PairError: Sendable {
    package let pair: PairGraph.Pair
    package let metres: Double
    package let standardError: Double
  }

  /// The error of each board.
  package struct Solution: Sendable {
    /// Metres by which each board makes ranges too long; zero for a trusted one.
    package let errors: [Double]
    package let standardErrors: [Double]
    /// What is left of each pair's error, in metres, in the order of the pairs.
    package let residuals: [Double]
    /// Whether the sum alone is known, and was split in half.
    package let isSplit: Bool
  }

  private let count: Int
  private let known: [Int]
  private let pairs: [PairError]

  package init(_ count: Int, known: [Int] = [], pairs: [PairError]) {
    self.count = count
    self.known = known
    self.pairs = pairs
  }

  /// Least squares; where there are more pairs than boards, with Cauchy's weights, under which a pair with
  /// a reflection or a wrong tape counts for little. nil for what cannot be solved.
  package var solution: Solution? {
    let graph = PairGraph(count, known: known, pairs: pairs.map(\.pair))
    if graph.isLonePair, let pair = pairs.first {
      let half = pair.metres / 2
      return Solution(
        errors: [half, half], standardErrors: [pair.standardError / 2, pair.standardError / 2],
        residuals: [0], isSplit: true)
    }
    guard graph.missing == nil else { return nil }
    var weights = pairs.map { 1 / ($0.standardError * $0.standardError) }
    guard var errors = solve(weights)?.errors else { return nil }
    if pairs.count > count - known.count {
      for _ in 0..<Self.rounds {
        let scale = Self.tolerance
        weights = zip(pairs, residuals(errors)).map { pair, residual in
          let far = residual / max(scale, 3 * pair.standardError)
          return 1 / (pair.standardError * pair.standardError * (1 + far * far))
        }
        guard let better = solve(weights)?.errors else { return nil }
        errors = better
      }
    }
    let variances = solve(weights)?.variances ?? []
    return Solution(
      errors: errors, standardErrors: variances.map { $0.squareRoot() },
      residuals: residuals(errors), isSplit: false)
  }

  private static let rounds = 20
  /// A residual that begins to count less, in metres.
  private static let tolerance = 0.02

  private func residuals(_ errors: [Double]) -> [Double] {
    pairs.map { $0.metres - errors[$0.pair.one] - errors[$0.pair.other] }
  }

  /// The normal equations, solved for the right side and for each unit vector.
  private func solve(_ weights: [Double]) -> (errors: [Double], variances: [Double])? {
    let free = (0..<count).filter { !known.contains($0) }
    let size = free.count
    var rows = (0..<size).map { row in
      (0..<(2 * size + 1)).map { $0 == size + 1 + row ? 1.0 : 0 }
    }
    for (pair, weight) in zip(pairs, weights) {
      let places = [pair.pair.one, pair.pair.other].compactMap { free.firstIndex(of: $0) }
      for row in places {
        for column in places { rows[row][column] += weight }
        rows[row][size] += weight * pair.metres
      }
    }
    for column in 0..<size {
      guard
        let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<size where row != column {
        let factor = rows[row][column] / rows[column][column]
        guard factor != 0 else { continue }
        for place in column..<(2 * size + 1) {
          rows[row][place] -= factor * rows[column][place]
        }
      }
    }
    var errors = [Double](repeating: 0, count: count)
    var variances = errors
    for (row, board) in free.enumerated() {
      errors[board] = rows[row][size] / rows[row][row]
      variances[board] = max(0, rows[row][size + 1 + row] / rows[row][row])
    }
    return (errors, variances)
  }
}
