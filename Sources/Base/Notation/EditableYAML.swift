/// A YAML document of which parts are taken away; comments are lost.
public struct EditableYAML {
  /// The way to a list: keys, and places in other lists as numbers.
  public struct Path: Hashable, Sendable, ExpressibleByStringLiteral {
    enum Turn: Hashable, Sendable {
      case key(String)
      case index(Int)
    }

    var turns: [Turn]

    /// A list at the top of the document.
    public init(_ key: String) { turns = [.key(key)] }

    /// A list at the top of the document.
    public init(stringLiteral key: String) { self.init(key) }
  }

  private var root: YAMLNode

  /// Reads a document; nil when it is none.
  public init?(_ text: String) {
    guard text.utf8.count <= YAMLDocument.largest,
      let root = try? YAMLParser.root(of: text), root.members != nil
    else { return nil }
    self.root = root
  }

  /// The document as text.
  public var text: String { root.written }

  /// The lists below a key at the top, the key's own first, the inner ones after it.
  public func lists(under key: String) -> [Path] {
    guard let node = root[key] else { return [] }
    var found: [Path] = []
    Self.collect(node, Path(key), into: &found)
    return found
  }

  /// Items of a list; 0 where there is none.
  public func count(of list: Path) -> Int {
    var node: YAMLNode? = root
    for turn in list.turns { node = node.flatMap { Self.follow($0, turn) } }
    return node?.items?.count ?? 0
  }

  /// The document without one item of a list.
  public func removing(_ index: Int, from list: Path) -> EditableYAML {
    var result = self
    Self.remove(index, from: &result.root, list.turns[...])
    return result
  }

  /// The document with another value of a key at its top.
  public func setting(_ key: String, to value: String) -> EditableYAML {
    var result = self
    let isPlain = value.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "@._/-".unicodeScalars.contains($0)
    }
    result.root[key] = YAMLNode(content: .scalar(value, isPlain: isPlain && !value.isEmpty))
    return result
  }

  /// Deeper than any scenario; a document that goes further is left as it is there.
  private static let deepest = 32

  private static func collect(_ node: YAMLNode, _ path: Path, into found: inout [Path]) {
    guard path.turns.count <= deepest else { return }
    var inner = path
    if let items = node.items {
      found.append(path)
      for (index, item) in items.enumerated() {
        inner.turns = path.turns + [.index(index)]
        collect(item, inner, into: &found)
      }
    } else if let members = node.members {
      for (key, value) in members {
        guard let key = key.text else { continue }
        inner.turns = path.turns + [.key(key)]
        collect(value, inner, into: &found)
      }
    }
  }

  private static func follow(_ node: YAMLNode, _ turn: Path.Turn) -> YAMLNode? {
    switch turn {
    case .key(let key): return node[key]
    case .index(let index):
      guard let items = node.items, items.indices.contains(index) else { return nil }
      return items[index]
    }
  }

  private static func remove(
    _ index: Int, from node: inout YAMLNode, _ turns: ArraySlice<Path.Turn>
  ) {
    guard let turn = turns.first else {
      guard node.items?.indices.contains(index) == true else { return }
      node.items?.remove(at: index)
      return
    }
    guard var inner = follow(node, turn) else { return }
    remove(index, from: &inner, turns.dropFirst())
    switch turn {
    case .key(let key): node[key] = inner
    case .index(let place): node.items?[place] = inner
    }
  }
}
