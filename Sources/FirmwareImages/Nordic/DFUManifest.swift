/// The little of JSON (RFC 8259) that the manifest of a DFU package is written in.
///
/// The journal's reader stands on this floor too and cannot be imported; a manifest needs no more
/// than members by name, and gets eight levels and no numbers but whole ones.
indirect enum ManifestValue: Equatable, Sendable {
  case members([(name: String, value: ManifestValue)])
  case list([ManifestValue])
  case text(String)
  case number(Int)
  /// `true`, `false`, `null`, and a number that is not whole.
  case other

  static func == (one: ManifestValue, other: ManifestValue) -> Bool {
    switch (one, other) {
    case (.members(let one), .members(let two)):
      one.count == two.count
        && zip(one, two).allSatisfy { $0.name == $1.name && $0.value == $1.value }
    case (.list(let one), .list(let two)): one == two
    case (.text(let one), .text(let two)): one == two
    case (.number(let one), .number(let two)): one == two
    case (.other, .other): true
    default: false
    }
  }

  /// The member of this name, of an object.
  subscript(name: String) -> ManifestValue? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Reads a whole text.
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

  init(bytes: [UInt8]) { self.bytes = bytes }

  func refusal(_ found: String) -> ImageError {
    ImageError(
      .invalid, NordicDFUPackage.format, .byte(at), field: "manifest.json", found: found,
      allowed: "a JSON object of at most 8 levels")
  }

  mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  /// Steps over the character where it is the next one.
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
    if let number = Int(word) { return .number(number) }
    let isNumber = word.first.map { "-0123456789".contains($0) } ?? false
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
    var values: [ManifestValue] = []
    if take("]") { return .list([]) }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw refusal("a list that does not end") }
    return .list(values)
  }

  /// What stands before the closing quote. Escapes but those of quote, slash and backslash are
  /// refused: no tool writes a file's name with them.
  private mutating func text() throws(ImageError) -> String {
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return printable(text, most: 255) }
      if byte == UInt8(ascii: "\\") {
        guard at < bytes.count, [0x22, 0x2F, 0x5C].contains(bytes[at]) else {
          throw refusal("an escape in a text")
        }
        text.append(bytes[at])
        at += 1
      } else {
        text.append(byte)
      }
    }
    throw refusal("a text that does not end")
  }
}
