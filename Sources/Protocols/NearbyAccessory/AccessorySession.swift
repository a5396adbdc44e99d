/// The parameters that start an accessory's radio: the phone's choice, in the dialect of its
/// initialize.
public enum AccessorySession: Hashable, Sendable {
  case apple(ShareableConfigurationData)
  /// The blob of NXP's demonstration for Android.
  case android(UwbPhoneConfigurationData)

  /// The phone's short address, as a number.
  public var phoneAddress: UInt16 {
    switch self {
    case .apple(let data): data.destinationAddress
    case .android(let data):
      data.macAddress.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }
  }

  /// From one ranging block to the next, in milliseconds.
  public var blockInterval: UInt16 {
    switch self {
    case .apple(let data): data.rangingDuration
    case .android: AndroidRangingParameters.interval
    }
  }
}
