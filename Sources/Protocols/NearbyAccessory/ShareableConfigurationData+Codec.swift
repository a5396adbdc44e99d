public import WireFormat

extension ShareableConfigurationData {
  /// Reads a blob, without the message identifier.
  ///
  /// - Throws: ``WireError`` when bytes are missing that the version needs.
  public static func decode(
    _ bytes: [UInt8]
  ) throws(WireError) -> ShareableConfigurationData {
    do throws(WireError) {
      return try ShareableConfigurationData(reading: bytes)
    } catch {
      throw error.within("SCD")
    }
  }

  private init(reading bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    let major = try reader.read(UInt16.self, field: "MajorVersion")
    let minor = try reader.read(UInt16.self, field: "MinorVersion")
    version = SpecificationVersion(major, minor)
    declaredLength = try reader.read(field: "ConfigDataLength")
    country = CountryCode(
      try reader.read(field: "REGULATORY_COUNTRY_CODE"),
      try reader.read(field: "REGULATORY_COUNTRY_CODE"))
    sessionIdentifier = try reader.read(field: "SESSION_ID")
    preambleCode = try reader.read(field: "PREAMBLE_ID")
    channel = try reader.read(field: "CHANNEL_NUMBER")
    slotsPerRound = try reader.read(field: "NUM_SLOTS_PER_RROUND")
    slotDuration = try reader.read(field: "SLOT_DURATION")
    rangingDuration = try reader.read(field: "RANGING_DURATION")
    roundControl = try reader.read(field: "RANGING_ROUND_CONTROL")
    staticSTSIV = try reader.readBytes(6, field: "STATIC_STS_IV")
    destinationAddress = try reader.read(field: "DEST_ADDRESS")
    clockDrift = version.layout.hasClockDrift ? try reader.read(field: "ClockDrift") : 0
    reserved = version.layout.hasRoundRequest ? try reader.read(field: "RFU") : 0
    hoppingMode = version.layout.hasRoundRequest ? try reader.read(field: "HOPPING_MODE") : 0
    trailing = reader.readRest()
  }

  /// The blob, without the message identifier.
  ///
  /// - Throws: ``WireError`` when the initialisation vector is not six bytes.
  public func encode() throws(WireError) -> [UInt8] {
    guard staticSTSIV.count == 6 else {
      throw WireError(
        .invalid, message: "SCD", field: "STATIC_STS_IV", offset: 20,
        found: "\(staticSTSIV.count) bytes", allowed: "6 bytes")
    }
    var writer = WireWriter(capacity: byteCount)
    writer.write(version.major)
    writer.write(version.minor)
    writer.write(declaredLength)
    writer.write(country.first)
    writer.write(country.second)
    writer.write(sessionIdentifier)
    writer.write(preambleCode)
    writer.write(channel)
    writer.write(slotsPerRound)
    writer.write(slotDuration)
    writer.write(rangingDuration)
    writer.write(roundControl)
    writer.write(staticSTSIV)
    writer.write(destinationAddress)
    if version.layout.hasClockDrift { writer.write(clockDrift) }
    if version.layout.hasRoundRequest {
      writer.write(reserved)
      writer.write(hoppingMode)
    }
    writer.write(trailing)
    return writer.bytes
  }
}

/// The FiRa parameters that a shareable blob does not carry because they never change
/// (accessory protocol §3.2; sources Qorvo, NXP, R4 interoperability note). Beside these: keys do not rotate,
/// there is one controlee, PRF_MODE is BPRF of 62.4 MHz, addresses are short, and ranging begins after 5 ms.
public enum ImpliedRangingParameters {
  /// STS_CONFIG: static STS.
  public static let stsConfiguration: UInt8 = 0
  /// VENDOR_ID of the static STS, on the wire `4C 00`.
  public static let vendorIdentifier: UInt16 = 0x004C
  /// MULTI_NODE_MODE: unicast.
  public static let multiNodeMode: UInt8 = 0
  /// RANGING_ROUND_USAGE: double-sided two-way ranging, deferred.
  public static let rangingRoundUsage: UInt8 = 2
  /// SCHEDULED_MODE: time scheduled.
  public static let scheduledMode: UInt8 = 1
  /// RFRAME_CONFIG: SP3.
  public static let frameConfiguration: UInt8 = 3
  /// SFD_ID.
  public static let startOfFrameDelimiter: UInt8 = 2
  /// RSTU in a millisecond.
  public static let rstuPerMillisecond = 1200
}
