public import Journal

/// The note of a schema about a property beside its type.
public struct Note: Sendable, ExpressibleByStringLiteral {
  let about: String?
  let keywords: [JSONValue.Member]

  /// A description, and the least value of a number.
  public init(
    _ about: String? = nil, least: Int64? = nil, most: Int64? = nil, pattern: String? = nil
  ) {
    self.about = about
    keywords = [
      least.map { .init("minimum", .integer($0)) }, most.map { .init("maximum", .integer($0)) },
      pattern.map { .init("pattern", .string($0)) },
    ].compactMap(\.self)
  }

  /// A description.
  public init(stringLiteral about: String) { self.init(about) }
}

/// A part of a document whose properties need more words than their names.
public protocol Described {
  static var notes: [String: Note] { get }
}

/// The JSON schemas of documents, read off their types.
public enum DocumentSchema {
  static let nameMember = "schema"

  /// The schema of documents with one name; a line is one of several where there are more types.
  public static func of(_ types: [any Document.Type]) throws -> JSONValue {
    guard let first = types.first else { return .object([]) }
    let recorder = SchemaRecorder()
    let rules = try types.map { try rule(of: $0, recorder) }
    var members: [JSONValue.Member] = [
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .string(first.schema)), .init("description", .string(first.about)),
    ]
    members += rules.count == 1 ? rules[0] : [.init("oneOf", .array(rules.map { .object($0) }))]
    if !recorder.definitions.isEmpty {
      members.append(.init("$defs", .object(recorder.definitions)))
    }
    return .object(members)
  }

  private static func rule<Kind: Document>(
    of type: Kind.Type, _ recorder: SchemaRecorder
  ) throws -> [JSONValue.Member] {
    let members = try recorder.members(of: type).members
    let name = [JSONValue.Member("const", .string(Kind.schema))]
    return members.rule(behind: (nameMember, name))
  }

  /// The keywords for values of a type outside of a document; none for one that cannot be read.
  static func rule<Value: Decodable>(of type: Value.Type) -> [JSONValue.Member] {
    (try? SchemaRecorder().describe(type).rule) ?? []
  }

  /// The keywords of an object with these members and no others.
  static func rule(
    ofMembers members: [JSONValue.Member], required: [String]
  ) -> [JSONValue.Member] {
    [
      .init("type", .string("object")), .init("properties", .object(members)),
      .init("required", .array(required.map(JSONValue.string))),
      .init("additionalProperties", .bool(false)),
    ]
  }

  /// The name of a member: `loss_rate` for a property `lossRate`.
  static func name(of property: String) -> String {
    guard property.contains(where: \.isUppercase) else { return property }
    return property.reduce(into: "") { name, character in
      if character.isUppercase {
        name += "_" + character.lowercased()
      } else {
        name.append(character)
      }
    }
  }
}
