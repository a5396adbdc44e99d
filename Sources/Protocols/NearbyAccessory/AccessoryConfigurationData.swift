public import WireFormat

/// An accessory's description of itself for the phone: a 16-byte wrapper and the UWB part
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

  /// The reserved bytes of nearly every blob, shared by all.
  private static let zeros = [UInt8](repeating: 0, count: 10)

  /// A blob with a wrapper of version 1.0.
  public init(
    preferredUpdateRate: PreferredUpdateRate = .userInteractive, uwb: UWBConfigurationData
  ) {
    majorVersion = 1
    minorVersion = 0
    self.preferredUpdateRate = preferredUpdateRate
    reserved = Self.zeros
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
    let head = try reader.readRun(
      Self.headerLength,
      "MajorVersion:2 MinorVersion:2 PreferredUpdateRate:1 RFU:10 UWBConfigDataLength:1")
    majorVersion = head.integer(at: 0)
    minorVersion = head.integer(at: 2)
    preferredUpdateRate = PreferredUpdateRate(rawValue: head.integer(at: 4))
    let isZero = head.unsigned(at: 5, count: 8) == 0 && head.integer(UInt16.self, at: 13) == 0
    reserved = isZero ? Self.zeros : head.slice(at: 5, count: 10).copied()
    let length = head.integer(UInt8.self, at: 15)
    let part = try reader.readSpan(Int(length), field: "UWBConfigData")
    uwb = try UWBConfigurationData(reading: part, at: Self.headerLength)
    trailing = reader.readRest()
  }

  /// The blob, without the message identifier; the length byte follows from the UWB part.
  ///
  /// - Throws: ``WireError`` when the reserved bytes are not ten or the UWB part is longer than 255.
  public func encode() throws(WireError) -> [UInt8] {
    guard reserved.count == 10 else {
      throw WireError(
        .invalid, message: "ACD", field: "RFU", offset: 5, found: "\(reserved.count) bytes",
        allowed: "10 bytes")
    }
    guard let length = UInt8(exactly: uwb.byteCount) else {
      throw WireError(
        .oversize, message: "ACD", field: "UWBConfigData", offset: 16,
        found: "\(uwb.byteCount) bytes", allowed: "at most 255 bytes")
    }
    var writer = WireWriter(capacity: Self.headerLength + uwb.byteCount + trailing.count)
    var run = writer.writeRun(Self.headerLength)
    run.put(majorVersion, at: 0)
    run.put(minorVersion, at: 2)
    run.put(preferredUpdateRate.rawValue, at: 4)
    run.put(reserved, at: 5, count: 10)
    run.put(length, at: 15)
    uwb.encode(into: &writer)
    writer.write(trailing)
    return writer.bytes
  }
}
