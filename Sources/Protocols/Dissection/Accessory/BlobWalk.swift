import NearbyAccessory
import WireFormat

enum BlobWalk {
  static func accessoryConfigurationData(_ walker: inout FieldWalker) {
    walker.number("MajorVersion", 2)
    walker.number("MinorVersion", 2)
    word("PreferredUpdateRate", &walker) { "\(PreferredUpdateRate(rawValue: $0))" }
    walker.hexadecimal("RFU", 10)
    let length = walker.number("UWBConfigDataLength", 1)
    let start = walker.offset
    walker.group("UWBConfigData") { uwbPart(&$0, end: start + Int(length ?? 0)) }
    walker.rest(note: "behind the announced length")
  }

  private static func uwbPart(_ walker: inout FieldWalker, end: Int) {
    let layout = version(&walker, "Spec")
    walker.take("ManufacturerId", 4, hexadecimalNumber("ManufacturerId"))
    walker.take("ModelId", 4, hexadecimalNumber("ModelId"))
    walker.take("MiddlewareVersion", 4) { bytes in
      bytes.reversed().map { "\($0)" }.joined(separator: ".")
    }
    word("RANGING_ROLE", &walker) { "\(RangingRole(rawValue: $0))" }
    walker.address("SOURCE_ADDRESS", 2)
    if layout.hasClockDrift { walker.number("ClockDrift", 2, unit: "ppm") }
    if layout.hasRoundRequest {
      walker.hexadecimal("RFU2", 4)
      walker.number("REQUESTED_HOPPING_MODE", 1)
      walker.number("REQUESTED_NUM_SLOTS_PER_RROUND", 2)
      walker.number("REQUESTED_SLOT_DURATION", 2, unit: "RSTU")
      walker.number("REQUESTED_RANGING_INTERVAL", 2, unit: "ms")
    }
    let extra = min(end - walker.offset, walker.remaining)
    if extra > 0 { walker.hexadecimal("extra", extra) }
  }

  static func shareableConfigurationData(_ walker: inout FieldWalker) {
    let layout = version(&walker, "")
    walker.number("ConfigDataLength", 1)
    walker.take("REGULATORY_COUNTRY_CODE", 2) { printable($0) }
    walker.number("SESSION_ID", 4)
    walker.number("PREAMBLE_ID", 1)
    walker.number("CHANNEL_NUMBER", 1)
    walker.number("NUM_SLOTS_PER_RROUND", 2)
    walker.number("SLOT_DURATION", 2, unit: "RSTU")
    walker.number("RANGING_DURATION", 2, unit: "ms")
    walker.number("RANGING_ROUND_CONTROL", 1)
    walker.hexadecimal("STATIC_STS_IV", 6)
    walker.address("DEST_ADDRESS", 2)
    if layout.hasClockDrift { walker.number("ClockDrift", 2, unit: "ppm") }
    if layout.hasRoundRequest {
      walker.hexadecimal("RFU", 4)
      walker.number("HOPPING_MODE", 1)
    }
    walker.rest()
  }

  private static func version(
    _ walker: inout FieldWalker, _ prefix: String
  ) -> ConfigurationLayout {
    let major = walker.number("\(prefix)MajorVersion", 2) ?? 0
    let minor = walker.number("\(prefix)MinorVersion", 2) ?? 0
    return SpecificationVersion(
      UInt16(truncatingIfNeeded: major), UInt16(truncatingIfNeeded: minor)
    ).layout
  }

  /// A byte that `name` puts into a word.
  private static func word(
    _ field: String, _ walker: inout FieldWalker, _ name: (UInt8) -> String
  ) {
    guard let value = walker.number(field, 1) else { return }
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
