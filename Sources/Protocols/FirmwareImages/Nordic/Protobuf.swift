/// A field of a protocol buffer message as it stands on the wire.
struct ProtobufField: Equatable, Sendable {
  enum Value: Equatable, Sendable {
    /// Wire type 0.
    case number(UInt64)
    /// Wire type 2: text, bytes, a message or packed numbers.
    case bytes([UInt8])
    /// Wire types 1 and 5, which the init packet does not use, as they are.
    case fixed([UInt8])
  }

  var number: Int
  var value: Value
}

/// Protocol buffers (encoding of proto2), as much as an init packet needs.
enum Protobuf {
  /// The fields in their order.
  static func fields(
    _ bytes: [UInt8], in format: String, message: String
  ) throws(ImageError) -> [ProtobufField] {
    var at = 0
    var fields: [ProtobufField] = []
    while at < bytes.count {
      let start = at
      guard let key = varint(bytes, &at), key >> 3 > 0, key >> 3 < 1 << 29 else {
        throw refusal(format, message, start, "a field's key that is none")
      }
      let value: ProtobufField.Value
      switch key & 7 {
      case 0:
        guard let number = varint(bytes, &at) else {
          throw refusal(format, message, start, "a number that does not end")
        }
        value = .number(number)
      case 2:
        guard let length = varint(bytes, &at), length <= UInt64(bytes.count - at) else {
          throw refusal(format, message, start, "a length beyond the end")
        }
        value = .bytes(bytes.part(at, Int(length)))
        at += Int(length)
      case 1, 5:
        let length = key & 7 == 1 ? 8 : 4
        guard bytes.has(at, length) else {
          throw refusal(format, message, start, "a number that is cut")
        }
        value = .fixed(bytes.part(at, length))
        at += length
      default:
        throw refusal(format, message, start, "wire type \(key & 7)")
      }
      fields.append(ProtobufField(number: Int(key >> 3), value: value))
    }
    return fields
  }

  /// The numbers of a packed field.
  static func packed(_ bytes: [UInt8]) -> [UInt64]? {
    var at = 0
    var numbers: [UInt64] = []
    while at < bytes.count {
      guard let number = varint(bytes, &at) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The bytes of a message.
  static func encode(_ fields: [ProtobufField]) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      let key = UInt64(field.number) << 3
      switch field.value {
      case .number(let number):
        append(key, to: &bytes)
        append(number, to: &bytes)
      case .bytes(let contents):
        append(key | 2, to: &bytes)
        append(UInt64(contents.count), to: &bytes)
        bytes += contents
      case .fixed(let contents):
        append(key | (contents.count == 8 ? 1 : 5), to: &bytes)
        bytes += contents
      }
    }
    return bytes
  }

  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func varint(_ bytes: [UInt8], _ at: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 70, by: 7) {
      guard at < bytes.count else { return nil }
      let byte = bytes[at]
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private static func refusal(
    _ format: String, _ message: String, _ offset: Int, _ found: String
  ) -> ImageError {
    ImageError(
      .invalid, format, .byte(offset), field: message, found: found,
      allowed: "fields of a protocol buffer message",
      advice: "The file was damaged, or is a package for the older DFU of SDK 11 and before.")
  }
}
