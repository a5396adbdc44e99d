/// Numbers of things, in words.
package enum Counted {
  /// `1 seed`, `3 seeds`.
  package static func amount(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }
}
