/// Bytes as hexadecimal text and back.
public enum Hexadecimal {
  /// Two lowercase digits a byte, nothing between them.
  public static func encode(_ bytes: [UInt8]) -> String { encode(bytes[...]) }

  /// Two lowercase digits a byte, nothing between them.
  public static func encode(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: digits(of: bytes), as: UTF8.self)
  }

  /// `0x` and the two digits of one byte, as messages name it.
  public static func name(_ byte: UInt8) -> String {
    "0x" + encode([byte])
  }

  /// The bytes that a person wrote down.
  ///
  /// Between bytes white space and colons may stand, and any group may begin with `0x`. The two
  /// digits of one byte stand together.
  /// - Throws: ``WireError`` `invalid`, whose offset counts UTF-8 bytes of `text`.
  public static func decode(_ text: String) throws(WireError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    var groupIsFresh = true
    var offset = 0
    for unit in text.utf8 {
      if let value = value(of: unit) {
        if let first = high {
          bytes.append(first << 4 | value)
          high = nil
          groupIsFresh = false
        } else {
          high = value
        }
      } else if unit == UInt8(ascii: "x") || unit == UInt8(ascii: "X"), high == 0, groupIsFresh {
        high = nil
        groupIsFresh = false
      } else if isSeparator(unit), high == nil {
        groupIsFresh = true
      } else {
        throw refusal(offset: offset, found: name(of: unit), insideByte: high != nil)
      }
      offset += 1
    }
    if high != nil { throw refusal(offset: offset, found: "the end", insideByte: true) }
    return bytes
  }

  static func digits(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 0x0F))
    }
    return text
  }

  static func value(of unit: UInt8) -> UInt8? {
    switch unit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): unit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): unit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): unit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// A printable ASCII character in quotes, any other byte by its number: the text may be anything,
  /// and the message reaches a terminal.
  static func name(of unit: UInt8) -> String {
    (0x21...0x7E).contains(unit)
      ? "\"\(Character(Unicode.Scalar(unit)))\"" : "the byte \(name(unit))"
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func isSeparator(_ unit: UInt8) -> Bool {
    unit == UInt8(ascii: " ") || unit == UInt8(ascii: ":") || (0x09...0x0D).contains(unit)
  }

  private static func refusal(offset: Int, found: String, insideByte: Bool) -> WireError {
    WireError(
      .invalid, field: "hexadecimal text", offset: offset, found: found,
      allowed: insideByte
        ? "the second digit of a byte" : "digits 0-9 and a-f, white space, colons, 0x")
  }
}
