/// The abilities of a generation of phones, as the framework's capabilities tell them.
///
/// Apple publishes no table; the rows are what developers report: earlier phones give a direction,
/// later ones need the camera for an angle.
public struct PhoneModel: Hashable, Sendable {
  /// A name.
  public var name: String
  /// Distances in metres.
  public var measuresDistance: Bool
  /// Directions by the antennas alone.
  public var measuresDirection: Bool
  /// Angles with the help of the camera.
  public var hasCameraAssistance: Bool
  /// More reach between two devices with the second chip.
  public var hasExtendedDistance: Bool
  /// Degrees to each side of straight ahead within which a direction is given.
  public var halfConeDegrees: Double

  /// A model.
  public init(
    _ name: String, measuresDistance: Bool = true, measuresDirection: Bool,
    hasCameraAssistance: Bool, hasExtendedDistance: Bool,
    halfConeDegrees: Double = 60
  ) {
    self.name = name
    self.measuresDistance = measuresDistance
    self.measuresDirection = measuresDirection
    self.hasCameraAssistance = hasCameraAssistance
    self.hasExtendedDistance = hasExtendedDistance
    self.halfConeDegrees = halfConeDegrees
  }

  /// A phone of the first generation: distance and direction.
  public static let first = PhoneModel(
    "first-generation", measuresDirection: true, hasCameraAssistance: true,
    hasExtendedDistance: false)
  /// A phone of the second generation: distance, more reach, angles with the camera alone.
  public static let second = PhoneModel(
    "second-generation", measuresDirection: false, hasCameraAssistance: true,
    hasExtendedDistance: true)
  /// A device without a UWB chip.
  public static let none = PhoneModel(
    "no-uwb", measuresDistance: false, measuresDirection: false, hasCameraAssistance: false,
    hasExtendedDistance: false)

  /// The models by name.
  public static let all = [first, second, none]
}
