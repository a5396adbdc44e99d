/// Why a text is not JSON, or more than this reader takes.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The fault, in words.
  public let reason: String
  /// Offset of the byte where it showed.
  public let offset: Int

  /// One line for a person.
  public var description: String { "\(reason) at byte \(offset)" }
}

/// Reads one JSON value from bytes that may hold anything.
///
/// Depth and number of values are bounded, so that no input costs more than a small multiple of
/// its own length.
public struct JSONParser {
  /// Deepest nesting of lists and objects.
  public static let maximumDepth = 32
  /// Most values in one text.
  public static let maximumValues = 100_000

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var values = 0

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The value that the bytes hold, with nothing but white space around it.
  public static func parse(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    if parser.peek != nil { throw parser.error("text after the value") }
    return value
  }

  /// The value that the bytes hold, with nothing but white space around it.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try parse(bytes[...])
  }

  private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private func error(_ reason: String) -> JSONError {
    JSONError(reason: reason, offset: position - bytes.startIndex)
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    values += 1
    if values > Self.maximumValues { throw error("more than \(Self.maximumValues) values") }
    switch peek {
    case nil: throw error("the text ends where a value should stand")
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func literal(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in text.utf8 where !take(byte) { throw error("no value") }
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    if depth > Self.maximumDepth { throw error("nested deeper than \(Self.maximumDepth)") }
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw error("a member without a name") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a member without a colon") }
      members.append(.init(name, try value(depth: depth)))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw error("an object that does not end") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    if depth > Self.maximumDepth { throw error("nested deeper than \(Self.maximumDepth)") }
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value(depth: depth))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw error("a list that does not end") }
    }
  }
}

// MARK: - Numbers and texts

extension JSONParser {
  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw error("a number out of range") }
    return .number(value)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    if position == start { throw error("no value") }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    var run = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        // Most texts hold no escape and need no copy.
        let result: String?
        if text.isEmpty {
          result = Self.text(bytes[run..<position])
        } else {
          text.append(contentsOf: bytes[run..<position])
          result = Self.text(text[...])
        }
        guard let result else { throw error("a text that is not UTF-8") }
        position += 1
        return result
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[run..<position])
        position += 1
        try escape(into: &text)
        run = position
      case 0..<0x20: throw error("a bare control character in a text")
      default: position += 1
      }
    }
    throw error("a text that does not end")
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    do { return String(copying: try UTF8Span(validating: bytes.span)) } catch { return nil }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = peek else { throw error("a text that does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try unit()
      if (0xD800...0xDBFF).contains(code), take(UInt8(ascii: "\\")) {
        guard take(UInt8(ascii: "u")) else { throw error("half of a character") }
        let low = try unit()
        guard (0xDC00...0xDFFF).contains(low) else { throw error("half of a character") }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half of a character") }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw error("an unknown escape")
    }
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = hexValue(byte) else { throw error("no \\u escape") }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}

/// The value of a hexadecimal digit; `nil` for any other byte.
func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
