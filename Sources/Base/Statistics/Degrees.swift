import Glibc

/// Angles, where 359 degrees are beside 1.
public enum Degrees {
  /// The same angle from -180 to 180.
  public static func wrapped(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return degrees }
    return remainder(degrees, 360)
  }

  /// The direction in which angles point together; nil where they point nowhere.
  public static func mean(_ degrees: [Double]) -> Double? {
    let turns = degrees.map { $0 * .pi / 180 }
    let (x, y) = (turns.reduce(0) { $0 + cos($1) }, turns.reduce(0) { $0 + sin($1) })
    guard !degrees.isEmpty, (x * x + y * y).squareRoot() > 1e-9 * Double(degrees.count) else {
      return nil
    }
    return atan2(y, x) * 180 / .pi
  }
}
