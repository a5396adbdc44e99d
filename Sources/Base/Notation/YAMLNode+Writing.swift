/// Nodes that are made and not read.
extension YAMLNode {
  /// A scalar; one without quotes where its type is to be seen.
  package init(_ text: String, isPlain: Bool = false) {
    self.init(content: .scalar(text, isPlain: isPlain))
  }

  /// A mapping whose keys stand somewhere.
  package init(pairs: [(key: YAMLNode, value: YAMLNode)]) { self.init(content: .mapping(pairs)) }

  /// A sequence.
  package init(items: [YAMLNode]) { self.init(content: .sequence(items)) }

  /// A mapping.
  package init(members: [(key: String, value: YAMLNode)]) {
    self.init(content: .mapping(members.map { (YAMLNode($0.key, isPlain: true), $0.value) }))
  }

  /// Takes a key out of a mapping; its value.
  package mutating func remove(_ key: String) -> YAMLNode? {
    guard var members, let index = members.firstIndex(where: { $0.key.text == key }) else {
      return nil
    }
    defer { content = .mapping(members) }
    return members.remove(at: index).value
  }

  /// The value in one line.
  package var flow: String {
    switch content {
    case .alias: "~"
    case .scalar(let text, let isPlain): isPlain && Self.isWord(text) ? text : Self.quoted(text)
    case .sequence(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{" + members.map { "\($0.flow): \($1.flow)" }.joined(separator: ", ") + "}"
    }
  }

  /// Whether a text can stand in brackets without quotes. All numbers and truth values can.
  private static func isWord(_ text: String) -> Bool {
    let isMade = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_./+-~".utf8.contains(byte)
      }
    }
    return isMade && !text.isEmpty && text != "-"
  }
}
