package import Journal

/// A kind of file that people write: what messages call it, and what its JSON schema says in front.
package struct FileKind: Sendable {
  /// The content of such a file: `a rig`.
  let article: String
  /// Such a file: `a rig file`.
  let words: String
  private let head: JSONValue

  /// A kind of file; `name` identifies its schema.
  package init(_ article: String, words: String, name: String, title: String, about: String) {
    self.article = article
    self.words = words
    head = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .string("urn:uwbrig:\(name)"), "title": .string(title), "description": .string(about),
    ]
  }

  /// The text of the schema; `definitions` are named by references.
  package func schema(_ root: JSONValue, definitions: JSONValue = [:]) -> String {
    head.with(root).with(definitions == [:] ? [:] : ["$defs": definitions]).indented
  }
}
