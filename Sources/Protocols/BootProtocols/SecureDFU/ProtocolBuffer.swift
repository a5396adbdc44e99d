/// Protocol buffers (encoding of proto2), as much as an init packet needs.
package enum ProtocolBuffer {
  /// A field of a message as it stands on the wire.
  package struct Field: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
      case number(UInt64)
      /// Wire type 2: text, bytes, a message or packed numbers.
      case bytes([UInt8])
      /// Wire types 1 and 5, which the init packet does not use, as they are.
      case fixed([UInt8])
    }

    package let number: Int
    package let value: Value
  }

  /// Why bytes are no message.
  package struct Fault: Error {
    package let offset: Int
    package let found: String
  }

  package static func fields(_ bytes: [UInt8]) throws(Fault) -> [Field] {
    var rest = bytes[...]
    var fields: [Field] = []
    while !rest.isEmpty {
      let start = rest.startIndex
      guard let key = number(&rest), key >> 3 > 0, key >> 3 < 1 << 29 else {
        throw Fault(offset: start, found: "a field's key that is none")
      }
      let value: Field.Value
      switch key & 7 {
      case 0:
        guard let number = number(&rest) else {
          throw Fault(offset: start, found: "a number that does not end")
        }
        value = .number(number)
      case 2:
        guard let length = number(&rest), length <= UInt64(rest.count) else {
          throw Fault(offset: start, found: "a length beyond the end")
        }
        value = .bytes(Array(rest.prefix(Int(length))))
        rest = rest.dropFirst(Int(length))
      case 1, 5:
        let length = key & 7 == 1 ? 8 : 4
        guard rest.count >= length else {
          throw Fault(offset: start, found: "a number that is cut")
        }
        value = .fixed(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      default: throw Fault(offset: start, found: "wire type \(key & 7)")
      }
      fields.append(Field(number: Int(key >> 3), value: value))
    }
    return fields
  }

  package static func packed(_ bytes: [UInt8]) -> [UInt64]? {
    var rest = bytes[...]
    var numbers: [UInt64] = []
    while !rest.isEmpty {
      guard let number = number(&rest) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// A variable-length number of at most ten bytes.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  package static func encode(_ fields: [(number: UInt64, value: Field.Value?)]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, value) in fields {
      switch value {
      case .number(let content): bytes += variable(number << 3) + variable(content)
      case .bytes(let content):
        bytes += variable(number << 3 | 2) + variable(UInt64(content.count)) + content
      case .fixed(let content):
        bytes += variable(number << 3 | (content.count == 8 ? 1 : 5)) + content
      case nil: break
      }
    }
    return bytes
  }

  package static func packed(_ numbers: [UInt64]) -> [UInt8] { numbers.flatMap(variable) }

  private static func variable(_ number: UInt64) -> [UInt8] {
    number > 0x7F
      ? [UInt8(truncatingIfNeeded: number) | 0x80] + variable(number >> 7)
      : [UInt8(truncatingIfNeeded: number)]
  }
}
