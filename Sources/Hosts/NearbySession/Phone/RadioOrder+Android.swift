import LabRuntime
public import NearbyAccessory
import UCIHost

extension RadioOrder {
  /// What the radio of an Android phone is told for an accessory of NXP's demonstration: the phone
  /// takes the side that it leaves (accessory protocol §3.5).
  public init(_ phone: UwbPhoneConfigurationData, _ accessory: UwbDeviceConfigurationData) {
    let own = Self.number(phone.macAddress)
    let other = Self.number(accessory.macAddress)
    // The side apart, the same radio as towards an accessory of an Apple phone.
    var parameters = RangingParameters(
      isController: phone.deviceRangingRole != 1, address: own, peer: other)
    parameters.vendorID = AndroidRangingParameters.vendorIdentifier
    parameters.staticSTSIV = AndroidRangingParameters.staticSTSIV
    parameters.channel = phone.channel
    parameters.preambleCode = phone.preambleCode
    parameters.slotDuration = AndroidRangingParameters.slotDuration
    parameters.slotsPerRound = AndroidRangingParameters.slotsPerRound
    parameters.interval = UInt32(AndroidRangingParameters.interval)
    self.init(
      sessionIdentifier: phone.sessionIdentifier, parameters: parameters, peerAddress: other)
  }

  static func number(_ address: [UInt8]) -> UInt16 {
    address.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
  }
}
