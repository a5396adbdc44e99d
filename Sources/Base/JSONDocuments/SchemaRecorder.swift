import Journal

/// Reads the shape of types off how they decode: every property is asked for by name and type, and
/// answered with a sample.
final class SchemaRecorder {
  /// The description of a type: the keywords of its values, and one of them.
  typealias Description<Value> = (rule: [JSONValue.Member], sample: Value)

  /// Rules of types that hold values of their own type.
  private(set) var definitions: [JSONValue.Member] = []
  private var open: [any Any.Type] = []
  private var repeated: Set<ObjectIdentifier> = []

  func describe<Value: Decodable>(_ type: Value.Type) throws -> Description<Value> {
    if let known = type as? any KnownShape.Type {
      return (try known.rule(self), try Self.sample(known.sample))
    }
    if let value = type as? any DocumentValue.Type {
      return (value.rule, try Self.sample(value.sample))
    }
    if let names = type as? any (CaseIterable & RawRepresentable).Type {
      return (Self.rule(of: names), try Self.sample(Self.first(of: names)))
    }
    return try describe(object: type)
  }

  private func describe<Value: Decodable>(object type: Value.Type) throws -> Description<Value> {
    open.append(type)
    defer { open.removeLast() }
    let (members, sample) = try members(of: type)
    let rule = members.rule()
    guard repeated.contains(ObjectIdentifier(type)) else { return (rule, sample) }
    let name = Self.name(of: type)
    if !definitions.contains(where: { $0.name == name }) {
      definitions.append(.init(name, .object(rule)))
    }
    return (Self.reference(to: type), sample)
  }

  /// The members that a type asks for, and what it makes of samples.
  func members<Value: Decodable>(
    of type: Value.Type
  ) throws -> (members: MemberRecorder, sample: Value) {
    let members = MemberRecorder(type, self)
    let sample = try type.init(from: members)
    guard let stray = members.strayNotes.first else { return (members, sample) }
    throw DecodingError.dataCorrupted(
      .init(codingPath: [], debugDescription: "\(type) has a note about \(stray), which it has not")
    )
  }

  /// The rule of a type in a list, which may be the type that is being described.
  func element<Value: Decodable>(_ type: Value.Type) throws -> [JSONValue.Member] {
    guard open.contains(where: { $0 == type }) else { return try describe(type).rule }
    repeated.insert(ObjectIdentifier(type))
    return Self.reference(to: type)
  }

  private static func name(of type: any Any.Type) -> String {
    DocumentSchema.name(of: "\(type)").trimmingPrefix("_").description
  }

  private static func reference(to type: any Any.Type) -> [JSONValue.Member] {
    [.init("$ref", .string("#/$defs/\(name(of: type))"))]
  }

  private static func rule<Names: CaseIterable & RawRepresentable>(
    of names: Names.Type
  ) -> [JSONValue.Member] {
    let values = names.allCases.map { name in
      (name.rawValue as? any Encodable).map { ValueEncoder.json($0) } ?? .null
    }
    return values.count == 1
      ? [.init("const", values[0])] : [.init("enum", .array(values))]
  }

  private static func first<Names: CaseIterable>(of names: Names.Type) -> Any? {
    names.allCases.first
  }

  private static func sample<Value>(_ value: Any?) throws -> Value {
    guard let value = value as? Value else {
      throw DecodingError.valueNotFound(
        Value.self,
        .init(codingPath: [], debugDescription: "a schema needs a value of \(Value.self)"))
    }
    return value
  }

  static func nullable(_ rule: [JSONValue.Member]) -> [JSONValue.Member] {
    let type = rule.first { $0.name == "type" }?.value
    return switch (type, rule.first { $0.name == "enum" || $0.name == "const" }) {
    case (.string(let name)?, _):
      rule.map {
        $0.name == "type" ? .init("type", .array([.string(name), .string("null")])) : $0
      }
    case (_, let values?):
      [.init("enum", .array((values.value.array ?? [values.value]) + [.null]))]
    default:
      [.init("anyOf", .array([.object(rule), .object([.init("type", .string("null"))])]))]
    }
  }
}
