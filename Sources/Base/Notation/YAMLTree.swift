import Yams

/// A YAML document as words, lists and mappings: for tables that come with the program, whose keys
/// are not all of interest to the reader.
package indirect enum YAMLTree {
  case word(String)
  case list([YAMLTree])
  case mapping([(key: String, value: YAMLTree)])

  /// Reads a document; nil when it is none.
  package init?(_ text: String) {
    guard text.utf8.count <= YAMLDocument.largest,
      let root = try? Yams.compose(yaml: text, .basic, .default)
    else { return nil }
    self.init(root)
  }

  private init(_ node: Node) {
    switch node {
    case .scalar(let scalar): self = .word(scalar.string)
    case .sequence(let items): self = .list(items.map { YAMLTree($0) })
    case .mapping(let pairs):
      self = .mapping(pairs.map { ($0.key.scalar?.string ?? "", YAMLTree($0.value)) })
    case .alias: self = .word("")
    }
  }

  /// The word; nil for anything else.
  package var word: String? { if case .word(let word) = self { word } else { nil } }

  /// The items of a list; none for anything else.
  package var items: [YAMLTree] { if case .list(let items) = self { items } else { [] } }

  /// The entries of a mapping in their order; none for anything else.
  package var entries: [(key: String, value: YAMLTree)] {
    if case .mapping(let entries) = self { entries } else { [] }
  }

  /// The value of a key; nil where there is none.
  package subscript(key: String) -> YAMLTree? { entries.first { $0.key == key }?.value }
}
