import Glibc

enum Angle {
  /// The angle of a way in a plane, in radians.
  static func of(x: Double, y: Double) -> Double { atan2(y, x) }

  /// The unit vector of an azimuth and an elevation: x to the right, y ahead, z up.
  static func direction(azimuth: Double, elevation: Double) -> SIMD3<Double> {
    SIMD3(
      sin(azimuth) * cos(elevation), cos(azimuth) * cos(elevation), sin(elevation))
  }
}
