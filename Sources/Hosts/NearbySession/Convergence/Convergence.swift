/// Whether camera assistance knows where an object is, as the framework tells it.
public enum Convergence: Hashable, Sendable, CustomStringConvertible {
  /// Nothing is known yet.
  case unknown
  /// Not yet, and what is missing.
  case notConverged([Reason])
  /// The object's place is known.
  case converged

  /// A missing condition.
  public enum Reason: String, CaseIterable, Sendable {
    /// The device was not moved from side to side.
    case insufficientHorizontalSweep
    case insufficientVerticalSweep
    case insufficientMovement
    case insufficientLighting
  }

  /// `converged`, or what is missing.
  public var description: String {
    switch self {
    case .unknown: "unknown"
    case .notConverged(let reasons):
      "not converged (\(reasons.map(\.rawValue).joined(separator: ", ")))"
    case .converged: "converged"
    }
  }
}

/// Camera assistance: the place of an object in the frame of the device's path, out of ranges and
/// motion alone.
struct CameraAssistance: Sendable {
  /// Metres that the device must have moved, as the root of the path's variance.
  static let movement = 0.15
  /// The same across the longest direction of the path.
  static let sweep = 0.08
  /// Standard deviation in the horizontal plane that counts as known, in metres.
  static let certainty = 0.35

  private var estimator = PositionEstimator()

  /// Whether the camera sees enough; given, since the rig has no camera.
  var isLit = true

  private(set) var estimate: PositionEstimator.Estimate?

  mutating func add(distance: Double, at pose: DevicePose) {
    estimator.add(PositionEstimator.Sample(position: pose.position, distance: distance))
    estimate = estimator.estimate()
  }

  /// Whether the place is known, and what is missing.
  var convergence: Convergence {
    guard !estimator.samples.isEmpty else { return .unknown }
    var reasons: [Convergence.Reason] = []
    if !isLit { reasons.append(.insufficientLighting) }
    let path = Path(estimator.samples)
    let spread = path.axes.map { max(0, $0.value).squareRoot() }
    if spread[0] < Self.movement {
      reasons.append(.insufficientMovement)
    } else if spread[1] < Self.sweep {
      // On a line: what crosses it decides which way is missing.
      let isSideways = path.axes[0].direction.z.magnitude > 0.7
      reasons.append(isSideways ? .insufficientHorizontalSweep : .insufficientVerticalSweep)
      if !isSideways { reasons.append(.insufficientHorizontalSweep) }
    }
    guard reasons.isEmpty else { return .notConverged(reasons) }
    guard let estimate, let covariance = estimate.covariance else {
      return .notConverged([.insufficientMovement])
    }
    let flat = max(covariance.diagonal.x, covariance.diagonal.y).squareRoot()
    if let other = estimate.alternative, Self.flat(other - estimate.position).length > 0.5 {
      return .notConverged([.insufficientHorizontalSweep])
    }
    guard flat <= Self.certainty else { return .notConverged([.insufficientHorizontalSweep]) }
    return .converged
  }

  /// Where the object is, in the frame of the device's path; nil until it is known.
  var position: SIMD3<Double>? {
    convergence == .converged ? estimate?.position : nil
  }

  /// The angle from where the device looks to the object, in radians, positive to the right; nil
  /// until the place is known.
  func horizontalAngle(from pose: DevicePose) -> Double? {
    guard let position else { return nil }
    let way = position - pose.position
    guard Self.flat(way).length > 1e-3 else { return nil }
    let angle = Angle.of(x: way.y, y: way.x) - pose.yaw
    return angle.remainder(dividingBy: 2 * .pi)
  }

  private static func flat(_ way: SIMD3<Double>) -> SIMD3<Double> { SIMD3(way.x, way.y, 0) }
}
