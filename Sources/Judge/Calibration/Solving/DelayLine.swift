/// The error of one board over the values that it was given: what a unit is worth, and how wrong the
/// board is now, by all passes together.
///
/// ```swift
/// line.add(value: 16375, error: 0.31, standardError: 0.004)
/// line.add(value: 16441, error: 0.02, standardError: 0.004)
/// line.slope     // 0.0044 m a unit
/// ```
struct DelayLine: Sendable {
  private struct Point {
    let value: Double
    let error: Double
    let weight: Double
  }

  private var points: [Point] = []

  /// A pass has found the board wrong by `error` metres while it had a value.
  mutating func add(value: Int, error: Double, standardError: Double) {
    let least = max(standardError, 1e-6)
    points.append(Point(value: Double(value), error: error, weight: 1 / (least * least)))
  }

  private var weight: Double { points.reduce(0) { $0 + $1.weight } }
  private var middle: Double { points.reduce(0) { $0 + $1.weight * $1.value } / weight }
  private var height: Double { points.reduce(0) { $0 + $1.weight * $1.error } / weight }
  /// The weighted square of what the values lie apart.
  private var width: Double {
    let middle = middle
    return points.reduce(0) { $0 + $1.weight * ($1.value - middle) * ($1.value - middle) }
  }

  /// Metres by which a range gets shorter for each unit, and the standard error of that; nil while all
  /// passes had one value.
  var slope: (metres: Double, standardError: Double)? {
    guard points.count > 1 else { return nil }
    let (middle, height, width) = (middle, height, width)
    guard width > 0 else { return nil }
    let product = points.reduce(0) {
      $0 + $1.weight * ($1.value - middle) * ($1.error - height)
    }
    return (-product / width, 1 / width.squareRoot())
  }

  /// The furthest that two values lie apart, in units.
  var reach: Int {
    let values = points.map(\.value)
    return Int((values.max() ?? 0) - (values.min() ?? 0))
  }

  /// How far the pass that fits worst is from the line, beyond five standard errors of it; zero where all
  /// fit, and with two passes all do.
  var misfit: Double {
    guard points.count > 2, slope != nil else { return 0 }
    return points.map { point in
      let found = error(at: Int(point.value), unit: 0)
      return abs(point.error - (found?.metres ?? point.error)) - 5 / point.weight.squareRoot()
    }.max().map { max(0, $0) } ?? 0
  }

  /// The value of the last pass, what that pass alone has found, and the standard error of it; nil without
  /// a pass.
  var last: (value: Int, metres: Double, standardError: Double)? {
    points.last.map { (Int($0.value), $0.error, 1 / $0.weight.squareRoot()) }
  }

  /// How many passes it knows.
  var count: Int { points.count }

  /// How wrong the board is with a value, and the standard error of that; nil without a pass.
  ///
  /// - Parameter unit: metres that a unit is worth while no slope is known.
  func error(at value: Int, unit: Double) -> (metres: Double, standardError: Double)? {
    guard !points.isEmpty else { return nil }
    let distance = Double(value) - middle
    let mean = (1 / weight).squareRoot()
    guard let slope else { return (height - distance * unit, mean) }
    let lever = distance * slope.standardError
    return (height - distance * slope.metres, (mean * mean + lever * lever).squareRoot())
  }
}
