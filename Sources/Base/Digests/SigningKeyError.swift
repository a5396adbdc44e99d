/// Why something is not a key, or does not sign.
public struct SigningKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wanted.
  public let wanted: String
  /// What was there, never the key itself.
  public let found: String

  init(_ wanted: String, found: String) {
    self.wanted = wanted
    self.found = found
  }

  /// One line for a person.
  public var description: String { "expected \(wanted), found \(found)" }
}
