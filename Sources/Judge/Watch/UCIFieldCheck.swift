import UCI
import WireFormat

/// The first fields of a message that are not as the table of UCI says.
struct UCIFieldCheck {
  private let dialects: [UCIDialect]
  /// The first field with a value that it may not have.
  private(set) var value: Breach?
  /// The first reserved field that is not what a sender puts there.
  private(set) var reserved: Breach?

  /// Looks at the fields of a message of a layout.
  init(_ fields: [FieldDescription], _ payload: [UInt8], _ dialect: UCIDialect) {
    dialects = dialect.oneOfWhich
    look(at: fields.places(in: payload, dialect: dialect), payload)
  }

  private mutating func look(at places: [PlacedField], _ payload: [UInt8]) {
    for place in places where !place.isCut {
      if Self.isOfOnes(place.parts, payload) { continue }
      if !place.parts.isEmpty { look(at: place.parts, payload) }
      let bytes = place.offset..<place.offset + place.length
      guard !bytes.isEmpty, let limit = FieldLimit(place.field, in: dialects),
        !limit.allows(bytes, of: payload)
      else { continue }
      let digits = Hexadecimal.encode(payload[bytes].reversed())
      let breach = Breach(
        expected: "\(place.field.name): \(limit.words)",
        got: "0x\(digits), at byte \(place.offset)")
      if place.field.constant != nil {
        reserved = reserved ?? breach
      } else {
        value = value ?? breach
      }
    }
  }

  /// Whether the parts are a record that says that its round failed and is ones behind that, reserved
  /// bytes zeros or ones: it was filled before the round and never written to.
  private static func isOfOnes(_ parts: [PlacedField], _ payload: [UInt8]) -> Bool {
    guard let status = parts.first(where: { $0.field.name == "status" }),
      status.length == 1,
      ![UCIStatus.ok, .okNegativeDistanceReport].contains(
        UCIStatus(rawValue: payload[status.offset]))
    else { return false }
    let rest = parts.filter { $0.offset > status.offset }
    return rest.contains { $0.field.name == "distance" }
      && rest.allSatisfy { part in
        let bytes = payload[part.offset..<part.offset + part.length]
        return !part.isCut
          && (bytes.allSatisfy { $0 == 0xFF }
            || part.field.constant.map { constant in bytes.allSatisfy { $0 == constant } } ?? false)
      }
  }
}

extension UCIDialect {
  /// The dialects of which a board may have any. Where nothing says whose board it is, what any vendor
  /// gives a meaning has one.
  var oneOfWhich: [UCIDialect] {
    vendor != .none
      ? [self] : UCIVendor.allCases.map { UCIDialect(version: version, vendor: $0) }
  }
}
