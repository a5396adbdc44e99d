import Links
public import Notation
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
    case sessionID(UInt32)
    case numbers(AppConfigID, [Int64])
    case bytes(AppConfigID, [UInt8])
  }

  /// The value.
  public let value: Value

  /// Reads `NAME=VALUE`.
  public init(_ text: String) throws(NotationError) {
    guard let split = text.firstIndex(of: "=") else {
      throw NotationError(
        text, expected: "NAME=VALUE", got: PrintableText.quoted(text, limit: 60))
    }
    let name = String(text[..<split])
    let words = String(text[text.index(after: split)...])
    if name.uppercased() == Self.sessionID {
      guard let number = Self.number(words), let id = UInt32(exactly: number) else {
        throw NotationError(
          Self.sessionID, expected: "0 to 4294967295", got: PrintableText.quoted(words, limit: 60))
      }
      value = .sessionID(id)
      return
    }
    guard let id = AppConfigID(name: name), let definition = id.definition else {
      value = try Self.unlisted(name, words)
      return
    }
    guard definition.access == .readWrite else {
      throw NotationError(
        definition.name, expected: "none: it can only be read", got: "a value")
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
    case .numbers(.rssiReporting, let numbers):
      return AppConfigParameter(
        .rssiReporting(in: dialect), UInt64(clamping: numbers.first ?? 0))
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
  ) throws(NotationError) -> Value {
    if name.hasPrefix("0x"), let number = number(name), let raw = UInt8(exactly: number) {
      let id = AppConfigID(rawValue: raw)
      guard let bytes = hexadecimal(words), bytes.count <= 255 else {
        throw NotationError(
          id.name, expected: "at most 255 bytes in hexadecimal",
          got: PrintableText.quoted(words, limit: 60))
      }
      return .bytes(id, bytes)
    }
    let names = AppConfigID.definitions.filter { $0.access == .readWrite }.map(\.name)
    throw NotationError(
      "a parameter", expected: "a name such as CHANNEL_NUMBER, or a number such as 0x04",
      got: PrintableText.quoted(name, limit: 60),
      suggestion: NearestName.nearest(to: name, among: names + [sessionID]))
  }

  private static func bytes(
    _ words: String, _ definition: ParameterDefinition
  ) throws(NotationError) -> [UInt8] {
    let bytes = hexadecimal(words)
    let isFitting =
      bytes.map { bytes in
        if !definition.sizes.isEmpty { return definition.sizes.contains(bytes.count) }
        guard let element = definition.elementSizes.first else { return bytes.count <= 255 }
        return !bytes.isEmpty && bytes.count <= 255 && bytes.count.isMultiple(of: element)
      } ?? false
    guard let bytes, isFitting else {
      let sizes = definition.sizes.map(String.init).joined(separator: " or ")
      throw NotationError(
        definition.name,
        expected: sizes.isEmpty
          ? "bytes in hexadecimal, in wire order" : "\(sizes) bytes in hexadecimal, in wire order",
        got: PrintableText.quoted(words, limit: 60))
    }
    return bytes
  }

  private static func numbers(
    _ words: String, _ definition: ParameterDefinition
  ) throws(NotationError) -> [Int64] {
    let numbers = words.split(separator: ",").map { word in
      definition.value(named: String(word)) ?? number(String(word))
    }
    let known = numbers.compactMap(\.self)
    let isAllowed = known.allSatisfy { number in
      if let range = definition.range { return range.contains(number) }
      return definition.values.isEmpty || !definition.bits.isEmpty
        || definition.valueName(number) != nil
    }
    guard !known.isEmpty, known.count == numbers.count, isAllowed, fits(known, definition)
    else {
      let values = definition.values.map(\.name)
      throw NotationError(
        definition.name, expected: allowed(definition), got: PrintableText.quoted(words, limit: 60),
        suggestion: Int64(words) == nil ? NearestName.nearest(to: words, among: values) : nil)
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
