public import WireFormat

/// A blob that can be read but breaks a rule of its receiver; a value, because the receiver goes on.
public struct RuleViolation: Hashable, Sendable, CustomStringConvertible {
  /// How serious the receiver takes the rule.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Not looked at.
    case ignore
    /// Told, and the blob is accepted.
    case warn
    /// The blob is refused.
    case reject
  }

  /// The rule, such as `update-rate`.
  public let rule: String
  /// How serious it is.
  public let severity: Severity
  /// The field, by the name that the specification's users give it.
  public let field: String
  /// Offset of the field in bytes from the start of the blob.
  public let offset: Int
  /// What was found, in words.
  public let found: String
  /// What would have been allowed, in words.
  public let allowed: String

  /// A violation.
  public init(
    rule: String, severity: Severity = .reject, field: String, offset: Int, found: String,
    allowed: String
  ) {
    self.rule = rule
    self.severity = severity
    self.field = field
    self.offset = offset
    self.found = found
    self.allowed = allowed
  }

  /// A blob that cannot even be read.
  public init(_ error: WireError) {
    self.init(
      rule: "layout", field: error.field, offset: error.offset, found: error.found,
      allowed: error.allowed)
  }

  /// One line for a person.
  public var description: String {
    "\(field) at byte \(offset): found \(found), allowed \(allowed) (rule \(rule))"
  }
}
