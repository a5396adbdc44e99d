/// A value of a YAML document, with the place where it begins.
package struct YAMLNode: Sendable {
  /// A scalar has no type here: values are read by their keys.
  package enum Content: Sendable {
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
    /// A reference to an anchor, which is not followed.
    case alias
  }

  package var content: Content
  /// Line and column, from 1.
  package var line = 1
  package var column = 1
  package var hasAnchor = false
  /// The tag as it is written; nil without one.
  package var tag: String?

  /// The characters of a scalar.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether it is a scalar without quotes.
  package var isPlain: Bool {
    if case .scalar(_, let isPlain) = content { isPlain } else { false }
  }

  /// Whether it is a reference to an anchor.
  package var isAlias: Bool {
    if case .alias = content { true } else { false }
  }

  /// The items of a sequence.
  package var items: [YAMLNode]? {
    get { if case .sequence(let items) = content { items } else { nil } }
    set { content = .sequence(newValue ?? []) }
  }

  /// The keys and values of a mapping, in the order of the file.
  package var members: [(key: YAMLNode, value: YAMLNode)]? {
    if case .mapping(let members) = content { members } else { nil }
  }

  /// The value of a key of a mapping; setting adds a key that is not there.
  package subscript(_ key: String) -> YAMLNode? {
    get { members?.first { $0.key.text == key }?.value }
    set {
      guard var members, let newValue else { return }
      if let place = members.firstIndex(where: { $0.key.text == key }) {
        members[place].value = newValue
      } else {
        members.append((YAMLNode(content: .scalar(key, isPlain: true)), newValue))
      }
      content = .mapping(members)
    }
  }

  /// The value in block style; what was quoted, or has several lines, is in double quotes.
  package var written: String { lines.joined(separator: "\n") + "\n" }

  private var lines: [String] {
    switch content {
    case .alias: ["~"]
    case .scalar(let text, let isPlain):
      [isPlain && !text.contains(where: \.isNewline) ? text : Self.quoted(text)]
    case .sequence(let items):
      items.isEmpty
        ? ["[]"]
        : items.flatMap { item in
          item.lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
        }
    case .mapping(let members):
      members.isEmpty
        ? ["{}"]
        : members.flatMap { (key, value) -> [String] in
          let name = (key.lines.first ?? "") + ":"
          let lines = value.lines
          return value.isBlock ? [name] + lines.map { "  " + $0 } : [name + " " + lines[0]]
        }
    }
  }

  private var isBlock: Bool { items?.isEmpty == false || members?.isEmpty == false }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        "\\x" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
