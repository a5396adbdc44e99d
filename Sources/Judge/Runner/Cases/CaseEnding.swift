public import Journal

/// How the body of a case ends before its last line.
public enum CaseEnding: Error, Hashable, Sendable {
  /// An assertion did not hold. `wedged` overrides the class: the device no longer answers at all.
  case violation(reason: String, wedged: Bool)
  /// It could not be decided.
  case inconclusive(String)
  /// It could not be decided, because the machine kept the rig from its work: another attempt may.
  case heldUp(String)
  /// The rig or the case is at fault.
  case rigFault(String)
  /// The rig turned out not to have what the case needs.
  case skip(String)
}

/// A verdict with its reason.
public struct Judgement: Hashable, Sendable {
  /// The verdict.
  public var verdict: Verdict
  /// Why; empty for a plain PASS.
  public var reason: String
  /// Whether the machine kept the rig from deciding it, so that another attempt is one of the rig's.
  public var wasHeldUp: Bool

  /// A verdict and its reason.
  public init(_ verdict: Verdict, _ reason: String = "", wasHeldUp: Bool = false) {
    self.verdict = verdict
    self.reason = reason
    self.wasHeldUp = wasHeldUp
  }

  /// Whether the end of the run, or of the suite, has ended the case in the middle.
  var isCutOff: Bool {
    verdict == .inconclusive && StopReason.explains(inconclusive: reason)
  }

  /// Whether a time limit of the run or of the suite kept the case from its verdict.
  var isOutOfTime: Bool {
    [.skip, .inconclusive].contains(verdict) && StopReason.isTimeLimit(reason)
  }
}

extension Case {
  /// The verdict when a requirement of this class was broken.
  func judgement(ofViolation reason: String, wedged: Bool) -> Judgement {
    caseClass == .varies && !wedged ? Judgement(.finding, reason) : Judgement(.fail, reason)
  }
}
