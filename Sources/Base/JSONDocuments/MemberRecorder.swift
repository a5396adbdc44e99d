import Journal

/// The decoder that a type is read from: it writes down which members are asked for.
final class MemberRecorder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private let recorder: SchemaRecorder
  private let notes: [String: Note]
  private var members: [(name: String, rule: [JSONValue.Member], isRequired: Bool)] = []
  /// The rule of a type that is no object.
  private var single: [JSONValue.Member]?
  /// The member that may be `null`, where it is read next.
  fileprivate var optional: String?

  init(_ type: any Any.Type, _ recorder: SchemaRecorder) {
    self.recorder = recorder
    notes = (type as? any Described.Type)?.notes ?? [:]
  }

  /// The keywords of the type once it was read.
  ///
  /// - Parameter first: a member that comes before the others.
  func rule(behind first: (name: String, rule: [JSONValue.Member])? = nil) -> [JSONValue.Member] {
    if let single { return single }
    let all = (first.map { [($0.name, $0.rule, true)] } ?? []) + members
    return DocumentSchema.rule(
      ofMembers: all.map { .init($0.0, .object($0.1)) }, required: all.filter(\.2).map(\.0))
  }

  /// Notes about properties that the type does not have.
  var strayNotes: [String] {
    let names = members.map(\.name)
    return notes.keys.filter { !names.contains(DocumentSchema.name(of: $0)) }.sorted()
  }

  private func record(_ key: String, _ rule: [JSONValue.Member], isRequired: Bool) {
    let note = notes[key]
    // What a note says of the least value stands in place of what the type says.
    let keywords = note?.keywords ?? []
    let own = rule.filter { keyword in !keywords.contains { $0.name == keyword.name } }
    let about = note?.about.map { [JSONValue.Member("description", .string($0))] } ?? []
    members.append((DocumentSchema.name(of: key), own + keywords + about, isRequired))
  }

  fileprivate func decode<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value {
    let isOptional = optional == key
    optional = nil
    let (rule, sample) = try recorder.describe(type)
    record(
      key, isOptional ? SchemaRecorder.nullable(rule) : rule,
      isRequired: !(type is any Omissible.Type))
    return sample
  }

  fileprivate func decodeSingle<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (rule, sample) = try recorder.describe(type)
    single = rule
    return sample
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(MemberReader<Key>(recorder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.unfit }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleReader(recorder: self) }

  fileprivate static var unfit: DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [], debugDescription: "a part of a document is a type with named properties"))
  }
}

private struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recorder: MemberRecorder
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_ key: Key) -> Bool { true }
  /// The library asks this of an optional, and reads the value then.
  func decodeNil(forKey key: Key) -> Bool {
    recorder.optional = key.stringValue
    return false
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try recorder.decode(type, key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw MemberRecorder.unfit }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw MemberRecorder.unfit
  }
  func superDecoder() throws -> any Decoder { throw MemberRecorder.unfit }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw MemberRecorder.unfit }
}

private struct SingleReader: SingleValueDecodingContainer {
  let recorder: MemberRecorder
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try recorder.decodeSingle(type)
  }
}
