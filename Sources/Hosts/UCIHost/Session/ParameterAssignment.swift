import Links
import Notation
public import UCI
import WireFormat

/// A value for a session, written by a person as `NAME=VALUE` and held against the table before
/// anything is sent.
///
/// A number is decimal or `0x…`, or a name of the table such as `STATIC`; bytes and addresses are
/// hexadecimal in wire order. `SESSION_ID` is no parameter, but boards must agree on it too. An
/// identifier such as `0x77` stands for a parameter that the table does not have: its value is bytes.
public struct ParameterAssignment: Hashable, Sendable {
  /// The target of a value.
  public enum Value: Hashable, Sendable {
    /// The session id on the air.
    case sessionID(UInt32)
    /// A parameter with numbers.
    case numbers(AppConfigID, [Int64])
    /// A parameter with bytes.
    case bytes(AppConfigID, [UInt8])
  }

  /// The value.
  public let value: Value

  /// Reads `NAME=VALUE`.
  public init(_ text: String) throws(ParameterAssignmentError) {
    guard let split = text.firstIndex(of: "=") else {
      throw ParameterAssignmentError(
        text, found: PrintableText.quoted(text, limit: 60), allowed: "NAME=VALUE")
    }
    let name = String(text[..<split])
    let words = String(text[text.index(after: split)...])
    if name.uppercased() == Self.sessionID {
      guard let number = Self.number(words), let id = UInt32(exactly: number) else {
        throw ParameterAssignmentError(
          Self.sessionID, found: PrintableText.quoted(words, limit: 60), allowed: "0 to 4294967295")
      }
      value = .sessionID(id)
      return
    }
    guard let id = AppConfigID(name: name) else {
      value = try Self.unlisted(name, words)
      return
    }
    guard let definition = id.definition else {
      value = try Self.unlisted(name, words)
      return
    }
    guard definition.access == .readWrite else {
      throw ParameterAssignmentError(
        definition.name, found: "a value", allowed: "none: it can only be read")
    }
    switch definition.kind {
    case .bytes, .address: value = .bytes(id, try Self.bytes(words, definition))
    default: value = .numbers(id, try Self.numbers(words, definition))
    }
  }

  /// The parameter as a board of this dialect takes it; nil for the session id.
  public func parameter(dialect: UCIDialect) -> AppConfigParameter? {
    switch value {
    case .sessionID: return nil
    case .bytes(let id, let bytes): return AppConfigParameter(id, bytes)
    case .numbers(let id, let numbers):
      let size: Int? =
        switch id {
        case .uwbInitiationTime: dialect.version == .fira1 ? 4 : 8
        default: id.definition?.sizes.first
        }
      return (id.definition?.bytes(of: numbers, size: size) ?? id.definition?.bytes(of: numbers))
        .map { AppConfigParameter(id, $0) }
    }
  }

  private static let sessionID = "SESSION_ID"

  private static func unlisted(
    _ name: String, _ words: String
  ) throws(ParameterAssignmentError) -> Value {
    if name.hasPrefix("0x"), let number = number(name), let raw = UInt8(exactly: number) {
      let id = AppConfigID(rawValue: raw)
      guard let bytes = hexadecimal(words), bytes.count <= 255 else {
        throw ParameterAssignmentError(
          id.name, found: PrintableText.quoted(words, limit: 60),
          allowed: "at most 255 bytes in hexadecimal")
      }
      return .bytes(id, bytes)
    }
    let names = AppConfigID.definitions.filter { $0.access == .readWrite }.map(\.name)
    throw ParameterAssignmentError(
      "a parameter", found: PrintableText.quoted(name, limit: 60),
      allowed: "a name such as CHANNEL_NUMBER, or a number such as 0x04",
      nearest: NearestName.nearest(to: name, among: names + [sessionID]))
  }

  private static func bytes(
    _ words: String, _ definition: ParameterDefinition
  ) throws(ParameterAssignmentError) -> [UInt8] {
    let bytes = hexadecimal(words)
    let isFitting =
      bytes.map { bytes in
        if !definition.sizes.isEmpty { return definition.sizes.contains(bytes.count) }
        guard let element = definition.elementSizes.first else { return bytes.count <= 255 }
        return !bytes.isEmpty && bytes.count <= 255 && bytes.count.isMultiple(of: element)
      } ?? false
    guard let bytes, isFitting else {
      let sizes = definition.sizes.map(String.init).joined(separator: " or ")
      throw ParameterAssignmentError(
        definition.name, found: PrintableText.quoted(words, limit: 60),
        allowed: sizes.isEmpty
          ? "bytes in hexadecimal, in wire order" : "\(sizes) bytes in hexadecimal, in wire order")
    }
    return bytes
  }

  private static func numbers(
    _ words: String, _ definition: ParameterDefinition
  ) throws(ParameterAssignmentError) -> [Int64] {
    let numbers = words.split(separator: ",").map { word in
      definition.value(named: String(word)) ?? number(String(word))
    }
    let known = numbers.compactMap(\.self)
    let isAllowed = known.allSatisfy { number in
      if let range = definition.range { return range.contains(number) }
      return definition.values.isEmpty || !definition.bits.isEmpty
        || definition.valueName(number) != nil
    }
    guard !known.isEmpty, known.count == numbers.count, isAllowed,
      definition.sizes.contains(where: { definition.bytes(of: known, size: $0) != nil }),
      fits(known, definition)
    else {
      let values = definition.values.map(\.name)
      throw ParameterAssignmentError(
        definition.name, found: PrintableText.quoted(words, limit: 60),
        allowed: allowed(definition),
        nearest: Int64(words) == nil ? NearestName.nearest(to: words, among: values) : nil)
    }
    return known
  }

  /// Whether the bytes hold the numbers: what is too large would lose its upper bytes.
  private static func fits(_ numbers: [Int64], _ definition: ParameterDefinition) -> Bool {
    definition.sizes.contains { size in
      definition.bytes(of: numbers, size: size).flatMap(definition.numbers) == numbers
    }
  }

  private static func allowed(_ definition: ParameterDefinition) -> String {
    let unit = definition.unit.map { " " + $0 } ?? ""
    if let range = definition.range {
      return "\(range.lowerBound) to \(range.upperBound)\(unit)"
    }
    if !definition.values.isEmpty {
      return definition.values.map { "\($0.name) (\($0.value))" }.joined(separator: ", ")
    }
    let sizes = definition.sizes.map(String.init).joined(separator: " or ")
    return "a number\(unit.isEmpty ? "" : " of\(unit)") in \(sizes) bytes"
  }

  private static func number(_ text: String) -> Int64? {
    text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
  }

  private static func hexadecimal(_ text: String) -> [UInt8]? {
    let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
    return try? Hexadecimal.decode(digits.filter { $0 != ":" })
  }
}

/// A value that cannot be given.
public struct ParameterAssignmentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter.
  public let subject: String
  /// The text as written.
  public let found: String
  /// The expected text.
  public let allowed: String
  /// The nearest valid text.
  public let nearest: String?

  init(_ subject: String, found: String, allowed: String, nearest: String? = nil) {
    self.subject = PrintableText.escaped(subject, limit: 60)
    self.found = found
    self.allowed = allowed
    self.nearest = nearest
  }

  /// One line for a person.
  public var description: String {
    "\(subject): found \(found), allowed \(allowed)"
      + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}
