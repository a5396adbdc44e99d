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

  /// The number of the status (0 unknown, 1 not converged, 2 converged).
  public var number: Int {
    switch self {
    case .unknown: 0
    case .notConverged: 1
    case .converged: 2
    }
  }
}

/// Where an object is above or below the device.
enum VerticalEstimate: Int, Hashable, Sendable {
  /// Nothing is known.
  case unknown
  /// At about the height of the device.
  case same
  case above
  case below
  /// Higher or lower: the ranges do not say which.
  case aboveOrBelow
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

  /// Nothing is known yet.
  init() {}

  /// Whether the camera sees enough; given, since the rig has no camera.
  var isLit = true

  private(set) var estimate: PositionEstimator.Estimate?

  mutating func add(distance: Double, at pose: DevicePose) {
    estimator.add(PositionEstimator.Sample(position: pose.position, distance: distance))
    estimate = estimator.estimate()
  }

  mutating func reset() {
    estimator.reset()
    estimate = nil
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

  /// Whether the object is higher or lower than the device.
  func verticalEstimate(from pose: DevicePose) -> VerticalEstimate {
    guard let position, let estimate else { return .unknown }
    func side(_ place: SIMD3<Double>) -> VerticalEstimate {
      let way = place - pose.position
      let angle = Angle.of(x: Self.flat(way).length, y: way.z)
      return angle.magnitude < .pi / 12 ? .same : angle > 0 ? .above : .below
    }
    let first = side(position)
    guard let other = estimate.alternative else {
      let height = (estimate.covariance?.diagonal.z ?? .infinity).squareRoot()
      return height <= Self.certainty * 2 ? first : .unknown
    }
    return side(other) == first ? first : .aboveOrBelow
  }

  private static func flat(_ way: SIMD3<Double>) -> SIMD3<Double> { SIMD3(way.x, way.y, 0) }
}
