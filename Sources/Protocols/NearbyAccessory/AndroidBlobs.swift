public import WireFormat

/// The blob from an NXP accessory to an Android phone behind message 0x01: 18 bytes
/// (accessory protocol §3.5; observed: NXP demonstration firmware, Stella).
///
/// All numbers are little-endian on the wire. The NXP application reads the profile mask
/// big-endian, which is a fault of the application and not of this layout.
public struct UwbDeviceConfigurationData: Hashable, Sendable {
  /// Bytes of the layout.
  public static let length = 18

  /// Version of the layout, bytes 0 to 3.
  public var version: SpecificationVersion
  /// Chip, bytes 4 and 5.
  public var chipIdentifier: [UInt8]
  /// Chip firmware, bytes 6 and 7.
  public var chipFirmware: [UInt8]
  /// Middleware, bytes 8 to 10.
  public var middleware: [UInt8]
  /// Supported profiles, bytes 11 to 14: bit n is CONFIG_ID n.
  public var profileMask: UInt32
  /// Roles, byte 15: 1 controller, 2 controlee, 3 both.
  public var rangingRoles: UInt8
  /// The accessory's short MAC address as on the wire, bytes 16 and 17.
  public var macAddress: [UInt8]
  /// Bytes behind the 18.
  public var trailing: [UInt8] = []

  /// A blob of version 1.0.
  public init(
    version: SpecificationVersion = .v1_0, chipIdentifier: [UInt8], chipFirmware: [UInt8],
    middleware: [UInt8], profileMask: UInt32, rangingRoles: UInt8, macAddress: [UInt8],
    trailing: [UInt8] = []
  ) {
    self.version = version
    self.chipIdentifier = chipIdentifier
    self.chipFirmware = chipFirmware
    self.middleware = middleware
    self.profileMask = profileMask
    self.rangingRoles = rangingRoles
    self.macAddress = macAddress
    self.trailing = trailing
  }

  /// The profiles whose bit is set, in ascending order.
  public var profiles: [Int] { (0..<32).filter { profileMask >> UInt32($0) & 1 == 1 } }

  /// Reads a blob, without the message identifier.
  ///
  /// - Throws: ``WireError`` when it is shorter than 18 bytes.
  public static func decode(_ bytes: [UInt8]) throws(WireError) -> UwbDeviceConfigurationData {
    do throws(WireError) {
      var reader = WireReader(bytes)
      let major = try reader.read(UInt16.self, field: "specMajor")
      let minor = try reader.read(UInt16.self, field: "specMinor")
      return UwbDeviceConfigurationData(
        version: SpecificationVersion(major, minor),
        chipIdentifier: try reader.readBytes(2, field: "chipId"),
        chipFirmware: try reader.readBytes(2, field: "chipFw"),
        middleware: try reader.readBytes(3, field: "mw"),
        profileMask: try reader.read(field: "supportedProfileIds"),
        rangingRoles: try reader.read(field: "rangingRoles"),
        macAddress: try reader.readBytes(2, field: "mac"), trailing: reader.readRest())
    } catch {
      throw error.within("UwbDeviceConfigData")
    }
  }

  /// The blob, without the message identifier.
  ///
  /// - Throws: ``WireError`` when a field has not its number of bytes.
  public func encode() throws(WireError) -> [UInt8] {
    try requireCount(chipIdentifier, 2, "chipId", at: 4)
    try requireCount(chipFirmware, 2, "chipFw", at: 6)
    try requireCount(middleware, 3, "mw", at: 8)
    try requireCount(macAddress, 2, "mac", at: 16)
    var writer = WireWriter(capacity: 18)
    writer.write(version.major)
    writer.write(version.minor)
    writer.write(chipIdentifier + chipFirmware + middleware)
    writer.write(profileMask)
    writer.write(rangingRoles)
    writer.write(macAddress + trailing)
    return writer.bytes
  }
}

/// The blob from an Android phone to an NXP accessory behind message 0x0B: 14 bytes
/// (accessory protocol §3.5).
///
/// NXP firmware reads it little-endian, Canvas firmware big-endian.
public struct UwbPhoneConfigurationData: Hashable, Sendable {
  /// Version of the layout, bytes 0 to 3.
  public var version: SpecificationVersion
  /// Session, bytes 4 to 7.
  public var sessionIdentifier: UInt32
  /// Preamble code index, byte 8.
  public var preambleCode: UInt8
  /// UWB channel, byte 9.
  public var channel: UInt8
  /// CONFIG_ID of the profile, byte 10.
  public var profile: UInt8
  /// The role of the accessory, byte 11.
  public var deviceRangingRole: UInt8
  /// The phone's short MAC address as on the wire, bytes 12 and 13.
  public var macAddress: [UInt8]
  /// Bytes behind the 14.
  public var trailing: [UInt8] = []

  /// A blob of version 1.0.
  public init(
    version: SpecificationVersion = .v1_0, sessionIdentifier: UInt32, preambleCode: UInt8 = 10,
    channel: UInt8 = 9, profile: UInt8, deviceRangingRole: UInt8, macAddress: [UInt8],
    trailing: [UInt8] = []
  ) {
    self.version = version
    self.sessionIdentifier = sessionIdentifier
    self.preambleCode = preambleCode
    self.channel = channel
    self.profile = profile
    self.deviceRangingRole = deviceRangingRole
    self.macAddress = macAddress
    self.trailing = trailing
  }

  /// Reads a blob, without the message identifier.
  ///
  /// - Throws: ``WireError`` when it is shorter than 14 bytes.
  public static func decode(
    _ bytes: [UInt8], bigEndian: Bool = false
  ) throws(WireError) -> UwbPhoneConfigurationData {
    do throws(WireError) {
      var reader = WireReader(bigEndian ? turned(bytes) : bytes)
      let major = try reader.read(UInt16.self, field: "major")
      let minor = try reader.read(UInt16.self, field: "minor")
      return UwbPhoneConfigurationData(
        version: SpecificationVersion(major, minor),
        sessionIdentifier: try reader.read(field: "sessionId"),
        preambleCode: try reader.read(field: "preamble"),
        channel: try reader.read(field: "channel"),
        profile: try reader.read(field: "profileId"),
        deviceRangingRole: try reader.read(field: "deviceRangingRole"),
        macAddress: try reader.readBytes(2, field: "phoneMac"), trailing: reader.readRest())
    } catch {
      throw error.within("UwbPhoneConfigData")
    }
  }

  /// The blob, without the message identifier.
  ///
  /// - Throws: ``WireError`` when the address is not two bytes.
  public func encode(bigEndian: Bool = false) throws(WireError) -> [UInt8] {
    try requireCount(macAddress, 2, "phoneMac", at: 12)
    var writer = WireWriter(capacity: 14)
    writer.write(version.major)
    writer.write(version.minor)
    writer.write(sessionIdentifier)
    writer.write(preambleCode)
    writer.write(channel)
    writer.write(profile)
    writer.write(deviceRangingRole)
    writer.write(macAddress + trailing)
    return bigEndian ? Self.turned(writer.bytes) : writer.bytes
  }

  /// The blob in the other byte order; the address is two bytes and no number.
  private static func turned(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 8 else { return bytes }
    return bytes[0..<2].reversed() + bytes[2..<4].reversed() + bytes[4..<8].reversed() + bytes[8...]
  }
}

private func requireCount(
  _ bytes: [UInt8], _ count: Int, _ field: String, at offset: Int
) throws(WireError) {
  guard bytes.count == count else {
    throw WireError(
      .invalid, field: field, offset: offset, found: "\(bytes.count) bytes",
      allowed: "\(count) bytes")
  }
}
