import Links
import Yams

/// What is found while a rig file is read: the faults, and what this build lacks.
final class Findings {
  let file: String
  private(set) var errors: [RigFileError] = []
  private(set) var notAvailable: [NotAvailable] = []

  /// More faults than this help nobody, and a hostile file could name millions.
  private static let most = 100

  init(file: String) { self.file = file }

  /// Whether further faults are no longer taken.
  var isFull: Bool { errors.count >= Findings.most }

  func fault(
    line: Int, column: Int, key: String, found: String, allowed: String, suggestion: String? = nil
  ) {
    guard !isFull else { return }
    errors.append(
      RigFileError(
        file: file, line: line, column: column, key: key, found: found, allowed: allowed,
        suggestion: suggestion))
  }

  func missing(_ what: String, at field: Field) {
    guard notAvailable.count < Findings.most else { return }
    notAvailable.append(
      NotAvailable(
        file: file, line: field.line, column: field.column, key: field.key, what: what))
  }

  /// Faults in the order of the lines, or nil.
  var faults: RigFileErrors? {
    errors.isEmpty
      ? nil
      : RigFileErrors(errors: errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
  }
}

/// A value of the file with the way to it.
struct Field {
  let node: Node
  let key: String
  let findings: Findings

  var line: Int { node.mark?.line ?? 1 }
  var column: Int { node.mark?.column ?? 1 }

  func fault(
    found: String? = nil, allowed: String, suggestion: String? = nil, offset: Int = 0
  ) {
    findings.fault(
      line: line, column: column + offset, key: key, found: found ?? described, allowed: allowed,
      suggestion: suggestion)
  }

  /// The value of a key below this one; without a value, the place where it is missed.
  func child(_ name: String, _ value: Node? = nil) -> Field {
    // A key of the file can be as long as the file.
    let name = name.utf8.count > 64 ? String(name.prefix(64)) + "…" : name
    return Field(
      node: value ?? node, key: key.isEmpty ? name : "\(key).\(name)", findings: findings)
  }

  /// The nearest of the names; not searched once nobody would see it.
  func nearest(to name: String?, among names: [String]) -> String? {
    guard let name, !findings.isFull else { return nil }
    return NearestName.nearest(to: name, among: names)
  }

  /// What stands here, in words.
  var described: String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    case .scalar(let scalar):
      isNull ? "nothing" : PrintableText.quoted(scalar.string, limit: 80)
    }
  }

  var isNull: Bool {
    guard let scalar = node.scalar, isPlain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  var isMapping: Bool { node.mapping != nil }

  var isPlain: Bool { node.scalar?.style == .plain || node.scalar?.style == .any }

  /// The characters of a scalar, quoted or not; nothing is reported.
  var text: String? { isNull ? nil : node.scalar?.string }
}
