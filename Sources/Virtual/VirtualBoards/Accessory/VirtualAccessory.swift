public import Errors
public import LabRuntime
public import Links
public import NearbyAccessory
public import Room
public import WireFormat

/// A Nearby Interaction accessory behind a link, with its radio in a room.
///
/// It answers at once, lives through any bytes, and holds little memory whatever the peer does.
public final class VirtualAccessory: VirtualBoard {
  /// The settings of the accessory.
  public struct Settings: Sendable {
    /// The board's name, in the room too.
    public var name: String
    /// The specification that its configuration data follows.
    public var specification: ConfigurationLayout
    /// How often it would like to range.
    public var updateRate: PreferredUpdateRate
    /// How messages are cut on a byte stream.
    public var framing: StreamFraming
    /// Whose accessory it resembles; see ``VirtualAccessory/personalities``.
    public var personality: String
    /// Its fault; nil for none.
    public var misbehaviour: AccessoryFault?
    /// Parts per million that its clock runs too fast; negative: too slow.
    public var clockDrift = 0
    /// The tap between it and its link; nil for none.
    public var tap: (any BoardTap)?
    /// Tells the source addresses of several exchanges of one board apart.
    var addressStream = ""

    /// A healthy accessory; without a specification it follows that of its personality, 1.1 for
    /// most.
    public init(
      name: String, specification: ConfigurationLayout? = nil,
      updateRate: PreferredUpdateRate = .userInteractive, framing: StreamFraming = .length16,
      personality: String = "reference", misbehaviour: AccessoryFault? = nil
    ) {
      self.name = name
      self.specification =
        specification ?? AccessoryPersonality.named(personality)?.specification ?? .v1_1
      self.updateRate = updateRate
      self.framing = framing
      self.personality = personality
      self.misbehaviour = misbehaviour
    }

    /// Chipset, model and middleware of a Qorvo kit (observed: DWM3001C-based boards).
    var configuration: AccessoryConfigurationData {
      var data = AccessoryConfigurationData(
        preferredUpdateRate: updateRate,
        uwb: UWBConfigurationData(
          version: specification.version, manufacturerIdentifier: 0x3F53F, modelIdentifier: 3000,
          middlewareVersion: 0x0101_0000, role: .responder, sourceAddress: 0, clockDrift: 25))
      AccessoryPersonality.named(personality)?.configuration(&data)
      return data
    }
  }

  /// The personalities that can be played.
  public static let personalities = AccessoryPersonality.all.map(\.name)

  private let settings: Settings
  private let lab: Lab
  private let room: Room

  /// An accessory without a connection. Put a body of its name in the room.
  ///
  /// - Throws: ``RigError`` when the personality is not known, or when the misbehaviour
  ///   shows in later specifications only.
  public init(lab: Lab, room: Room, settings: Settings) throws(RigError) {
    guard Self.personalities.contains(settings.personality) else {
      throw RigError.unknownPersonality(
        settings.personality, board: settings.name, allowed: Self.personalities)
    }
    if let misbehaviour = settings.misbehaviour,
      settings.specification.accessoryLength < misbehaviour.since.accessoryLength
    {
      throw RigError(
        .usage, "board \(settings.name)",
        reason:
          "\(misbehaviour.name) shows from specification \(misbehaviour.since.rawValue) on, and the "
          + "board follows \(settings.specification.rawValue)")
    }
    self.lab = lab
    self.room = room
    self.settings = settings
  }

  /// Serves the accessory, one connection after the other, until the listener is closed or the task
  /// is cancelled; then its radio is off. Each call is a board that was just powered.
  public func serve(_ listener: any LinkListener) async {
    var board = HostedAccessory(lab: lab, room: room, settings: settings)
    await BoardHost(lab: lab, clock: BoardClock(drift: settings.clockDrift)).serve(listener, &board)
  }
}
