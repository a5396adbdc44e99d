package import Journal
package import Notation

/// A key of a mapping: its name, what may stand behind it, and a line about it.
package protocol GrammarKey: Sendable {
  var name: String { get }
  /// The value that is missed where the key is not there; nil for a key that may be left out.
  var required: String? { get }
  var schema: JSONValue { get }
}

/// A key that may be left out or must be there; its value is nil where it has none.
package struct Key<Value>: GrammarKey {
  package let name: String
  package let form: Form<Value>
  package let required: String?
  package let schema: JSONValue

  /// A key; `required` says in words what must stand there.
  package init(
    _ name: String, _ form: Form<Value>, _ about: String? = nil, required: String? = nil
  ) {
    self.name = name
    self.form = form
    self.required = required
    schema = form.schema.with(about.map { ["description": .string($0)] } ?? [:])
  }
}

/// A key that may be left out, with the value that holds then.
package struct Setting<Value: Sendable>: GrammarKey {
  package let key: Key<Value>
  package let standard: Value
  package var name: String { key.name }
  package var required: String? { nil }
  package var schema: JSONValue { key.schema.with(["default": Self.json(standard)]) }

  package init(
    _ name: String, _ form: Form<Value>, default standard: Value, _ about: String? = nil
  ) {
    key = Key(name, form, about)
    self.standard = standard
  }

  private static func json(_ value: Any) -> JSONValue {
    switch value {
    case let value as Bool: .bool(value)
    case let value as Int: .integer(Int64(value))
    case let value as Double: .number(value)
    case let value as Duration: .string(DurationText.format(value))
    case let value as any RawRepresentable<String>: .string(value.rawValue)
    case let values as [Any]: .array(values.map(json))
    default: .string("\(value)")
    }
  }
}

/// Keys that are among those of several mappings.
package protocol KeyGroup: Sendable {}

/// A mapping with known keys: a type with a property for each, in the order in which they are listed.
///
///     struct FacingKeys {
///       let yaw = Setting<Double>("yaw", .number(-360...360, unit: "degrees"), default: 0)
///     }
///     let facing = Mapping(FacingKeys()).form.map { Facing(yaw: $0.yaw, pitch: 0, roll: 0) }
package struct Mapping<Keys: Sendable>: Sendable {
  private let keys: Keys
  private let allowed: String
  package let names: [String]
  package let schema: JSONValue

  /// A mapping; `rules` are what a schema says of several keys together.
  package init(_ keys: Keys, allowed: String = "a mapping", rules: JSONValue = [:]) {
    self.keys = keys
    self.allowed = allowed
    let all = Self.list(keys)
    names = all.map(\.name)
    schema = Self.schema(all).with(rules)
  }

  package static func schema(_ keys: [any GrammarKey]) -> JSONValue {
    let required = keys.filter { $0.required != nil }.map(\.name)
    let members: JSONValue = ["type": "object", "additionalProperties": false]
    return members.with(required.isEmpty ? [:] : ["required": .strings(required)])
      .with(["properties": .object(keys.map { .init($0.name, $0.schema) })])
  }

  private static func list(_ keys: Any) -> [any GrammarKey] {
    Mirror(reflecting: keys).children.flatMap { child -> [any GrammarKey] in
      switch child.value {
      case let key as any GrammarKey: [key]
      case let group as any KeyGroup: list(group)
      case let keys as [any GrammarKey]: keys
      default: []
      }
    }
  }

  package var form: Form<MappingValues<Keys>> { Form(schema, read: values) }

  /// The values of the keys; unknown and repeated keys are reported here.
  package func values(_ field: Field) -> MappingValues<Keys>? {
    field.entries(names, allowed: allowed).map { MappingValues(keys, field, $0) }
  }
}

/// The values of a mapping, read and judged when they are asked for.
@dynamicMemberLookup
package struct MappingValues<Keys> {
  package let keys: Keys
  package let field: Field
  private let entries: Entries

  fileprivate init(_ keys: Keys, _ field: Field, _ entries: Entries) {
    self.keys = keys
    self.field = field
    self.entries = entries
  }

  /// The value of a key; nil where it has none, which is reported of a key that must be there.
  package subscript<Value>(dynamicMember path: KeyPath<Keys, Key<Value>>) -> Value? {
    read(keys[keyPath: path])
  }

  package subscript<Value>(dynamicMember path: KeyPath<Keys, Setting<Value>>) -> Value {
    read(keys[keyPath: path])
  }

  package subscript<Group: KeyGroup>(
    dynamicMember path: KeyPath<Keys, Group>
  ) -> MappingValues<Group> {
    MappingValues<Group>(keys[keyPath: path], field, entries)
  }

  /// Where the value of a key stands; nil where the file does not have the key.
  package subscript<Key: GrammarKey>(path: KeyPath<Keys, Key>) -> Field? {
    entries[keys[keyPath: path].name]
  }

  /// Where the value of a key stands, by the key's name.
  package subscript(name: String) -> Field? { entries[name] }

  /// Reports a key that must be there because of others.
  package func missing(_ name: String, allowed: String) {
    _ = entries.required(name, allowed: allowed)
  }

  package func read<Value>(_ key: Key<Value>) -> Value? {
    let field = key.required.map { entries.required(key.name, allowed: $0) } ?? entries[key.name]
    return field.flatMap(key.form.read)
  }

  package func read<Value>(_ setting: Setting<Value>) -> Value {
    read(setting.key) ?? setting.standard
  }
}
