/// What an application learns about a device nearby: each value is absent when the geometry says so.
public struct NearbyObject: Hashable, Sendable {
  /// Metres.
  public var distance: Double?
  /// A unit vector in the frame of the phone: x to the right, y ahead, z up.
  public var direction: SIMD3<Double>?
  /// Radians from straight ahead, positive to the right; with camera assistance.
  public var horizontalAngle: Double?

  /// Nothing is known.
  public init() {}

  /// An object as a phone sees it in a round.
  ///
  /// Outside of the cone of view the distance goes on and the direction is absent. Without a line of
  /// sight the cone is half as wide: what comes over a reflection has the wrong direction.
  public init(_ update: NearbyEvent.Update, on model: PhoneModel) {
    guard model.measuresDistance else { return }
    if update.distanceMetres.isFinite, update.distanceMetres >= 0 {
      distance = update.distanceMetres
    }
    guard model.measuresDirection, let azimuth = update.azimuth, azimuth.isFinite else { return }
    let elevation = update.elevation.flatMap { $0.isFinite ? $0 : nil } ?? 0
    let half = model.halfConeDegrees * .pi / 180 * (update.hasLineOfSight ? 1 : 0.5)
    let way = Angle.direction(azimuth: azimuth, elevation: elevation)
    // The cone is about the way ahead, which is y.
    guard Angle.of(x: way.y, y: (way.x * way.x + way.z * way.z).squareRoot()) <= half else {
      return
    }
    direction = way
  }
}
