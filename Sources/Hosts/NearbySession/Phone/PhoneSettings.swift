/// The limits of a phone and the values that it chooses. Apple documents no number for most of them:
/// they are the rig's own.
public struct PhoneSettings: Hashable, Sendable {
  /// What goes into shareable data, and what is accepted in accessory configuration data.
  public var exchange = ExchangeSettings()
  /// A peer that is not heard for so long is removed; also how long a session stays prepared after
  /// its shareable data was generated.
  public var removalTimeout = Duration.seconds(15)
  /// Sessions that may be active at the same time.
  public var maximumSessions = 4
  /// How long a session may be suspended before it is invalidated.
  public var suspension = Duration.seconds(60)
  /// Block intervals of sessions at the same time, in milliseconds, the first one first.
  public var concurrentIntervals: [UInt16] = [180, 162, 198]
  /// What an application is told when the accessory of a background session is there but its value
  /// cannot be used: no service, no characteristic, another value, an error while it was read.
  public var backgroundFailure = FrameworkError.Code.accessoryPeerDeviceUnavailable
  /// What a phone without a radio does is protocol only; then nothing is removed by timeout.
  public var removesWithoutRadio = false

  /// The abilities of the phone.
  public var model = PhoneModel.first
  /// Sessions that may measure at an extended distance at the same time.
  public var maximumExtendedDistanceSessions = 1

  /// The defaults, to be changed.
  public init() {}
}
