/// Why a line that is JSON is no event.
public struct EventError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The fault, in words.
  public let reason: String

  /// One line for a person.
  public var description: String { reason }
}

extension JournalEntry {
  /// The entry that a line of the journal holds. Unknown members are passed over, unknown kinds
  /// become `Event.other`.
  public init(json: JSONValue) throws(EventError) {
    guard json.members != nil else { throw EventError(reason: "not an object") }
    var fields = EventReader(json: json)
    let kind: String = try fields.required("kind", "a text") { $0.string }
    let time: Int64 = try fields.required("t_us", "a whole number") { $0.integer }
    var event = Event.samples[kind] ?? .other(kind: kind, json: .null)
    try event.walk(&fields)
    self.init(microseconds: time, event: event)
  }
}

/// Reads the members of a line, with errors that name the member.
private struct EventReader: EventFields {
  typealias Failure = EventError

  let json: JSONValue

  func required<T>(
    _ name: String, _ type: String, _ read: (JSONValue) -> T?
  ) throws(EventError) -> T {
    guard let value = json[name] else { throw EventError(reason: "no member \"\(name)\"") }
    guard let result = read(value) else {
      throw EventError(reason: "member \"\(name)\" is not \(type)")
    }
    return result
  }

  private func optional<T>(
    _ name: String, _ type: String, _ read: (JSONValue) -> T?
  ) throws(EventError) -> T? {
    guard let value = json[name], value != .null else { return nil }
    return try required(name, type, read)
  }

  func field(_ name: String, _ value: inout String) throws(EventError) {
    value = try required(name, "a text") { $0.string }
  }
  func field(_ name: String, _ value: inout Int) throws(EventError) {
    value = try required(name, "a whole number") { $0.integer.map { Int(clamping: $0) } }
  }
  /// A number, or `null` for what JSON cannot say.
  func field(_ name: String, _ value: inout Double) throws(EventError) {
    value = try required(name, "a number") { $0 == .null ? .nan : $0.number }
  }
  func field(_ name: String, _ value: inout Bool) throws(EventError) {
    value = try required(name, "true or false") { $0.bool }
  }
  func field(_ name: String, _ value: inout [String]) throws(EventError) {
    value = try required(name, "a list of texts", Self.strings)
  }
  func field(_ name: String, _ value: inout Event.Limits?) {
    value =
      json[name]?.members == nil
      ? nil : Event.Limits(min: json[name]?["min"]?.number, max: json[name]?["max"]?.number)
  }
  func field(_ name: String, ifAny value: inout Event.Limits?) { field(name, &value) }
  func field(_ name: String, _ value: inout VerdictCounts) {
    for verdict in Verdict.allCases {
      value[verdict] = Int(clamping: json[name]?[verdict.rawValue]?.integer ?? 0)
    }
  }
  func field(_ name: String, seed value: inout UInt64) throws(EventError) {
    value = try required(name, "a seed") { value in
      value.integer.flatMap { UInt64(exactly: $0) } ?? value.string.flatMap { UInt64($0) }
    }
  }
  func field(_ name: String, hexadecimal value: inout [UInt8]) throws(EventError) {
    value = try required(name, "hexadecimal") { $0.string.flatMap(Self.bytes) }
  }
  func field<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, word value: inout Word
  ) throws(EventError) {
    value = try required(name, "one of its words") { $0.string.flatMap(Word.init) }
  }
  func field(_ name: String, _ value: inout String?) throws(EventError) {
    value = try optional(name, "a text") { $0.string }
  }
  func field(_ name: String, _ value: inout Int64?) throws(EventError) {
    value = try optional(name, "a whole number") { $0.integer }
  }
  func field(_ name: String, ifAny value: inout [String]) throws(EventError) {
    value = try optional(name, "a list of texts", Self.strings) ?? []
  }
  func field(_ name: String, ifTrue value: inout Bool) { value = json[name] == .bool(true) }
  func members(_ value: inout JSONValue) {
    value = .object((json.members ?? []).filter { $0.name != "t_us" && $0.name != "kind" })
  }

  private static func strings(_ value: JSONValue) -> [String]? {
    guard let elements = value.array else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      guard let digit = hexValue(character) else { return nil }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? result : nil
  }
}
