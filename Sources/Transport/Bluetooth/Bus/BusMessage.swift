import CLibSystemd

/// A message of the bus, read.
package struct BusMessage: Sendable {
  package enum Kind: Hashable, Sendable {
    case call
    /// To the call of this number.
    case reply(UInt64)
    /// To the call of this number, with the name of the error.
    case refusal(UInt64, name: String)
    case signal
  }

  package var kind: Kind
  /// Of a call: by which it is answered later.
  var number: UInt64 = 0
  package var path = ""
  package var interface = ""
  package var member = ""
  package var body: [BusValue] = []
}

extension BusMessage {
  /// Values that stand inside each other deeper than this are not read.
  private static let deepest = 16

  /// Reads a message; nil for one of no kind.
  init?(_ message: OpaquePointer) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
    var type: UInt8 = 0
    guard unsafe sd_bus_message_get_type(message, &type) >= 0 else { return nil }
    var number: UInt64 = 0
    switch Int32(type) {
    case Int32(SD_BUS_MESSAGE_METHOD_CALL): kind = .call
    case Int32(SD_BUS_MESSAGE_SIGNAL): kind = .signal
    case Int32(SD_BUS_MESSAGE_METHOD_RETURN):
      unsafe sd_bus_message_get_reply_cookie(message, &number)
      kind = .reply(number)
    case Int32(SD_BUS_MESSAGE_METHOD_ERROR):
      unsafe sd_bus_message_get_reply_cookie(message, &number)
      let error = unsafe sd_bus_message_get_error(message)
      kind = .refusal(number, name: unsafe text(error?.pointee.name))
    default: return nil
    }
    path = unsafe text(sd_bus_message_get_path(message))
    interface = unsafe text(sd_bus_message_get_interface(message))
    member = unsafe text(sd_bus_message_get_member(message))
    body = unsafe Self.values(message, depth: 0)
  }

  private static func values(_ message: OpaquePointer, depth: Int) -> [BusValue] {
    var all: [BusValue] = []
    while unsafe sd_bus_message_at_end(message, 0) == 0, all.count < 100_000 {
      guard let value = unsafe value(message, depth: depth) else { break }
      all.append(value)
    }
    return all
  }

  private static func value(_ message: OpaquePointer, depth: Int) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard depth < deepest, unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else {
      return nil
    }
    func basic<Value: BitwiseCopyable>(_ empty: Value) -> Value? {
      var value = empty
      return unsafe sd_bus_message_read_basic(message, type, &value) > 0 ? value : nil
    }
    func text() -> String? {
      var pointer: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_read_basic(message, type, &pointer) > 0 else { return nil }
      return unsafe pointer.map { unsafe String(cString: $0) }
    }
    func inside<Value>(_ read: (String) -> Value) -> Value? {
      let signature = unsafe contents.map { unsafe String(cString: $0) } ?? ""
      guard unsafe sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
      let value = read(signature)
      return unsafe sd_bus_message_exit_container(message) >= 0 ? value : nil
    }
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "s"), UInt8(ascii: "g"): return text().map { .string($0) }
    case UInt8(ascii: "o"): return text().map { .path($0) }
    case UInt8(ascii: "b"): return basic(Int32(0)).map { .boolean($0 != 0) }
    case UInt8(ascii: "y"): return basic(UInt8(0)).map { .byte($0) }
    case UInt8(ascii: "n"): return basic(Int16(0)).map { .int16($0) }
    case UInt8(ascii: "q"): return basic(UInt16(0)).map { .uint16($0) }
    case UInt8(ascii: "i"): return basic(Int32(0)).map { .int32($0) }
    case UInt8(ascii: "u"): return basic(UInt32(0)).map { .uint32($0) }
    case UInt8(ascii: "t"): return basic(UInt64(0)).map { .uint64($0) }
    case UInt8(ascii: "v"):
      return inside { _ in unsafe value(message, depth: depth + 1) }.flatMap { $0 }
        .map { .variant($0) }
    case UInt8(ascii: "a"):
      return inside { element in
        guard element.hasPrefix("{") else {
          return .array(of: element, unsafe values(message, depth: depth + 1))
        }
        return unsafe dictionary(message, String(element.dropFirst().dropLast()), depth: depth + 1)
      }
    default:
      // A structure, a descriptor and their like.
      return unsafe sd_bus_message_skip(message, nil) >= 0 ? .other : nil
    }
  }

  private static func dictionary(
    _ message: OpaquePointer, _ signature: String, depth: Int
  ) -> BusValue {
    var entries: [String: BusValue] = [:]
    let entry = CChar(bitPattern: UInt8(ascii: "e"))
    while unsafe sd_bus_message_enter_container(message, entry, signature) > 0 {
      let pair = unsafe values(message, depth: depth + 1)
      if pair.count == 2 {
        switch pair[0] {
        case .string(let name), .path(let name): entries[name] = pair[1]
        default: if let number = pair[0].number { entries["\(number)"] = pair[1] }
        }
      }
      guard unsafe sd_bus_message_exit_container(message) >= 0 else { break }
    }
    return .dictionary(
      key: String(signature.prefix(1)), value: String(signature.dropFirst()), entries)
  }

  /// Adds values to a message that is being made; a negative error number when one does not fit.
  static func append(_ values: [BusValue], to message: OpaquePointer) -> Int32 {
    for value in values {
      let status = unsafe append(value, to: message)
      if status < 0 { return status }
    }
    return 0
  }

  private static func append(_ value: BusValue, to message: OpaquePointer) -> Int32 {
    func basic<Value: BitwiseCopyable>(_ kind: String, _ value: Value) -> Int32 {
      var value = value
      return unsafe sd_bus_message_append_basic(message, code(kind), &value)
    }
    func container(_ kind: String, _ contents: String, _ body: () -> Int32) -> Int32 {
      let status = unsafe sd_bus_message_open_container(message, code(kind), contents)
      guard status >= 0 else { return status }
      let inner = body()
      return inner < 0 ? inner : unsafe sd_bus_message_close_container(message)
    }
    switch value {
    case .string(let text), .path(let text):
      return unsafe sd_bus_message_append_basic(message, code(value.signature), text)
    case .boolean(let flag): return basic("b", Int32(flag ? 1 : 0))
    case .byte(let number): return basic("y", number)
    case .int16(let number): return basic("n", number)
    case .uint16(let number): return basic("q", number)
    case .int32(let number): return basic("i", number)
    case .uint32(let number): return basic("u", number)
    case .uint64(let number): return basic("t", number)
    case .variant(let inner):
      return container("v", inner.signature) { unsafe append(inner, to: message) }
    case .array(let element, let elements):
      return container("a", element) { unsafe append(elements, to: message) }
    case .dictionary(let key, let kind, let entries):
      return container("a", "{\(key)\(kind)}") {
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
          let status = container("e", key + kind) {
            unsafe append([key == "o" ? .path(name) : .string(name), value], to: message)
          }
          if status < 0 { return status }
        }
        return 0
      }
    case .other: return -1
    }
  }

  private static func code(_ kind: String) -> CChar {
    CChar(bitPattern: kind.utf8.first ?? 0)
  }
}
