public import WireFormat

/// What an accessory tells the phone about itself: a 16-byte wrapper and the UWB part
/// (accessory protocol §2; sources AOSP, Qorvo, R4 interoperability note).
///
/// Decoding is tolerant: values that a phone would refuse are read as they are, and reserved,
/// unknown and trailing bytes are kept, so that encoding gives the same bytes. What a phone accepts
/// is the business of ``AcceptancePolicy``.
public struct AccessoryConfigurationData: Hashable, Sendable {
  /// Bytes in front of the UWB part.
  public static let headerLength = 16

  /// Major version of the wrapper, bytes 0 and 1.
  public var majorVersion: UInt16
  /// Minor version of the wrapper, bytes 2 and 3.
  public var minorVersion: UInt16
  /// How often the accessory would like to range, byte 4.
  public var preferredUpdateRate: PreferredUpdateRate
  /// Reserved, bytes 5 to 14: ten bytes, zero in every capture.
  public var reserved: [UInt8]
  /// The UWB part, from byte 16; its length is byte 15.
  public var uwb: UWBConfigurationData
  /// Bytes behind the announced length; none in a good blob.
  public var trailing: [UInt8]

  /// A blob with a wrapper of version 1.0.
  public init(
    preferredUpdateRate: PreferredUpdateRate = .userInteractive, uwb: UWBConfigurationData
  ) {
    majorVersion = 1
    minorVersion = 0
    self.preferredUpdateRate = preferredUpdateRate
    reserved = [UInt8](repeating: 0, count: 10)
    self.uwb = uwb
    trailing = []
  }

  /// Reads a blob, without the message identifier.
  ///
  /// - Throws: ``WireError`` when bytes are missing that the layout needs.
  public static func decode(
    _ bytes: [UInt8]
  ) throws(WireError) -> AccessoryConfigurationData {
    do throws(WireError) {
      return try AccessoryConfigurationData(reading: bytes)
    } catch {
      throw error.within("ACD")
    }
  }

  private init(reading bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    majorVersion = try reader.read(field: "MajorVersion")
    minorVersion = try reader.read(field: "MinorVersion")
    preferredUpdateRate = PreferredUpdateRate(
      rawValue: try reader.read(field: "PreferredUpdateRate"))
    reserved = try reader.readBytes(10, field: "RFU")
    let length = try reader.read(UInt8.self, field: "UWBConfigDataLength")
    let part = try reader.readBytes(Int(length), field: "UWBConfigData")
    uwb = try UWBConfigurationData(reading: part, at: Self.headerLength)
    trailing = reader.readRest()
  }

  /// The blob, without the message identifier; the length byte follows from the UWB part.
  ///
  /// - Throws: ``WireError`` when the reserved bytes are not ten or the UWB part is longer than 255.
  public func encode() throws(WireError) -> [UInt8] {
    let part = uwb.encode()
    guard reserved.count == 10 else {
      throw WireError(
        .invalid, message: "ACD", field: "RFU", offset: 5, found: "\(reserved.count) bytes",
        allowed: "10 bytes")
    }
    guard let length = UInt8(exactly: part.count) else {
      throw WireError(
        .oversize, message: "ACD", field: "UWBConfigData", offset: 16,
        found: "\(part.count) bytes", allowed: "at most 255 bytes")
    }
    var writer = WireWriter(capacity: Self.headerLength + part.count + trailing.count)
    writer.write(majorVersion)
    writer.write(minorVersion)
    writer.write(preferredUpdateRate.rawValue)
    writer.write(reserved)
    writer.write(length)
    writer.write(part)
    writer.write(trailing)
    return writer.bytes
  }
}
