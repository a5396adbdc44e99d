import LabRuntime
import NearbyAccessory
import UCIHost

extension RadioOrder {
  /// What the radio is told for an accessory: the two blobs decide.
  init(_ shareable: ShareableConfigurationData, _ accessory: AccessoryConfigurationData) {
    self.init(
      sessionIdentifier: shareable.sessionIdentifier,
      parameters: NearbySession.radioParameters(for: shareable, accessory),
      peerAddress: accessory.uwb.sourceAddress)
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
