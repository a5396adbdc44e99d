extension NearestName {
  /// `; did you mean "anchor"?`; nil where no candidate is close.
  public static func hint(for name: String, among candidates: [String]) -> String? {
    nearest(to: name, among: candidates).map { "; did you mean \"\($0)\"?" }
  }

  /// `expected mobile, anchor, got "anchr"; did you mean "anchor"?`
  public static func refusal(of name: String, expected candidates: [String]) -> String {
    "expected \(candidates.joined(separator: ", ")), got \(PrintableText.quoted(name, limit: 60))"
      + (hint(for: name, among: candidates) ?? "")
  }
}
