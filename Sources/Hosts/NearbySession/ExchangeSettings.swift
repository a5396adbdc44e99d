public import LabRuntime
public import NearbyAccessory

/// The values that the phone chooses; the rig's own, because Apple documents none of them. The
/// defaults are what iPhone captures show (accessory protocol §3.3, §5.6).
public struct ExchangeSettings: Hashable, Sendable {
  /// The accepted accessory configuration data.
  public var acceptance = AcceptancePolicy.strict
  /// Regulatory country.
  public var country = ShareableConfigurationData.CountryCode.europe
  /// UWB channel.
  public var channel: UInt8 = 9
  /// Preamble code index.
  public var preambleCode: UInt8 = 11
  /// Slots in a round.
  public var slotsPerRound: UInt16 = 6
  /// Slot duration in RSTU.
  public var slotDuration: UInt16 = 3600
  /// Ranging block in milliseconds.
  public var blockInterval: UInt16 = 180
  /// Ranging block in milliseconds for an accessory that prefers infrequent updates.
  public var blockIntervalInfrequent: UInt16 = 774
  /// Round control: 3 is time-scheduled.
  public var roundControl: UInt8 = 3
  /// Greatest deviation of the phone's clock in parts per million.
  public var clockDrift: UInt16 = 200
  /// From 2.0: the phone takes the round, interval and hopping that the accessory asks for.
  public var grantsRequest = true

  /// The defaults, to be changed.
  public init() {}

  /// The blob that this phone makes for an accessory: its version, a random session whose upper
  /// half is 0, a random vector, and a random address that is not the accessory's.
  public func shareable(
    for accessory: AccessoryConfigurationData, random: inout LabRandom
  ) -> ShareableConfigurationData {
    let layout = accessory.uwb.version.layout
    let isInfrequent = accessory.preferredUpdateRate == .infrequent
    var shareable = ShareableConfigurationData(
      version: layout.version, country: country,
      sessionIdentifier: UInt32(1 + random.index(below: 0xFFFF)), preambleCode: preambleCode,
      channel: channel, slotsPerRound: slotsPerRound, slotDuration: slotDuration,
      rangingDuration: isInfrequent ? blockIntervalInfrequent : blockInterval,
      roundControl: roundControl, staticSTSIV: random.bytes(6),
      destinationAddress: Self.address(&random, besides: accessory.uwb.sourceAddress),
      clockDrift: clockDrift)
    if layout.hasRoundRequest, grantsRequest {
      let request = accessory.uwb.request
      shareable.slotsPerRound = request.slotsPerRound
      shareable.slotDuration = request.slotDuration
      shareable.rangingDuration = request.interval
      shareable.hoppingMode = request.hoppingMode
    }
    return shareable
  }

  /// Neither unassigned nor broadcast nor taken.
  private static func address(_ random: inout LabRandom, besides taken: UInt16) -> UInt16 {
    let address = UInt16(1 + random.index(below: 0xFFFD))
    return address == taken ? (address == 1 ? 2 : address - 1) : address
  }
}
