public import LabRuntime
public import NearbyAccessory
public import UCIHost

extension NearbySession {
  /// The values that the phone chooses and how long it waits; the rig's own, because Apple documents
  /// none of them. The defaults are what iPhone captures show (accessory protocol §3.3, §5.6).
  public struct Settings: Hashable, Sendable {
    /// How long the phone waits for answers.
    public var limits = PhoneExchange.Limits()
    /// Vendor identifiers that the accessory declares.
    public var vendorIdentifiers: [AccessoryMessage.Identifier] = []
    /// What the phone accepts in accessory configuration data.
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
    /// From the last successful round, or did-start, until the accessory is removed.
    public var removalTimeout = Duration.seconds(15)

    /// The defaults, to be changed.
    public init() {}

    /// The blob that this phone makes for an accessory: its version, a random session whose upper
    /// half is 0, a random vector, and a random address that is not the accessory's.
    public func shareable(
      for accessory: AccessoryConfigurationData, random: inout LabRandom
    ) -> ShareableConfigurationData {
      let layout = accessory.uwb.version.layout
      let version: SpecificationVersion =
        switch layout {
        case .v1_0: .v1_0
        case .v1_1: .v1_1
        case .v2_0: .v2_0
        }
      let isInfrequent = accessory.preferredUpdateRate == .infrequent
      var shareable = ShareableConfigurationData(
        version: version, country: country,
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

  /// The parameters of the phone's radio that fit the two blobs (accessory protocol §3.2): the
  /// phone takes the side that the accessory does not.
  public static func radioParameters(
    for shareable: ShareableConfigurationData, _ accessory: AccessoryConfigurationData
  ) -> RangingParameters {
    let address = shareable.destinationAddress
    let peers = [accessory.uwb.sourceAddress]
    var parameters: RangingParameters =
      accessory.uwb.role == .initiator
      ? .controlee(address: address, peers: peers) : .controller(address: address, peers: peers)
    parameters.multiNodeMode = ImpliedRangingParameters.multiNodeMode
    parameters.rangingRoundUsage = ImpliedRangingParameters.rangingRoundUsage
    parameters.scheduleMode = ImpliedRangingParameters.scheduledMode
    parameters.stsConfiguration = ImpliedRangingParameters.stsConfiguration
    parameters.frameConfiguration = ImpliedRangingParameters.frameConfiguration
    parameters.sfd = ImpliedRangingParameters.startOfFrameDelimiter
    let vendor = ImpliedRangingParameters.vendorIdentifier
    parameters.vendorID = [UInt8(vendor & 0xFF), UInt8(vendor >> 8)]
    parameters.staticSTSIV = shareable.staticSTSIV
    parameters.channel = shareable.channel
    parameters.preambleCode = shareable.preambleCode
    parameters.slotDuration = shareable.slotDuration
    parameters.slotsPerRound = UInt8(clamping: shareable.slotsPerRound)
    parameters.interval = UInt32(shareable.rangingDuration)
    parameters.hoppingMode = shareable.hoppingMode
    parameters.reportsRSSI = true
    // 3 is what a board does anyway, and some do not know the parameter.
    if shareable.roundControl != 3 { parameters.roundControl = shareable.roundControl }
    return parameters
  }
}
