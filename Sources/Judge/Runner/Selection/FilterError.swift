import Links
import Notation

/// Why a filter cannot be used.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Kind: Sendable, Hashable {
    /// The text does not follow the grammar.
    case malformed
    /// A name that nothing has.
    case unknownName
    /// Right in itself, but not built into this program.
    case notAvailable
  }

  /// The kind of fault.
  public let kind: Kind
  /// The filter.
  public let text: String
  /// Where the fault starts, in characters from 0.
  public let offset: Int
  /// How many characters are at fault.
  public let length: Int
  /// The fault, safe to print.
  public let problem: String
  /// The name that was probably meant.
  public let suggestion: String?

  /// The fault in a line, then the filter with the place marked.
  public var description: String {
    "filter, column \(offset + 1): \(problem)\(hint)\n" + excerpt
  }

  private var hint: String {
    suggestion.map { "; did you mean \(PrintableText.quoted($0))?" } ?? ""
  }

  /// Tells of a filter that stands in a file.
  ///
  /// - Parameter entry: what it is the filter of, with a verb: `the retries of "C1" match`.
  /// - Returns: the remark that nothing has its names; nil of one that cannot be read, which is a fault.
  func tell(
    _ findings: Findings, _ file: String, line: Int, column: Int, key: String, _ entry: String
  ) -> String? {
    guard kind != .malformed else {
      findings.fault(
        line: line, column: column + offset, key: key,
        found: "a filter that cannot be read (\(problem))",
        allowed: "a case, a suite or a filter such as id(C1*) & tag(slow)", suggestion: suggestion)
      return nil
    }
    return "\(PrintableText.escaped(file)):\(line):\(column): warning: \(entry) nothing: "
      + problem + hint
  }

  /// At most one line of a terminal, whatever the length of the filter.
  private var excerpt: String {
    let characters = Array(text)
    let start = max(0, min(offset, characters.count) - 40)
    let shownLength = min(length, 60)
    let before = String(characters[start..<min(offset, characters.count)])
    let rest = String(characters[min(offset, characters.count)...].prefix(60))
    let lead = start > 0 ? "…" : ""
    let left = lead + PrintableText.escaped(before)
    let tail = characters.count - offset > 60 ? "…" : ""
    let marked = PrintableText.escaped(String(rest.prefix(shownLength)))
    return "  " + left + PrintableText.escaped(rest) + tail + "\n"
      + String(repeating: " ", count: left.count + 2)
      + String(repeating: "^", count: max(1, marked.count))
  }
}
