/// When SESSION_INFO_NTF_CONFIG lets a round be reported: always, never, while a peer is inside
/// the limits, or when one comes in or goes out (AOSP).
///
/// Inside the level of proximity and angle is who keeps both limits (inferred). A board that
/// measures no angles, and a session whose bounds were never set, has no limit of angles.
struct SessionReporting {
  private let near: Int64
  private let far: Int64
  /// Azimuth from and to, elevation from and to, Q9.7.
  private let bounds: [Int64]?
  private let mode: Int64

  init(_ configuration: AppConfiguration, measuresAngles: Bool) {
    mode = configuration.number(.sessionInfoNtfConfig) ?? 1
    near = configuration.number(.nearProximityConfig) ?? 0
    far = configuration.number(.farProximityConfig) ?? 20_000
    let set = configuration[.aoaBoundConfig].flatMap {
      AppConfigID.aoaBoundConfig.definition?.numbers(of: $0)
    }
    bounds = measuresAngles && set?.count == 4 ? set : nil
  }

  /// Whether a round with these measurements is reported, after one in which a peer `wasInside`.
  func isReported(_ measurements: [UWBSMeasurement], wasInside: Bool) -> Bool {
    switch mode {
    case 0: false
    case 2, 3, 4: isInside(measurements)
    case 5, 6, 7: isInside(measurements) != wasInside
    default: true
    }
  }

  /// Whether a peer is inside the limits that the mode looks at.
  func isInside(_ measurements: [UWBSMeasurement]) -> Bool {
    measurements.contains { measurement in
      guard let distance = measurement.distanceCentimetres else { return false }
      let looksAtDistance = [2, 4, 5, 7].contains(mode)
      if looksAtDistance, !(near <= Int64(distance) && Int64(distance) <= far) { return false }
      let looksAtAngles = [3, 4, 6, 7].contains(mode)
      return !looksAtAngles || isInsideAngles(measurement)
    }
  }

  private func isInsideAngles(_ measurement: UWBSMeasurement) -> Bool {
    guard let bounds, bounds.count == 4 else { return true }
    let azimuth = Int64(measurement.azimuth?.raw ?? 0)
    let elevation = Int64(measurement.elevation?.raw ?? 0)
    return bounds[0] <= azimuth && azimuth <= bounds[1] && bounds[2] <= elevation
      && elevation <= bounds[3]
  }
}
