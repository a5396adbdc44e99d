import Yams

/// A YAML document of which parts are taken away; comments are lost.
public struct EditableYAML {
  private var root: Node

  /// Reads a document; nil when it is none.
  public init?(_ text: String) {
    guard text.utf8.count <= YAMLDocument.largest,
      let root = try? Yams.compose(yaml: text, .basic, .default), root.mapping != nil
    else { return nil }
    self.root = root
  }

  /// The document as text.
  public var text: String { (try? Yams.serialize(node: root)) ?? "" }

  /// Items of a list at the top of the document; 0 where there is none.
  public func count(of list: String) -> Int { root[list]?.sequence?.count ?? 0 }

  /// The document without one item of a list.
  public func removing(_ index: Int, from list: String) -> EditableYAML {
    guard var items = root[list]?.sequence.map(Array.init), items.indices.contains(index) else {
      return self
    }
    items.remove(at: index)
    var result = self
    result.root[list] = Node(items)
    return result
  }

  /// The document with another value of a key at its top.
  public func setting(_ key: String, to value: String) -> EditableYAML {
    var result = self
    result.root[key] = Node(value)
    return result
  }
}
