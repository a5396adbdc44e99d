import NearbyAccessory
import WireFormat

/// Goes through the two configuration blobs.
enum BlobWalk {
  static func accessoryConfigurationData(_ walker: inout FieldWalker) {
    walker.unsigned("MajorVersion", 2)
    walker.unsigned("MinorVersion", 2)
    word("PreferredUpdateRate", &walker) { "\(PreferredUpdateRate(rawValue: $0))" }
    walker.hexadecimal("RFU", 10)
    let length = walker.unsigned("UWBConfigDataLength", 1)
    let start = walker.offset
    walker.group("UWBConfigData") { uwbPart(&$0, end: start + Int(length ?? 0)) }
    walker.rest(note: "behind the announced length")
  }

  private static func uwbPart(_ walker: inout FieldWalker, end: Int) {
    let layout = version(&walker, "Spec")
    walker.take("ManufacturerId", 4, hexadecimalNumber("ManufacturerId"))
    walker.take("ModelId", 4, hexadecimalNumber("ModelId"))
    walker.take("MiddlewareVersion", 4) { bytes, offset in
      Field(
        "MiddlewareVersion", bytes.reversed().map { "\($0)" }.joined(separator: "."),
        offset: offset, length: 4)
    }
    word("RANGING_ROLE", &walker) { "\(RangingRole(rawValue: $0))" }
    walker.address("SOURCE_ADDRESS", 2)
    if layout.hasClockDrift { walker.unsigned("ClockDrift", 2, unit: "ppm") }
    if layout.hasRoundRequest {
      walker.hexadecimal("RFU2", 4)
      walker.unsigned("REQUESTED_HOPPING_MODE", 1)
      walker.unsigned("REQUESTED_NUM_SLOTS_PER_RROUND", 2)
      walker.unsigned("REQUESTED_SLOT_DURATION", 2, unit: "RSTU")
      walker.unsigned("REQUESTED_RANGING_INTERVAL", 2, unit: "ms")
    }
    let extra = min(end - walker.offset, walker.remaining)
    if extra > 0 { walker.hexadecimal("extra", extra) }
  }

  static func shareableConfigurationData(_ walker: inout FieldWalker) {
    let layout = version(&walker, "")
    walker.unsigned("ConfigDataLength", 1)
    walker.take("REGULATORY_COUNTRY_CODE", 2) { bytes, offset in
      Field("REGULATORY_COUNTRY_CODE", printable(bytes), offset: offset, length: 2)
    }
    walker.unsigned("SESSION_ID", 4)
    walker.unsigned("PREAMBLE_ID", 1)
    walker.unsigned("CHANNEL_NUMBER", 1)
    walker.unsigned("NUM_SLOTS_PER_RROUND", 2)
    walker.unsigned("SLOT_DURATION", 2, unit: "RSTU")
    walker.unsigned("RANGING_DURATION", 2, unit: "ms")
    walker.unsigned("RANGING_ROUND_CONTROL", 1)
    walker.hexadecimal("STATIC_STS_IV", 6)
    walker.address("DEST_ADDRESS", 2)
    if layout.hasClockDrift { walker.unsigned("ClockDrift", 2, unit: "ppm") }
    if layout.hasRoundRequest {
      walker.hexadecimal("RFU", 4)
      walker.unsigned("HOPPING_MODE", 1)
    }
    walker.rest()
  }

  private static func version(
    _ walker: inout FieldWalker, _ prefix: String
  ) -> ConfigurationLayout {
    let major = walker.unsigned("\(prefix)MajorVersion", 2) ?? 0
    let minor = walker.unsigned("\(prefix)MinorVersion", 2) ?? 0
    return SpecificationVersion(
      UInt16(truncatingIfNeeded: major), UInt16(truncatingIfNeeded: minor)
    ).layout
  }

  /// A byte that `name` puts into a word.
  private static func word(
    _ field: String, _ walker: inout FieldWalker, _ name: (UInt8) -> String
  ) {
    guard let value = walker.unsigned(field, 1) else { return }
    walker.amend { $0.value = name(UInt8(truncatingIfNeeded: value)) }
  }

  private static func hexadecimalNumber(_ name: String) -> ([UInt8], Int) -> Field {
    { bytes, offset in
      Field(
        name, "0x" + Hexadecimal.encode(Array(bytes.reversed())),
        number: Int64(truncatingIfNeeded: littleEndian(bytes)), offset: offset,
        length: bytes.count)
    }
  }
}
