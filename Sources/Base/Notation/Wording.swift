/// How lists and names are spelt in files and messages.
package enum Wording {
  /// `a, b or c`.
  package static func alternatives(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `a`, `b` or `c`, each in backticks: what may be written.
  package static func choices(_ names: [String]) -> String {
    alternatives(names.map { "`\($0)`" })
  }

  /// Names of boards, profiles, deviations and methods: lower case, digits and hyphens.
  package static func isName(_ text: String, longest: Int = 32) -> Bool {
    !text.isEmpty && text.utf8.count <= longest
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var withoutSpaces: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
