extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// An object with the members in this order.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0, $1) })
  }

  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// A text.
  public init(stringLiteral text: String) { self = .string(text) }

  /// A whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue {
  package static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }

  /// The object with the members of another, which stand in place of its own of the same names.
  package func with(_ other: JSONValue) -> JSONValue {
    let added = other.members ?? []
    let kept = (members ?? []).filter { own in !added.contains { $0.name == own.name } }
    return .object(kept + added)
  }
}
