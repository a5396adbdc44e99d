public import WireFormat

/// A blob that can be read but breaks a rule of its receiver; a value, because the receiver goes on.
public struct RuleViolation: Hashable, Sendable, CustomStringConvertible {
  /// How serious the receiver takes the rule.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    case ignore
    /// Told, and the blob is accepted.
    case warn
    case reject
  }

  /// The rule, such as `update-rate`.
  public let rule: String
  /// How serious it is.
  public var severity = Severity.reject
  /// The field, by the name that the specification's users give it.
  public let field: String
  /// Offset of the field in bytes from the start of the blob.
  public let offset: Int
  /// The value that was found, in words.
  public let found: String
  /// The allowed values, in words.
  public let allowed: String

  /// One line for a person.
  public var description: String {
    "\(field) at byte \(offset): expected \(allowed), got \(found) (rule \(rule))"
  }
}

extension RuleViolation {
  /// A blob that cannot even be read.
  public init(_ error: WireError) {
    self.init(
      rule: "layout", field: error.field, offset: error.offset, found: error.found,
      allowed: error.allowed)
  }
}
