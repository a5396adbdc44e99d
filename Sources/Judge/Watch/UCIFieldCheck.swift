import UCI

/// Holds the fields of a message against the table of UCI, in one pass.
struct UCIFieldCheck {
  private let dialects: [UCIDialect]
  /// The first field with a value that it may not have.
  private(set) var value: Breach?
  /// The first reserved field that is not what a sender puts there.
  private(set) var reserved: Breach?

  /// Looks at the fields of a message of a layout.
  init(_ fields: [FieldDescription], _ payload: [UInt8], _ dialect: UCIDialect) {
    // Where nothing says whose board it is, what any vendor gives a meaning has one.
    dialects =
      dialect.vendor != .none
      ? [dialect]
      : UCIVendor.allCases.map { UCIDialect(version: dialect.version, vendor: $0) }
    guard fields.contains(where: { $0.hasRule }) else { return }
    look(at: fields.places(in: payload, dialect: dialect), payload)
  }

  private mutating func look(at places: [PlacedField], _ payload: [UInt8]) {
    for place in places where !place.isCut {
      if !place.parts.isEmpty { look(at: place.parts, payload) }
      guard place.length > 0, place.field.hasOwnRule,
        let allowed = violation(
          of: place.field, payload[place.offset..<place.offset + place.length])
      else { continue }
      let digits = payload[place.offset..<place.offset + place.length].reversed().map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      let breach = Breach(
        expected: "\(place.field.name): \(allowed)",
        got: "0x\(digits.joined()), at byte \(place.offset)")
      if place.field.constant != nil {
        reserved = reserved ?? breach
      } else {
        value = value ?? breach
      }
    }
  }

  /// What a field may be, where it is not.
  private func violation(of field: FieldDescription, _ bytes: ArraySlice<UInt8>) -> String? {
    if let constant = field.constant {
      return bytes.allSatisfy { $0 == constant } ? nil : "\(constant)"
    }
    if case .enumeration = field.kind {
      // An identifier of a parameter is what was asked for, whatever that is.
      guard let values = field.values as? any UCIEnumeration.Type, let value = bytes.first,
        !dialects.contains(where: { values.allows(value, in: $0) })
      else { return nil }
      return "a value that has a meaning"
    }
    let number = bytes.prefix(7).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let (least, most) = (field.least ?? 0, field.most ?? .max)
    guard number != field.none, !(least...max(least, most)).contains(number) else { return nil }
    return most == .max ? "at least \(least)" : "\(least) to \(most)"
  }
}

extension FieldDescription {
  /// Whether the table says something of the value of this field itself.
  fileprivate var hasOwnRule: Bool {
    if constant != nil { return true }
    return switch kind {
    case .enumeration: true
    case .unsigned: least != nil || most != nil
    default: false
    }
  }

  /// Whether it says something of this field or of one inside it.
  fileprivate var hasRule: Bool {
    switch kind {
    case .record(let fields): fields.contains { $0.hasRule }
    case .list(let element): element.hasRule
    case .choice(let choice): choice.cases.contains { $0.fields.contains { $0.hasRule } }
    default: hasOwnRule || vendorRecord != nil
    }
  }
}
