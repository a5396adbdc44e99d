/// Writes JSON in the order it is told, so that equal events are equal bytes.
///
/// Texts are escaped further than JSON asks: whatever could move a cursor, end a line or reorder
/// text is written as `\u`, so that printing the file on a terminal is harmless.
struct JSONWriter: Sendable {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Forgets what was written and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  mutating func newline() { bytes.append(0x0A) }

  // MARK: Objects

  mutating func beginObject() {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func name(_ name: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = true
  }

  mutating func hexadecimal(_ value: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in value {
      bytes.append(hexDigit(byte >> 4))
      bytes.append(hexDigit(byte & 0x0F))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  // MARK: Values

  /// Writes any value.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: literal("null")
    case .bool(let value): literal(value ? "true" : "false")
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        self.value(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      beginObject()
      for member in members {
        name(member.name)
        self.value(member.value)
        needsComma = true
      }
      endObject()
    }
  }

  mutating func indented(_ value: JSONValue, depth: Int) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        indent(depth + 1)
        indented(element, depth: depth + 1)
      }
      indent(depth)
      bytes.append(UInt8(ascii: "]"))
    case .object(let members) where !members.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        indent(depth + 1)
        string(member.name)
        literal(": ")
        indented(member.value, depth: depth + 1)
      }
      indent(depth)
      bytes.append(UInt8(ascii: "}"))
    default:
      self.value(value)
    }
  }

  private mutating func indent(_ depth: Int) {
    newline()
    bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
  }

  private mutating func literal(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func integer(_ value: Int64) { literal(String(value)) }

  /// The shortest decimal that reads back as the same number; `null` for what JSON cannot say.
  mutating func number(_ value: Double) {
    literal(value.isFinite ? value.description : "null")
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Nearly every text stands as it is.
    if text.utf8.allSatisfy(Self.isPlain) {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal("\\\"")
      case "\\": literal("\\\\")
      case "\n": literal("\\n")
      case "\r": literal("\\r")
      case "\t": literal("\\t")
      case _ where scalar.isHarmful: escape(scalar)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Writes a scalar as one or, above U+FFFF, two `\u` units.
  private mutating func escape(_ scalar: Unicode.Scalar) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      literal("\\u")
      for shift in [12, 8, 4, 0] { bytes.append(hexDigit(UInt8((unit >> UInt16(shift)) & 0x0F))) }
    }
  }
}

/// The lowercase digit of a number below 16.
func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
}

extension Unicode.Scalar {
  /// Whether showing the character as it is could do more than show it: control characters, line
  /// and paragraph separators, marks that reorder or hide text, tags and noncharacters.
  public var isHarmful: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF, 0xFDD0...0xFDEF: true
    case 0xE0000...0xE0FFF: true
    default: false
    }
  }
}
