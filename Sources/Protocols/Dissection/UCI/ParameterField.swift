import UCI
import WireFormat

/// Parameters in words, by what the tables know of them.
enum ParameterField {
  /// One identifier, length and value.
  static func walk(
    _ walker: inout FieldWalker, _ table: any ParameterIdentifier.Type,
    wideIdentifiers: Bool = false
  ) {
    let start = walker.offset
    guard walker.remaining > 0 else { return walker.hexadecimal("id", 1) }
    let first = walker.bytes[start]
    let isWide =
      wideIdentifiers && UCITLV.isWide(first, dialect: walker.dialect) && walker.remaining > 1
    let id: any ParameterIdentifier = table.init(rawValue: first)
    let definition = isWide ? nil : id.definition(in: walker.dialect)
    let name =
      isWide
      ? "0x" + Hexadecimal.encode([first, walker.bytes[start + 1]]).uppercased()
      : definition?.name ?? id.name
    walker.group(name, value: { $0.last?.text ?? "" }) { walker in
      if isWide { walker.hexadecimal("id", 2) } else { walker.number("id", 1) }
      guard let length = walker.number("len", 1) else { return }
      walker.take("value", Int(length)) { bytes, offset in
        field(bytes, at: offset, definition)
      }
    }
  }

  /// A value by its definition, or in hexadecimal.
  static func field(
    _ bytes: [UInt8], at offset: Int, _ definition: ParameterDefinition?
  ) -> Field {
    let hexadecimal = Field(
      "value", Hexadecimal.encode(bytes), offset: offset, length: bytes.count)
    guard let definition, !bytes.isEmpty else { return hexadecimal }
    switch definition.kind {
    case .bytes: return hexadecimal
    case .address:
      let sizes = definition.elementSizes.isEmpty ? definition.sizes : definition.elementSizes
      return addresses(bytes, sizes, hexadecimal)
    case .packed(let size, let signed):
      guard size > 0, size <= 8, bytes.count % size == 0 else { return hexadecimal }
      let values = stride(from: 0, to: bytes.count, by: size).map { start in
        text(number(bytes[start..<start + size], signed), definition)
      }
      var field = hexadecimal
      field.value = values.joined(separator: ", ")
      field.unit = definition.unit
      return field
    case .unsigned, .signed:
      guard bytes.count <= 8 else { return hexadecimal }
      let value = number(bytes[...], definition.kind == .signed)
      let known = definition.valueName(value)
      let set = definition.bits.filter { bit in
        bit.shift < 64 && bit.width > 0
          && UInt64(bitPattern: value) >> bit.shift & ((1 << min(bit.width, 63)) - 1) != 0
      }
      return Field(
        "value", known ?? text(value, definition), unit: known == nil ? definition.unit : nil,
        number: value, offset: offset, length: bytes.count,
        note: set.isEmpty ? nil : set.map(\.name).joined(separator: ", "))
    }
  }

  private static func addresses(_ bytes: [UInt8], _ sizes: [Int], _ fallback: Field) -> Field {
    guard let size = bytes.count == 8 && sizes.contains(8) ? 8 : sizes.first, size > 0,
      bytes.count % size == 0
    else { return fallback }
    var field = fallback
    field.value = stride(from: 0, to: bytes.count, by: size).map { start in
      Hexadecimal.encode(Array(bytes[start..<start + size].reversed()))
    }.joined(separator: ", ")
    return field
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ signed: Bool) -> Int64 {
    let raw = Int64(truncatingIfNeeded: littleEndian(bytes))
    return signed ? signExtended(raw, bytes.count) : raw
  }

  private static func text(_ value: Int64, _ definition: ParameterDefinition) -> String {
    definition.divisor > 1 ? fixed(Double(value) / Double(definition.divisor), 2) : "\(value)"
  }
}
