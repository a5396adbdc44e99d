import NearbyAccessory
import Room

extension AirInterface {
  init(_ session: AccessorySession) {
    switch session {
    case .apple(let data): self.init(data)
    case .android(let data): self.init(data)
    }
  }

  /// The air interface of shareable data, with the parameters that it implies.
  private init(_ data: ShareableConfigurationData) {
    self.init(
      sessionID: data.sessionIdentifier, channel: data.channel, preamble: data.preambleCode,
      sfd: ImpliedRangingParameters.startOfFrameDelimiter,
      frame: ImpliedRangingParameters.frameConfiguration,
      sts: ImpliedRangingParameters.vendorIdentifier.wireOrder + data.staticSTSIV,
      slotDuration: data.slotDuration, slotsPerRound: data.slotsPerRound,
      interval: UInt32(data.rangingDuration),
      roundUsage: ImpliedRangingParameters.rangingRoundUsage,
      hopping: data.version.layout.hasRoundRequest && data.hoppingMode != 0)
  }

  /// The air interface of an Android phone's blob, with the parameters that it leaves out.
  private init(_ data: UwbPhoneConfigurationData) {
    self.init(
      sessionID: data.sessionIdentifier, channel: data.channel, preamble: data.preambleCode,
      sfd: ImpliedRangingParameters.startOfFrameDelimiter,
      frame: ImpliedRangingParameters.frameConfiguration,
      sts: AndroidRangingParameters.vendorIdentifier + AndroidRangingParameters.staticSTSIV,
      slotDuration: AndroidRangingParameters.slotDuration,
      slotsPerRound: UInt16(AndroidRangingParameters.slotsPerRound),
      interval: UInt32(AndroidRangingParameters.interval),
      roundUsage: ImpliedRangingParameters.rangingRoundUsage)
  }
}
