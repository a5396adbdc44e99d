/// A pattern in which `*` stands for any characters and `?` for one; everything else is itself.
public struct Glob: Sendable, Hashable {
  private let pattern: [Character]

  /// A pattern as it is written.
  public init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether the whole text is one that the pattern stands for.
  ///
  /// Takes time in proportion to both lengths at most: only the last `*` is ever tried again.
  public func matches(_ text: String) -> Bool {
    let text = Array(text)
    var at = 0
    var next = 0
    var star: (pattern: Int, text: Int)?
    while at < text.count {
      if next < pattern.count, pattern[next] == "*" {
        star = (next + 1, at)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[at] {
        next += 1
        at += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        next = last.pattern
        at = last.text + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
