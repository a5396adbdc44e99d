public import Journal

/// A JSON document of the program: its members are the properties of the type in their order, behind
/// a first member `schema`.
///
/// The name of a property is written with underscores, such as `loss_rate` for `lossRate`. An
/// optional without a value is `null`; one that is ``IfPresent`` is left out. The JSON schema is
/// ``DocumentSchema``, which reads it off the same type.
///
///     struct RulesDocument: Document {
///       static let schema = "uwbrig.udev-rules/1"
///       static let about = "What `uwbrig udev print --json` prints."
///       var file: String
///       var text: String
///     }
///     print(RulesDocument(file: "70-uwbrig.rules", text: "…").json.indented)
public protocol Document: Codable, Sendable {
  /// Names the shape of the document and its version, such as `uwbrig.list/1`.
  static var schema: String { get }
  /// The description of the document, in a sentence.
  static var about: String { get }
}

extension Document {
  /// The document as a value of JSON.
  public var json: JSONValue {
    let name = JSONValue.Member(DocumentSchema.nameMember, .string(Self.schema))
    return .object([name] + (ValueEncoder.json(self).members ?? []))
  }
}

/// An optional property of a document that is left out where it has no value.
@propertyWrapper
public struct IfPresent<Value: Codable & Sendable>: Codable, Sendable {
  /// The value; nil where the member is left out.
  public var wrappedValue: Value?

  /// A property with this value.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Reads the value where there is one.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
  }

  /// Writes the value where there is one.
  public func encode(to encoder: any Encoder) throws {
    guard let wrappedValue else { return }
    try wrappedValue.encode(to: encoder)
  }
}

extension IfPresent: Equatable where Value: Equatable {}

/// A value that is written in a form of its own, with a rule of its own in a schema.
public protocol DocumentValue: Codable, Sendable {
  var json: JSONValue { get }
  /// The keywords of the schema that it keeps to.
  static var rule: [JSONValue.Member] { get }
  static var sample: Self { get }
}

extension DocumentValue {
  /// Documents are written with ``Document/json`` alone.
  public func encode(to encoder: any Encoder) throws {
    let context = EncodingError.Context(
      codingPath: encoder.codingPath, debugDescription: "only documents hold a \(Self.self)")
    throw EncodingError.invalidValue(self, context)
  }

  /// Documents are written only, never read.
  public init(from decoder: any Decoder) throws {
    let context = DecodingError.Context(
      codingPath: decoder.codingPath, debugDescription: "a \(Self.self) is written only")
    throw DecodingError.dataCorrupted(context)
  }
}

/// Named values in their own order, such as numbers by verdict.
public struct NamedValues<Value: Codable & Sendable>: DocumentValue {
  private let members: [JSONValue.Member]

  /// These names with their values.
  public init(_ members: [(name: String, value: Value)]) {
    self.members = members.map { .init($0.name, ValueEncoder.json($0.value)) }
  }

  /// The object.
  public var json: JSONValue { .object(members) }

  /// The rule of the values holds for each member.
  public static var rule: [JSONValue.Member] {
    [
      .init("type", .string("object")),
      .init("additionalProperties", .object(DocumentSchema.rule(of: Value.self))),
    ]
  }

  /// Without a member.
  public static var sample: Self { Self([]) }
}
