// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

import WireFormat

/// One element of `measurements`: which record it is, the message says.
public enum UCIMeasurement: Equatable, Sendable {
  /// `twr_short`.
  case twrShort(TWRShortMeasurement)
  /// `twr_extended`.
  case twrExtended(TWRExtendedMeasurement)
  /// `owr_aoa_short`.
  case owrAoAShort(OWRAoAShortMeasurement)
  /// `owr_aoa_extended`.
  case owrAoAExtended(OWRAoAExtendedMeasurement)
  /// `dl_tdoa_short`.
  case dlTDoAShort(DLTDoAShortMeasurement)
  /// `dl_tdoa_extended`.
  case dlTDoAExtended(DLTDoAExtendedMeasurement)
  /// `ul_tdoa_short`.
  case ulTDoAShort(ULTDoAShortMeasurement)
  /// `ul_tdoa_extended`.
  case ulTDoAExtended(ULTDoAExtendedMeasurement)
  /// Elements of no known layout: all of them, and all bytes that were left.
  case raw(count: UInt8, bytes: [UInt8])

  /// The fields of each record, and the values that choose it.
  public static let layouts = FieldDescription.Choice(
    by: ["measurement_type", "mac_addr_mode"],
    [
      .init([1, 0], TWRShortMeasurement.fields),
      .init([1, 1], TWRExtendedMeasurement.fields),
      .init([3, 0], OWRAoAShortMeasurement.fields),
      .init([3, 1], OWRAoAExtendedMeasurement.fields),
      .init([2, 0], DLTDoAShortMeasurement.fields),
      .init([2, 1], DLTDoAExtendedMeasurement.fields),
      .init([0, 0], ULTDoAShortMeasurement.fields),
      .init([0, 1], ULTDoAExtendedMeasurement.fields),
    ])

  static func read(
    count: Int, from reader: inout WireReader, dialect: UCIDialect,
    measurementType: UCIMeasurementType, macAddrMode: UCIMACAddressMode
  ) throws(WireError) -> [UCIMeasurement] {
    guard count > 0 else { return [] }
    switch (measurementType.rawValue, macAddrMode.rawValue) {
    case (1, 0):
      return try list(of: count) { () throws(WireError) in
        .twrShort(try TWRShortMeasurement(reading: &reader, dialect: dialect))
      }
    case (1, 1):
      return try list(of: count) { () throws(WireError) in
        .twrExtended(try TWRExtendedMeasurement(reading: &reader, dialect: dialect))
      }
    case (3, 0):
      return try list(of: count) { () throws(WireError) in
        .owrAoAShort(try OWRAoAShortMeasurement(reading: &reader, dialect: dialect))
      }
    case (3, 1):
      return try list(of: count) { () throws(WireError) in
        .owrAoAExtended(try OWRAoAExtendedMeasurement(reading: &reader, dialect: dialect))
      }
    case (2, 0):
      return try list(of: count) { () throws(WireError) in
        .dlTDoAShort(try DLTDoAShortMeasurement(reading: &reader, dialect: dialect))
      }
    case (2, 1):
      return try list(of: count) { () throws(WireError) in
        .dlTDoAExtended(try DLTDoAExtendedMeasurement(reading: &reader, dialect: dialect))
      }
    case (0, 0):
      return try list(of: count) { () throws(WireError) in
        .ulTDoAShort(try ULTDoAShortMeasurement(reading: &reader, dialect: dialect))
      }
    case (0, 1):
      return try list(of: count) { () throws(WireError) in
        .ulTDoAExtended(try ULTDoAExtendedMeasurement(reading: &reader, dialect: dialect))
      }
    default: return [.raw(count: UInt8(clamping: count), bytes: reader.readRest())]
    }
  }

  @inline(__always)
  func encode(into writer: inout WireWriter) {
    switch self {
    case .twrShort(let record): record.encode(into: &writer)
    case .twrExtended(let record): record.encode(into: &writer)
    case .owrAoAShort(let record): record.encode(into: &writer)
    case .owrAoAExtended(let record): record.encode(into: &writer)
    case .dlTDoAShort(let record): record.encode(into: &writer)
    case .dlTDoAExtended(let record): record.encode(into: &writer)
    case .ulTDoAShort(let record): record.encode(into: &writer)
    case .ulTDoAExtended(let record): record.encode(into: &writer)
    case .raw(_, let bytes): writer.write(bytes)
    }
  }

  /// How many elements the wire says; a raw one stands for several.
  static func count(_ elements: [UCIMeasurement]) -> Int {
    var sum = elements.count
    let borrowed = elements.span
    for index in borrowed.indices {
      if case .raw(let count, _) = borrowed[index] { sum = sum &+ Int(count) &- 1 }
    }
    return sum
  }
}
