/// Goes through the fields of an event in their order: writes them, reads them, or collects the rules
/// of their schema.
protocol EventFields {
  associatedtype Failure: Error

  mutating func field(_ name: String, _ value: inout String) throws(Failure)
  mutating func field(_ name: String, _ value: inout Int) throws(Failure)
  mutating func field(_ name: String, _ value: inout Double) throws(Failure)
  mutating func field(_ name: String, _ value: inout Bool) throws(Failure)
  mutating func field(_ name: String, _ value: inout [String]) throws(Failure)
  mutating func field(_ name: String, _ value: inout Event.Limits?) throws(Failure)
  mutating func field(_ name: String, _ value: inout VerdictCounts) throws(Failure)
  mutating func field(_ name: String, seed value: inout UInt64) throws(Failure)
  mutating func field(_ name: String, hexadecimal value: inout [UInt8]) throws(Failure)
  mutating func field<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, word value: inout Word) throws(Failure)
  // Only where there is a value.
  mutating func field(_ name: String, _ value: inout String?) throws(Failure)
  mutating func field(_ name: String, _ value: inout Int64?) throws(Failure)
  mutating func field(_ name: String, ifAny value: inout Event.Limits?) throws(Failure)
  mutating func field(_ name: String, ifAny value: inout [String]) throws(Failure)
  mutating func field(_ name: String, ifTrue value: inout Bool) throws(Failure)
  /// The members of an event of a later version.
  mutating func members(_ value: inout JSONValue) throws(Failure)
}

extension JSONWriter: EventFields {
  typealias Failure = Never

  mutating func field(_ name: String, _ value: inout String) {
    self.name(name)
    string(value)
  }

  mutating func field(_ name: String, _ value: inout Int) {
    self.name(name)
    integer(Int64(value))
  }

  mutating func field(_ name: String, _ value: inout Double) {
    self.name(name)
    number(value)
  }

  mutating func field(_ name: String, _ value: inout Bool) { field(name, .bool(value)) }

  mutating func field(_ name: String, _ value: inout [String]) {
    field(name, .array(value.map { .string($0) }))
  }

  mutating func field(_ name: String, _ value: inout Event.Limits?) {
    field(name, value?.json ?? .null)
  }

  mutating func field(_ name: String, _ value: inout VerdictCounts) { field(name, value.json) }

  /// A number above 2^63 would not survive readers that know signed numbers only.
  mutating func field(_ name: String, seed value: inout UInt64) {
    field(name, Int64(exactly: value).map { .integer($0) } ?? .string("\(value)"))
  }

  mutating func field(_ name: String, hexadecimal value: inout [UInt8]) {
    self.name(name)
    hexadecimal(value)
  }

  mutating func field<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, word value: inout Word
  ) { field(name, .string(value.rawValue)) }

  mutating func field(_ name: String, _ value: inout String?) {
    if let value { field(name, .string(value)) }
  }

  mutating func field(_ name: String, _ value: inout Int64?) {
    if let value { field(name, .integer(value)) }
  }

  mutating func field(_ name: String, ifAny value: inout Event.Limits?) {
    if let value { field(name, value.json) }
  }

  mutating func field(_ name: String, ifAny value: inout [String]) {
    if !value.isEmpty { field(name, &value) }
  }

  mutating func field(_ name: String, ifTrue value: inout Bool) {
    if value { field(name, .bool(true)) }
  }

  mutating func members(_ value: inout JSONValue) {
    for member in value.members ?? [] where member.name != "t_us" && member.name != "kind" {
      field(member.name, member.value)
    }
  }

  private mutating func field(_ name: String, _ value: JSONValue) {
    self.name(name)
    self.value(value)
  }
}
