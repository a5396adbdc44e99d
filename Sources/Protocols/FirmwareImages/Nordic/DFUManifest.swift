/// The little of JSON (RFC 8259) that the manifest of a DFU package is written in.
///
/// A manifest needs no more than members and texts by name, in at most eight levels; all else is read over.
enum ManifestValue: Sendable {
  case members([(name: String, value: ManifestValue)])
  case text(String)
  /// A list, `true`, `false`, `null`, and a number.
  case other

  subscript(name: String) -> ManifestValue? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  static func read(_ bytes: [UInt8]) throws(ImageError) -> ManifestValue {
    var reader = ManifestReader(bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.at == bytes.count else { throw reader.refusal("more after the value") }
    return value
  }
}

private struct ManifestReader {
  let bytes: [UInt8]
  var at = 0

  func refusal(
    _ found: String, allowed: String = "a JSON object of at most 8 levels"
  ) -> ImageError {
    ImageError(
      .invalid, NordicDFUPackage.format, .byte(at), field: "manifest.json", found: found,
      allowed: allowed)
  }

  mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == character.asciiValue else { return false }
    at += 1
    return true
  }

  mutating func value(depth: Int) throws(ImageError) -> ManifestValue {
    guard depth < 8 else { throw refusal("a ninth level") }
    if take("{") { return try members(depth: depth) }
    if take("[") { return try list(depth: depth) }
    if take("\"") { return .text(try text()) }
    var word = ""
    while at < bytes.count, word.utf8.count < 32,
      "+-.0123456789abcdefghijklmnopqrstuvwxyzE".utf8.contains(bytes[at])
    {
      word.unicodeScalars.append(Unicode.Scalar(bytes[at]))
      at += 1
    }
    let isNumber = word.first.map { "-0123456789".contains($0) } ?? false || Int(word) != nil
    guard ["true", "false", "null"].contains(word) || isNumber else {
      throw refusal("something that is no value")
    }
    return .other
  }

  private mutating func members(depth: Int) throws(ImageError) -> ManifestValue {
    var members: [(name: String, value: ManifestValue)] = []
    if take("}") { return .members([]) }
    repeat {
      guard take("\"") else { throw refusal("a member without a name") }
      let name = try text()
      guard take(":") else { throw refusal("a name without a colon") }
      members.append((name, try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw refusal("an object that does not end") }
    return .members(members)
  }

  private mutating func list(depth: Int) throws(ImageError) -> ManifestValue {
    if take("]") { return .other }
    repeat { _ = try value(depth: depth + 1) } while take(",")
    guard take("]") else { throw refusal("a list that does not end") }
    return .other
  }

  /// The text before the closing quote, with the escapes of RFC 8259, section 7.
  private mutating func text() throws(ImageError) -> String {
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return printable(text, most: 255) }
      if byte == UInt8(ascii: "\\") {
        text += try escaped()
      } else {
        text.append(byte)
      }
    }
    throw refusal("a text that does not end")
  }

  private static let allowedEscapes =
    "\\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t, and \\u with four hexadecimal digits of a character"

  /// The character of an escape, in UTF-8; the backslash has been read.
  private mutating func escaped() throws(ImageError) -> [UInt8] {
    let mark = bytes.u8(at)
    at += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [mark]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      guard let unit = unit() else { break }
      if let scalar = Unicode.Scalar(unit) { return Array(String(scalar).utf8) }
      // Characters beyond 16 bits are written as two halves.
      guard unit < 0xDC00, bytes.part(at, 2) == Array("\\u".utf8) else { break }
      at += 2
      guard let low = self.unit(), (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(
          0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
      else { break }
      return Array(String(scalar).utf8)
    default: break
    }
    throw refusal("an escape that stands for nothing", allowed: Self.allowedEscapes)
  }

  /// Four hexadecimal digits.
  private mutating func unit() -> UInt16? {
    let digits = bytes.part(at, 4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit })
    else { return nil }
    at += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
