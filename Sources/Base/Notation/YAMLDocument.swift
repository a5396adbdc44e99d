/// The one YAML document of a rig file, a scenario or a board profile, cleared of what can only be an
/// attack or a mistake: anchors, aliases, tags and deep nesting.
package enum YAMLDocument {
  package static let largest = 1 << 20

  /// The root of the text; `kind` names the file in messages.
  package static func root(
    of text: String, findings: Findings, kind: String = "a rig file", deepest: Int = 12
  ) -> Field? {
    guard text.utf8.count <= largest else {
      findings.fault(found: "\(text.utf8.count) bytes", allowed: "at most \(largest) bytes")
      return nil
    }
    do {
      guard let node = try YAMLParser.root(of: text) else {
        findings.fault(found: "an empty file", allowed: kind)
        return nil
      }
      let root = Field(node: node, key: "", findings: findings)
      return isPlainTree(root, depth: 0, deepest: deepest, kind: kind) ? root : nil
    } catch {
      findings.fault(
        line: error.line, column: error.column, found: error.problem, allowed: error.allowed)
      return nil
    }
  }

  private static let noAliases = "a file without & anchors and * aliases (write the value again)"

  /// Whether nothing below is an anchor, an alias, tagged or too deep; the first that is, is told.
  private static func isPlainTree(
    _ field: Field, depth: Int, deepest: Int, kind: String
  ) -> Bool {
    let node = field.node
    if node.hasAnchor || node.isAlias {
      field.fault(found: "an anchor or alias", allowed: noAliases)
      return false
    }
    if let tag = node.tag,
      !["tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"].contains(tag)
    {
      field.fault(
        found: "the tag \(PrintableText.code(tag, limit: 80))", allowed: "values without tags")
      return false
    }
    guard depth <= deepest else {
      field.fault(found: "nesting deeper than \(deepest)", allowed: "the levels of \(kind)")
      return false
    }
    return (field.keys + field.values).allSatisfy {
      isPlainTree($0, depth: depth + 1, deepest: deepest, kind: kind)
    }
  }
}
