import Files
import FoundationEssentials
import Journal
public import Notation

/// Mutants that do what the protocol allows, each with the clause that says so: a list that people
/// review.
public struct EquivalentMutants: Sendable {
  /// One of them.
  public struct Entry: Hashable, Sendable {
    /// The name of the mutant.
    public let mutant: String
    /// Which clause of which document allows it.
    public let clause: String
    /// The argument for it.
    public let reason: String
    /// The line of the file.
    public let line: Int
  }

  /// The file as it was named.
  public let file: String
  /// The entries, in the order of the file.
  public let entries: [Entry]

  /// The name of the file beside a rig file.
  public static let fileName = "equivalent-mutants.yaml"

  /// The list that comes with the program.
  public static func shipped(known: [String]) throws(DocumentErrors) -> EquivalentMutants {
    try parse(Embedded.equivalentMutants, file: fileName, known: known)
  }

  /// The list of a file; without one, that of the program.
  public static func load(_ path: String?, known: [String]) throws -> EquivalentMutants {
    guard let path else { return try shipped(known: known) }
    if let obstacle = InputFile.obstacle(path) {
      throw Failure(.usage, "\(PrintableText.escaped(path)) is \(obstacle), not a file")
    }
    let text: String
    do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw Failure(
        .usage, "\(PrintableText.escaped(path)): it cannot be read: \(FileReason.reason(of: error))"
      )
    }
    return try parse(text, file: path, known: known)
  }

  /// By mutant, the clause.
  public var clauses: [String: String] {
    Dictionary(entries.map { ($0.mutant, $0.clause) }) { first, _ in first }
  }

  /// Reads a list.
  ///
  /// - Parameter known: the names of all mutants: an entry about another is a fault of the file.
  /// - Throws: ``DocumentErrors`` with every fault.
  public static func parse(
    _ text: String, file: String, known: [String]
  ) throws(DocumentErrors) -> EquivalentMutants {
    let findings = Findings(file: file)
    let root = YAMLDocument.root(
      of: text, findings: findings, kind: "a list of equivalent mutants", deepest: 4)
    let entries = root.map { read($0, known: Set(known), names: known) } ?? []
    if let faults = findings.faults { throw faults }
    return EquivalentMutants(file: file, entries: entries)
  }

  private static func read(_ root: Field, known: Set<String>, names: [String]) -> [Entry] {
    guard
      let keys = root.entries(["version", "equivalents"], allowed: "a mapping of keys and values")
    else { return [] }
    _ = keys.required("version", allowed: "1")?.integer(1...1)
    let list = keys.required("equivalents", allowed: "a list of entries, or []")
    var seen: Set<String> = []
    return (list?.items("a list of entries, or []") ?? []).compactMap { item -> Entry? in
      guard
        let keys = item.entries(
          ["mutant", "clause", "reason"], allowed: "a mapping that describes an entry")
      else { return nil }
      let allowed = "a sentence"
      let mutant = keys.required("mutant", allowed: "the name of a mutant")
      let clause = keys.required("clause", allowed: allowed)?.line("a clause of a document")
      let reason = keys.required("reason", allowed: allowed)?.line("a sentence that says why")
      guard let mutant, let name = mutant.line("the name of a mutant") else { return nil }
      guard known.contains(name) else {
        mutant.fault(
          allowed: "the name of a mutant", suggestion: mutant.nearest(to: name, among: names))
        return nil
      }
      guard seen.insert(name).inserted else {
        mutant.fault(found: "a mutant again", allowed: "each mutant once")
        return nil
      }
      guard let clause, let reason else { return nil }
      return Entry(mutant: name, clause: clause, reason: reason, line: item.line)
    }
  }
}
