import Synchronization
import UCI

/// The values that the table of UCI allows a field.
enum FieldLimit: Sendable {
  /// Each byte has this value.
  case constant(UInt8)
  /// The first byte has one of these: bit `n % 64` of element `n / 64`.
  case named(SIMD4<UInt64>)
  /// A number between two others, or the one that stands for no value.
  case range(least: Int64, most: Int64, none: Int64?)

  /// The limit of a field in any of some dialects; nil where the table sets none.
  init?(_ field: FieldDescription, in dialects: [UCIDialect]) {
    if let constant = field.constant {
      self = .constant(constant)
      return
    }
    switch field.kind {
    case .enumeration:
      // An identifier of a parameter is what was asked for, whatever that is.
      guard let values = field.values as? any UCIEnumeration.Type else { return nil }
      self = .named(Self.named(values, in: dialects))
    case .unsigned where field.least != nil || field.most != nil:
      let least = field.least ?? 0
      self = .range(least: least, most: max(least, field.most ?? .max), none: field.none)
    default: return nil
    }
  }

  /// An enumeration in some dialects.
  private struct Table: Hashable {
    let values: ObjectIdentifier
    let dialects: [UCIDialect]
  }

  private static let tables = Mutex<[Table: SIMD4<UInt64>]>([:])

  /// The values of an enumeration that mean something in any of some dialects.
  private static func named(
    _ values: any UCIEnumeration.Type, in dialects: [UCIDialect]
  ) -> SIMD4<UInt64> {
    let table = Table(values: ObjectIdentifier(values), dialects: dialects)
    if let known = tables.withLock({ $0[table] }) { return known }
    var named = SIMD4<UInt64>()
    func has(_ value: UInt8) -> Bool { named[Int(value >> 6)] >> UInt64(value & 63) & 1 == 1 }
    func add(_ value: UInt8) { named[Int(value >> 6)] |= 1 << UInt64(value & 63) }
    values.values.forEach(add)
    for value in UInt8.min...UInt8.max where !has(value) {
      let isNamed =
        values.vendorValues.contains { $0.contains(value) }
        || dialects.contains { values.name(of: value, in: $0) != nil }
      if isNamed { add(value) }
    }
    tables.withLock { $0[table] = named }
    return named
  }

  /// Whether the bytes of a field, of which there is at least one, are within the limit.
  func allows(_ bytes: Range<Int>, of payload: [UInt8]) -> Bool {
    switch self {
    case .constant(let value):
      for index in bytes where payload[index] != value { return false }
      return true
    case .named(let values):
      let value = payload[bytes.lowerBound]
      return values[Int(value >> 6)] >> UInt64(value & 63) & 1 == 1
    case .range(let least, let most, let none):
      var number: Int64 = 0
      for index in bytes.prefix(7).reversed() { number = number << 8 | Int64(payload[index]) }
      return number == none || least <= number && number <= most
    }
  }

  /// The allowed values, in words.
  var words: String {
    switch self {
    case .constant(let value): "\(value)"
    case .named: "a value that has a meaning"
    case .range(let least, .max, _): "at least \(least)"
    case .range(let least, let most, _): "\(least) to \(most)"
    }
  }
}
