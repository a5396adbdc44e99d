import WireFormat

/// A field of a message or block as its table has it: what reads, writes, shows and mutates bytes
/// goes by it.
public struct OOBField: Sendable {
  /// The name.
  public let name: StaticString
  /// Its bytes; nil where a byte in front of them says how many follow.
  public let size: Int?
  /// The unit of its number.
  public let unit: String?
  /// Whether it is a little-endian number.
  public let isNumber: Bool
  /// The values that a decoder takes; nil for all.
  public let allowed: ClosedRange<UInt8>?
  /// The values that mean something; nil where all do.
  public let known: ClosedRange<Int64>?
  /// Its bytes in words, safe for a terminal.
  public let words: @Sendable ([UInt8]) -> String
}

/// A field, and the property of a record that holds it.
struct RecordField<Record>: Sendable {
  let field: OOBField
  let get: @Sendable (Record) -> [UInt8]
  let set: @Sendable (inout Record, [UInt8]) -> Void

  /// A number.
  static func number<Value: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: StaticString, _ path: any WritableKeyPath<Record, Value> & Sendable, unit: String? = nil
  ) -> Self {
    integer(name, unit: unit) {
      "\($0)"
    } get: {
      $0[keyPath: path]
    } set: {
      $0[keyPath: path] = $1
    }
  }

  /// A number that stands for something.
  static func value<Value: NamedNumber>(
    _ name: StaticString, _ path: any WritableKeyPath<Record, Value> & Sendable,
    allowed: ClosedRange<UInt8>? = nil
  ) -> Self {
    let known = Value.names.map { Int64($0.value) }
    return integer(
      name, allowed: allowed,
      known: known.isEmpty ? nil : (known.min() ?? 0)...(known.max() ?? 0)
    ) {
      Value(rawValue: $0).description
    } get: {
      $0[keyPath: path].rawValue
    } set: {
      $0[keyPath: path] = Value(rawValue: $1)
    }
  }

  /// Bytes in wire order.
  static func bytes(
    _ name: StaticString, _ size: Int?, _ path: any WritableKeyPath<Record, [UInt8]> & Sendable
  ) -> Self {
    Self(
      field: OOBField(
        name: name, size: size, unit: nil, isNumber: false, allowed: nil, known: nil,
        words: { Hexadecimal.encode($0) }),
      get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }

  private static func integer<Value: FixedWidthInteger & UnsignedInteger & SendableMetatype>(
    _ name: StaticString, unit: String? = nil, allowed: ClosedRange<UInt8>? = nil,
    known: ClosedRange<Int64>? = nil, words: @escaping @Sendable (Value) -> String,
    get: @escaping @Sendable (Record) -> Value,
    set: @escaping @Sendable (inout Record, Value) -> Void
  ) -> Self {
    let size = Value.bitWidth / 8
    return Self(
      field: OOBField(
        name: name, size: size, unit: unit, isNumber: true, allowed: allowed, known: known,
        words: { words(Value(littleEndian: $0)) }),
      get: { record in
        let value = get(record)
        return (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }, set: { set(&$0, Value(littleEndian: $1)) })
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The number whose low byte is the first; bytes behind its size are left out.
  init(littleEndian bytes: [UInt8]) {
    self = bytes.prefix(Self.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Self($1) }
  }
}

/// Fields in a row.
protocol OOBRecord: Hashable, Sendable {
  static var table: [RecordField<Self>] { get }
  init()
}

extension OOBRecord {
  /// Bytes of the record without the bytes that it counts.
  static var leastSize: Int { table.reduce(0) { $0 + ($1.field.size ?? 1) } }

  /// Whether every such record has the same number of bytes.
  static var isFixed: Bool { table.allSatisfy { $0.field.size != nil } }

  /// - Throws: ``WireError`` when bytes are missing, or a value is none that a decoder takes.
  init(reading reader: inout WireReader) throws(WireError) {
    self.init()
    for entry in Self.table {
      let field = entry.field
      let size =
        if let size = field.size { size } else {
          Int(try reader.read(UInt8.self, field: field.name))
        }
      let offset = reader.offset
      let bytes = try reader.readBytes(size, field: field.name)
      if let allowed = field.allowed, let value = bytes.first, !allowed.contains(value) {
        throw WireError(
          .invalid, field: "\(field.name)", offset: offset, found: "\(value)",
          allowed: "\(allowed.lowerBound) to \(allowed.upperBound)")
      }
      entry.set(&self, bytes)
    }
  }

  /// The bytes; those of a field with a fixed size are cut, or filled with zeros.
  var bytes: [UInt8] {
    var writer = WireWriter()
    for entry in Self.table {
      let bytes = entry.get(self)
      if let size = entry.field.size {
        writer.write(bytes, count: size)
      } else {
        writer.write(UInt8(truncatingIfNeeded: bytes.count))
        writer.write(bytes)
      }
    }
    return writer.bytes
  }
}
