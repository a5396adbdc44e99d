import LabRuntime
public import NearbyAccessory
import UCIHost

extension RadioOrder {
  /// The radio's order for an accessory: the two blobs decide.
  public init(_ shareable: ShareableConfigurationData, _ accessory: AccessoryConfigurationData) {
    self.init(
      sessionIdentifier: shareable.sessionIdentifier,
      parameters: Self.parameters(for: shareable, accessory),
      peerAddress: accessory.uwb.sourceAddress)
  }

  /// The parameters of the phone's radio that fit the two blobs (accessory protocol §3.2): the
  /// phone takes the side that the accessory does not.
  private static func parameters(
    for shareable: ShareableConfigurationData, _ accessory: AccessoryConfigurationData
  ) -> RangingParameters {
    var parameters = RangingParameters(
      isController: accessory.uwb.role != .initiator, address: shareable.destinationAddress,
      peer: accessory.uwb.sourceAddress)
    let vendor = ImpliedRangingParameters.vendorIdentifier
    parameters.vendorID = [UInt8(vendor & 0xFF), UInt8(vendor >> 8)]
    parameters.staticSTSIV = shareable.staticSTSIV
    parameters.channel = shareable.channel
    parameters.preambleCode = shareable.preambleCode
    parameters.slotDuration = shareable.slotDuration
    parameters.slotsPerRound = UInt8(clamping: shareable.slotsPerRound)
    parameters.interval = UInt32(shareable.rangingDuration)
    parameters.hoppingMode = shareable.hoppingMode
    // 3 is what a board does anyway, and some do not know the parameter.
    if shareable.roundControl != 3 { parameters.roundControl = shareable.roundControl }
    return parameters
  }

  /// What the radios of two phones are told. Both tokens decide, and each phone comes to the same
  /// without a word to the other; the one with the lower token controls.
  init(own: DiscoveryToken, peer: DiscoveryToken, _ world: SessionMachine.Surroundings) {
    let lower = min(own, peer)
    let upper = max(own, peer)
    let seed = DiscoveryToken.seed(
      world.behaviour.has(.ignoresPeerToken) ? own.bytes : lower.bytes + upper.bytes)
    var random = LabRandom(seed: seed, stream: "peers")
    let identifier = UInt32(1 + random.index(below: 0xFFFF))
    let vector = random.bytes(6)
    let preamble = UInt8(9 + random.index(below: 4))
    let lowerAddress = UInt16(1 + random.index(below: 0x7FFE))
    let upperAddress = UInt16(0x8000 + random.index(below: 0x7FFE))
    let settings = world.settings.exchange
    let isController = own == lower
    let (address, other) =
      isController ? (lowerAddress, upperAddress) : (upperAddress, lowerAddress)
    // The same radio parameters as towards an accessory that responds, or that initiates.
    let shareable = ShareableConfigurationData(
      version: .v1_1, country: settings.country, sessionIdentifier: identifier,
      preambleCode: preamble, channel: settings.channel, slotsPerRound: settings.slotsPerRound,
      slotDuration: settings.slotDuration, rangingDuration: settings.blockInterval,
      roundControl: settings.roundControl, staticSTSIV: vector, destinationAddress: address,
      clockDrift: settings.clockDrift)
    let otherSide = AccessoryConfigurationData(
      uwb: UWBConfigurationData(
        version: .v1_1, role: isController ? .responder : .initiator, sourceAddress: other))
    self.init(shareable, otherSide)
  }
}

extension RangingParameters {
  /// What a phone's radio and an accessory's have in common without a word (accessory protocol §3.2).
  init(isController: Bool, address: UInt16, peer: UInt16) {
    self =
      isController
      ? .controller(address: address, peers: [peer]) : .controlee(address: address, peers: [peer])
    multiNodeMode = ImpliedRangingParameters.multiNodeMode
    rangingRoundUsage = ImpliedRangingParameters.rangingRoundUsage
    scheduleMode = ImpliedRangingParameters.scheduledMode
    stsConfiguration = ImpliedRangingParameters.stsConfiguration
    frameConfiguration = ImpliedRangingParameters.frameConfiguration
    sfd = ImpliedRangingParameters.startOfFrameDelimiter
    reportsRSSI = true
  }
}
