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
    guard case .object(let members) = json else { throw EventError(reason: "not an object") }
    let fields = Fields(json: json)
    let kind = try fields.string("kind")
    self.init(
      microseconds: try fields.integer("t_us"),
      event: try Event(kind: kind, members: members, fields: fields))
  }
}

extension Event {
  fileprivate init(
    kind: String, members: [JSONValue.Member], fields: Fields
  ) throws(EventError) {
    switch kind {
    case "run-started": self = .runStarted(try RunStarted(fields))
    case "board-opened": self = .boardOpened(try BoardChange(fields))
    case "board-identified": self = .boardIdentified(try BoardChange(fields))
    case "board-closed": self = .boardClosed(try BoardChange(fields))
    case "case-started": self = .caseStarted(try CaseStarted(fields))
    case "frame": self = .frame(try Transfer(fields))
    case "chunk": self = .chunk(try Transfer(fields))
    case "assertion": self = .assertion(try Assertion(fields))
    case "measurement": self = .measurement(try Measurement(fields))
    case "case-finished": self = .caseFinished(try CaseFinished(fields))
    case "rule-broken": self = .ruleBroken(try RuleBroken(fields))
    case "run-finished": self = .runFinished(try RunFinished(fields))
    case "step": self = .step(try Remark(fields))
    case "note": self = .note(try Remark(fields))
    case "signal": self = .signal(Signal(name: try fields.string("name")))
    case "excuse": self = .suppression(try Suppression(fields))
    case "recovery-started": self = .recoveryStarted(try RecoveryStarted(fields))
    case "recovery-finished": self = .recoveryFinished(try RecoveryFinished(fields))
    default:
      let rest = members.filter { $0.name != "t_us" && $0.name != "kind" }
      self = .other(kind: kind, json: .object(rest))
    }
  }
}

/// The members of a line, with errors that name the member.
private struct Fields {
  let json: JSONValue

  private func required<T>(
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

  func string(_ name: String) throws(EventError) -> String {
    try required(name, "a text") { $0.string }
  }
  func integer(_ name: String) throws(EventError) -> Int64 {
    try required(name, "a whole number") { $0.integer }
  }
  func bool(_ name: String) throws(EventError) -> Bool {
    try required(name, "true or false") { $0.bool }
  }
  func optionalString(_ name: String) throws(EventError) -> String? {
    try optional(name, "a text") { $0.string }
  }
  func optionalInteger(_ name: String) throws(EventError) -> Int64? {
    try optional(name, "a whole number") { $0.integer }
  }
  func strings(_ name: String) throws(EventError) -> [String] {
    try required(name, "a list of texts", Self.strings)
  }
  func optionalStrings(_ name: String) throws(EventError) -> [String] {
    try optional(name, "a list of texts", Self.strings) ?? []
  }
  func word<T: RawRepresentable>(_ name: String) throws(EventError) -> T
  where T.RawValue == String {
    try required(name, "one of its words") { $0.string.flatMap(T.init(rawValue:)) }
  }
  /// A number, or `null` for what JSON cannot say.
  func number(_ name: String) throws(EventError) -> Double {
    try required(name, "a number") { $0 == .null ? .nan : $0.number }
  }
  func bytes(_ name: String) throws(EventError) -> [UInt8] {
    try required(name, "hexadecimal") { $0.string.flatMap(Self.bytes) }
  }
  func seed(_ name: String) throws(EventError) -> UInt64 {
    try required(name, "a seed") { value in
      value.integer.flatMap { UInt64(exactly: $0) } ?? value.string.flatMap { UInt64($0) }
    }
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

// MARK: - The kinds

extension Event.RunStarted {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      schema: try fields.string("schema"), version: try fields.string("version"),
      seed: try fields.seed("seed"), rig: try fields.string("rig"))
  }
}

extension Event.RunFinished {
  fileprivate init(_ fields: Fields) throws(EventError) {
    var counts = VerdictCounts()
    for verdict in Verdict.allCases {
      let count = fields.json["counts"]?[verdict.rawValue]?.integer ?? 0
      counts[verdict] = Int(clamping: count)
    }
    self.init(counts: counts, status: Int(clamping: try fields.integer("status")))
  }
}

extension Event.BoardChange {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      board: try fields.string("board"), identity: try fields.string("identity"),
      virtual: try fields.bool("virtual"), reason: try fields.string("reason"),
      firmware: try fields.optionalString("firmware"),
      dialect: try fields.optionalString("dialect"))
  }
}

extension Event.Transfer {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      board: try fields.string("board"), direction: try fields.word("dir"),
      bytes: try fields.bytes("hex"))
  }
}

extension Event.Remark {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(try fields.string("text"), instance: try fields.optionalString("instance"))
  }
}

extension Event.Assertion {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      requirement: try fields.string("requirement"), ok: try fields.bool("ok"),
      expected: try fields.string("expected"), got: try fields.string("got"),
      instance: try fields.optionalString("instance"),
      isPrerequisite: fields.json["prerequisite"] == .bool(true))
  }
}

extension Event.Measurement {
  fileprivate init(_ fields: Fields) throws(EventError) {
    var limits: Event.Limits?
    if let range = fields.json["limits"], range.members != nil {
      limits = Event.Limits(min: range["min"]?.number, max: range["max"]?.number)
    }
    self.init(
      name: try fields.string("name"), value: try fields.number("value"),
      unit: try fields.string("unit"), limits: limits,
      instance: try fields.optionalString("instance"))
  }
}

extension Event.RuleBroken {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      rule: try fields.string("rule"), board: try fields.string("board"),
      during: try fields.optionalString("during"), bytes: try fields.bytes("hex"),
      expected: try fields.string("expected"), got: try fields.string("got"))
  }
}

extension Event.CaseStarted {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      case: try fields.string("case"), boards: try fields.strings("boards"),
      radios: try fields.optionalStrings("radios"),
      attempt: Int(clamping: try fields.integer("attempt")),
      suite: try fields.optionalString("suite"), title: try fields.optionalString("title"),
      requirement: try fields.optionalString("requirement"),
      source: try fields.optionalString("source"), tags: try fields.optionalStrings("tags"),
      reproduce: try fields.optionalString("reproduce"),
      declaredMicroseconds: try fields.optionalInteger("declared_us"))
  }
}

extension Event.CaseFinished {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      case: try fields.string("case"), boards: try fields.strings("boards"),
      verdict: try fields.word("verdict"), reason: try fields.string("reason"),
      class: try fields.word("class"),
      durationMicroseconds: try fields.optionalInteger("duration_us"),
      waived: try fields.optionalString("waived"),
      quarantined: try fields.optionalString("quarantined"))
  }
}

extension Event.Suppression {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      list: try fields.word("list"), cases: try fields.optionalString("cases"),
      board: try fields.optionalString("board"), reason: try fields.string("reason"),
      link: try fields.string("link"), date: try fields.string("date"),
      matches: Int(clamping: try fields.integer("matches")))
  }
}

extension Event.RecoveryStarted {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      board: try fields.string("board"), rung: try fields.string("rung"),
      reason: try fields.string("reason"), touches: try fields.optionalStrings("touches"))
  }
}

extension Event.RecoveryFinished {
  fileprivate init(_ fields: Fields) throws(EventError) {
    self.init(
      board: try fields.string("board"), rung: try fields.string("rung"),
      ok: try fields.bool("ok"), reason: try fields.string("reason"))
  }
}
