import Journal

/// Writes a value into a tree of JSON, members in the order in which the type gives them.
struct ValueEncoder: Encoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let node: Node

  fileprivate init(node: Node = Node()) { self.node = node }

  /// A value as JSON; `null` for one whose own encoding fails.
  static func json(_ value: some Encodable) -> JSONValue {
    let encoder = ValueEncoder()
    do { try encoder.node.write(value) } catch { return .null }
    return encoder.node.json ?? .null
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberWriter<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ElementWriter(node: node) }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(node: node) }
}

/// A place in the tree, which comes before its value.
private final class Node {
  enum Kind {
    case nothing
    case value(JSONValue)
    case object
    case array
  }

  var kind = Kind.nothing
  private var names: [String] = []
  private var nodes: [Node] = []

  /// The value; nil where nothing was written.
  var json: JSONValue? {
    switch kind {
    case .nothing: nil
    case .value(let value): value
    case .object:
      .object(zip(names, nodes).compactMap { name, node in node.json.map { .init(name, $0) } })
    case .array: .array(nodes.map { $0.json ?? .null })
    }
  }

  func write(_ value: some Encodable) throws {
    switch value {
    case let value as any DocumentValue: kind = .value(value.json)
    case let value as String: kind = .value(.string(value))
    case let value as Bool: kind = .value(.bool(value))
    case let value as any BinaryInteger: kind = .value(.integer(Int64(clamping: value)))
    case let value as any BinaryFloatingPoint:
      let number = Double(value)
      kind = .value(number.isFinite ? .number(number) : .null)
    default: try value.encode(to: ValueEncoder(node: self))
    }
  }

  func member(_ name: String) -> Node {
    names.append(name)
    return element()
  }

  func element() -> Node {
    let node = Node()
    nodes.append(node)
    return node
  }
}

private struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey] = []

  init(node: Node) {
    self.node = node
    node.kind = .object
  }

  private func place(_ key: Key) -> Node { node.member(DocumentSchema.name(of: key.stringValue)) }

  func encodeNil(forKey key: Key) { place(key).kind = .value(.null) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place(key).write(value)
  }

  // The library's own versions leave out what is nil, and come before a generic one.
  // Float, Int8 and Int16 are in no document: a member of these needs a line of its own here first.
  private func optional(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try place(key).write(value) } else { encodeNil(forKey: key) }
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try optional(value, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { ValueEncoder(node: place(key)).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ElementWriter(node: place(key))
  }
  func superEncoder() -> any Encoder { ValueEncoder(node: node.member("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder(node: place(key)) }
}

private struct ElementWriter: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey] = []
  private(set) var count = 0

  init(node: Node) {
    self.node = node
    node.kind = .array
  }

  private mutating func place() -> Node {
    count += 1
    return node.element()
  }

  mutating func encodeNil() { place().kind = .value(.null) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try place().write(value) }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { ValueEncoder(node: place()).container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ElementWriter(node: place())
  }
  mutating func superEncoder() -> any Encoder { ValueEncoder(node: place()) }
}

private struct SingleWriter: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey] = []

  func encodeNil() { node.kind = .value(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try node.write(value) }
}
