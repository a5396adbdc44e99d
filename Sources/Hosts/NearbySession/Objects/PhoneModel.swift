/// The abilities of a generation of phones, as the framework's capabilities tell them.
///
/// Apple publishes no table; the rows are what developers report: earlier phones give a direction,
/// later ones need the camera for an angle.
public struct PhoneModel: Hashable, Sendable {
  /// A name.
  public var name: String
  /// Distances in metres.
  public var measuresDistance = true
  /// Directions by the antennas alone.
  public var measuresDirection: Bool
  /// Angles with the help of the camera.
  public var hasCameraAssistance: Bool
  /// More reach between two devices with the second chip.
  public var hasExtendedDistance: Bool
  /// Degrees to each side of straight ahead within which a direction is given.
  public var halfConeDegrees = 60.0

  /// A phone of the first generation: distance and direction.
  public static let first = PhoneModel(
    name: "first-generation", measuresDirection: true, hasCameraAssistance: true,
    hasExtendedDistance: false)
  /// A phone of the second generation: distance, more reach, angles with the camera alone.
  public static let second = PhoneModel(
    name: "second-generation", measuresDirection: false, hasCameraAssistance: true,
    hasExtendedDistance: true)
  /// A device without a UWB chip.
  public static let none = PhoneModel(
    name: "no-uwb", measuresDistance: false, measuresDirection: false, hasCameraAssistance: false,
    hasExtendedDistance: false)
}
