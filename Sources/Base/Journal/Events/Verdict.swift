/// The outcome of one instance of a case.
public enum Verdict: String, Codable, Sendable, Hashable, CaseIterable {
  /// Every assertion held, and at least one was on something received from the device under test.
  case pass = "PASS"
  /// The device broke the requirement.
  case fail = "FAIL"
  /// The rig or the case is at fault.
  case error = "ERROR"
  /// It could not be decided.
  case inconclusive = "INCONCLUSIVE"
  case flaky = "FLAKY"
  /// Implementations legitimately differ: what was observed.
  case finding = "FINDING"
  /// The rig does not meet a requirement, or the feature is not claimed.
  case skip = "SKIP"

  /// Whether the instance did not do what it should, or nothing can be said of it.
  public var isBad: Bool { [.fail, .error, .inconclusive].contains(self) }
}

/// How firmly a requirement stands, which decides the verdict of a violation.
public enum CaseClass: String, Codable, Sendable, Hashable, CaseIterable {
  /// A document demands it.
  case required
  /// It follows from documents and from how peers behave, though no sentence says so.
  case inferred
  /// Implementations legitimately differ.
  case varies
}

/// Which way bytes went, seen from the rig.
public enum Direction: String, Codable, Sendable, Hashable, CaseIterable {
  case `in`
  case out
}
