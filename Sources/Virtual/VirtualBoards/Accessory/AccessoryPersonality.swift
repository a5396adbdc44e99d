import NearbyAccessory

/// Whose accessory a virtual one resembles: what was observed of it per message and state, its known
/// faults included (accessory protocol §1.4).
struct AccessoryPersonality: Sendable {
  enum SecondCentral: Hashable, Sendable {
    /// Every central has an exchange of its own; there is one radio.
    case served
    /// It may connect, and nothing that it writes has an effect.
    case ignored
    /// It cannot connect: the accessory does not advertise while it is connected.
    case refused
    /// The one that wrote last gets the answers.
    case takesOver
  }

  let name: String
  /// The specification that it follows where nothing else is said.
  var specification = ConfigurationLayout.v1_1
  var behaviour = AccessoryBehaviour.reference
  var configuration: @Sendable (inout AccessoryConfigurationData) -> Void = { _ in }
  var faults: @Sendable (inout AccessoryHooks) -> Void = { _ in }
  var secondCentral = SecondCentral.served
  /// The acceptance where the board follows specification 1.0; nil: the same as always.
  var acceptanceOfOldest: SCDAcceptance?
  /// Bytes of zeros that the readable configuration data is after a start; nil keeps the data.
  var zeroedAfterStart: Int?
  /// The only specification in which the readable configuration data is written at all; nil: each.
  var writesValueIn: ConfigurationLayout?
  /// The readable configuration data is zeroed only while no other session ranges.
  var zeroesForOneSessionOnly = false
  /// Advertises the Nearby Interaction service beside that of the data channel.
  var advertisesBothServices = false
  /// Answers only once the link is encrypted.
  var waitsForEncryption = false

  static let all: [AccessoryPersonality] = [
    reference, qorvo, stella, nrfuwb, canvas, android,
  ]

  /// The rig's reference model (accessory protocol §1.5).
  static let reference = AccessoryPersonality(name: "reference")

  static func named(_ name: String) -> AccessoryPersonality? { all.first { $0.name == name } }
}

extension AccessoryHooks {
  /// Messages longer than a firmware's buffer are lost.
  mutating func limitMessages(to length: Int) {
    let before = incoming
    incoming = { message, history in
      message.count > length ? [] : before(message, history)
    }
  }
}

extension AndroidDialect {
  /// The data of NXP's demonstration firmware for an Android phone: profiles 1 to 3, as a controller
  /// (capture of a Stella board).
  static func nxp(chip: [UInt8], initialize: [UInt8] = [0xA5]) -> AndroidDialect {
    AndroidDialect(
      initialize: initialize,
      data: UwbDeviceConfigurationData(
        chipIdentifier: chip, chipFirmware: [0x02, 0x06], middleware: [0x04, 0x03, 0x00],
        profileMask: 0x0E, rangingRoles: 1, macAddress: [0, 0]))
  }
}
