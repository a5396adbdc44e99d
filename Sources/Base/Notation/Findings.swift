/// The findings of reading a rig file, a scenario or a board profile: faults, and missing parts.
package final class Findings {
  let file: String
  package private(set) var errors: [DocumentError] = []
  package private(set) var notAvailable: [NotAvailable] = []

  /// More faults than this do not help, and a hostile file could name millions.
  private static let most = 100

  /// The values of `${name}`; a rig file has none.
  package var parameters: [String: String] = [:]

  package init(file: String) { self.file = file }

  /// Whether further faults are no longer taken.
  var isFull: Bool { errors.count >= Findings.most }

  package func fault(
    line: Int = 1, column: Int = 1, key: String = "", found: String, allowed: String,
    suggestion: String? = nil
  ) {
    guard !isFull else { return }
    // A file with parameters is read once for each of their values.
    let isKnown = errors.contains {
      $0.line == line && $0.column == column && $0.key == key && $0.allowed == allowed
    }
    guard parameters.isEmpty || !isKnown else { return }
    errors.append(
      DocumentError(
        file: file, line: line, column: column, key: key, found: found, allowed: allowed,
        suggestion: suggestion))
  }

  package func missing(_ what: String, at field: Field) {
    guard notAvailable.count < Findings.most else { return }
    notAvailable.append(
      NotAvailable(
        file: file, line: field.line, column: field.column, key: field.key, what: what))
  }

  /// Faults in the order of the lines, or nil.
  package var faults: DocumentErrors? {
    errors.isEmpty
      ? nil
      : DocumentErrors(errors: errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
  }
}

/// A value of the file with the way to it.
package struct Field {
  package let node: YAMLNode
  package let key: String
  package let findings: Findings

  package var line: Int { node.line }
  package var column: Int { node.column }

  package func fault(
    found: String? = nil, allowed: String, suggestion: String? = nil, offset: Int = 0
  ) {
    findings.fault(
      line: line, column: column + offset, key: key, found: found ?? described, allowed: allowed,
      suggestion: suggestion)
  }

  /// Reports a fault, and gives nothing.
  package func refuse<Value>(
    found: String? = nil, allowed: String, suggestion: String? = nil
  ) -> Value? {
    fault(found: found, allowed: allowed, suggestion: suggestion)
    return nil
  }

  /// The value of a key below this one; without a value, the place where it is missed.
  func child(_ name: String, _ value: YAMLNode? = nil) -> Field {
    // A key of the file can be as long as the file.
    let name = name.utf8.count > 64 ? String(name.prefix(64)) + "…" : name
    return Field(
      node: value ?? node, key: key.isEmpty ? name : "\(key).\(name)", findings: findings)
  }

  /// The nearest of the names; not searched once faults are no longer taken.
  package func nearest(to name: String?, among names: [String]) -> String? {
    guard let name, !findings.isFull else { return nil }
    return NearestName.nearest(to: name, among: names)
  }

  package var described: String {
    switch node.content {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    case .scalar(let text, _): isNull ? "nothing" : PrintableText.code(text, limit: 80)
    }
  }

  package var isNull: Bool {
    guard isPlain, let text = node.text else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  package var isMapping: Bool { node.members != nil }

  package var isPlain: Bool { node.isPlain }

  /// The characters of a scalar, quoted or not; nothing is reported.
  package var text: String? {
    guard !isNull, let written = node.text else { return nil }
    guard written.contains("${"), !findings.parameters.isEmpty else { return written }
    return findings.parameters.sorted { $0.key < $1.key }.reduce(written) { text, parameter in
      text.replacing("${\(parameter.key)}", with: parameter.value)
    }
  }

  /// The keys of a mapping as values, in the order of the file.
  package var keys: [Field] {
    node.members?.map { Field(node: $0.key, key: key, findings: findings) } ?? []
  }

  /// The items of a list, or the values of a mapping.
  var values: [Field] {
    switch node.content {
    case .scalar, .alias: []
    case .sequence(let items):
      items.enumerated().map { Field(node: $1, key: "\(key)[\($0)]", findings: findings) }
    case .mapping(let members): members.map { child($0.key.text ?? "?", $0.value) }
    }
  }

  package var isList: Bool { node.items != nil }

  /// This value and all below it that are text, keys left out.
  package var scalars: [Field] {
    node.text == nil ? values.flatMap(\.scalars) : [self]
  }
}
