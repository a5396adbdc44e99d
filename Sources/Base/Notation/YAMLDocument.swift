import Yams

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
    guard !refusesAliases(text, findings: findings) else { return nil }
    do {
      // Nodes hold their anchors weakly and the parser strongly, so it must outlive the walk.
      // Without resolver rules a scalar costs no pattern matching: values are read by their keys.
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      guard let node = try parser.singleRoot() else {
        findings.fault(found: "an empty file", allowed: kind)
        return nil
      }
      return withExtendedLifetime(parser) {
        let root = Field(node: node, key: "", findings: findings)
        return isPlainTree(root, depth: 0, deepest: deepest, kind: kind) ? root : nil
      }
    } catch let error as YamlError {
      report(error, in: text, to: findings)
    } catch {
      findings.fault(found: PrintableText.escaped("\(error)"), allowed: DocumentError.yaml)
    }
    return nil
  }

  /// Aliases as mapping keys are hashed while the parser runs, and a few lines of them multiply
  /// without bound, so many possible aliases are refused before it sees them. The count is of
  /// whatever could be one; what it lets through is small and is judged exactly on the tree.
  private static func refusesAliases(_ text: String, findings: Findings) -> Bool {
    var anchors = 0
    var aliases = 0
    var first: (line: Int, column: Int)?
    var (line, column) = (1, 0)
    var (isBlank, isComment) = (true, false)
    var previous: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if lineBreaks.contains(scalar) {
        if !(scalar == "\n" && previous == "\r") { line += 1 }
        (column, isBlank, isComment) = (0, true, false)
        continue
      }
      column += 1
      if isBlank, scalar == "#" { isComment = true }
      if scalar != " ", scalar != "\t" { isBlank = false }
      guard !isComment, previous == "&" || previous == "*", isWord(scalar) else { continue }
      if previous == "*" { aliases += 1 }
      if previous == "&" {
        anchors += 1
        first = first ?? (line, column - 1)
      }
    }
    guard let first, aliases > 0, anchors + aliases > 8 else { return false }
    findings.fault(
      line: first.line, column: first.column, found: "anchors and aliases", allowed: noAliases)
    return true
  }

  /// All that ends a line, and with it a comment, for the YAML parser.
  private static let lineBreaks: [Unicode.Scalar] = [
    "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  /// Whether the name of an anchor can begin so.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
  }

  private static let noAliases = "a file without & anchors and * aliases (write the value again)"

  private static func isPlainTree(
    _ field: Field, depth: Int, deepest: Int, kind: String
  ) -> Bool {
    guard field.node.anchor == nil else {
      field.fault(found: "an anchor or alias", allowed: noAliases)
      return false
    }
    guard depth <= deepest else {
      field.fault(found: "nesting deeper than \(deepest)", allowed: "the levels of \(kind)")
      return false
    }
    var isPlain = true
    switch field.node {
    case .scalar: break
    case .alias:
      field.fault(found: "an alias", allowed: noAliases)
      return false
    case .sequence(let sequence):
      for (index, node) in sequence.enumerated() {
        let item = Field(node: node, key: "\(field.key)[\(index)]", findings: field.findings)
        if !isPlainTree(item, depth: depth + 1, deepest: deepest, kind: kind) { isPlain = false }
      }
    case .mapping(let mapping):
      for (key, value) in mapping {
        let keyField = Field(node: key, key: field.key, findings: field.findings)
        if !isPlainTree(keyField, depth: depth + 1, deepest: deepest, kind: kind) {
          isPlain = false
        }
        let item = field.child(key.scalar?.string ?? "?", value)
        if !isPlainTree(item, depth: depth + 1, deepest: deepest, kind: kind) { isPlain = false }
      }
    }
    if !hasUsualTag(field.node) {
      field.fault(
        found: "the tag \(PrintableText.code(field.node.tag.description, limit: 80))",
        allowed: "values without tags")
      isPlain = false
    }
    return isPlain
  }

  private static func hasUsualTag(_ node: Node) -> Bool {
    ["", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"]
      .contains(node.tag.description)
  }

  private static func report(_ error: YamlError, in text: String, to findings: Findings) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      findings.fault(
        line: mark.line, column: mark.column, found: PrintableText.escaped(problem),
        allowed: DocumentError.yaml)
    case .reader(let problem, let offset, _, _):
      let before = text.prefix(offset ?? 0)
      let column =
        (before.lastIndex { $0.isNewline }.map { before[$0...].count } ?? before.count + 1)
      findings.fault(
        line: before.filter { $0.isNewline }.count + 1, column: column,
        found: PrintableText.escaped(problem), allowed: DocumentError.yaml)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.map { PrintableText.code($0, limit: 40) }
      findings.fault(
        line: context.mark.line, column: context.mark.column,
        found: names.prefix(4).joined(separator: ", ") + " more than once in one mapping",
        allowed: "each key once")
    default: findings.fault(found: "it cannot be read", allowed: DocumentError.yaml)
    }
  }
}
