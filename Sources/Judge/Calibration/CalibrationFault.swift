/// Why boards were not calibrated.
package struct CalibrationFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  package enum Code: String, Codable, CaseIterable, Sendable {
    /// The board answers no question for its delay.
    case noKey = "no-key"
    /// The board has the delay zero.
    case noDelay = "no-delay"
    /// What is measured cannot tell the boards apart.
    case unsolvable
    /// Two boards do not hear each other well enough.
    case noRanges = "no-ranges"
    /// The board measures no angles.
    case noAngles = "no-angles"
    /// Ranges move while nobody does.
    case drifting
    /// Ranges fall into two groups.
    case twoModes = "two-modes"
    /// The delay that is needed is further away than boards are wrong by.
    case outOfBounds = "out-of-bounds"
    /// The board refuses the value, or stores another.
    case notTaken = "not-taken"
    /// The value is stored, and ranges stay as they are.
    case noEffect = "no-effect"
    /// Ranges move the other way, or by another amount.
    case otherSlope = "other-slope"
    /// The value does not outlive a power cut.
    case notKept = "not-kept"
    /// What is left did not get small enough.
    case notConverged = "not-converged"
    /// At another distance the boards are wrong again.
    case notConfirmed = "not-confirmed"
    /// The board or its link failed meanwhile.
    case failed
    /// It was interrupted.
    case interrupted
  }

  package let code: Code
  /// The board, or the boards.
  package let board: String
  package let reason: String
  package let advice: String

  package init(_ code: Code, _ board: String, _ reason: String, advice: String = "") {
    self.code = code
    self.board = board
    self.reason = reason
    self.advice = advice
  }

  /// One line for a person.
  package var description: String {
    advice.isEmpty ? "\(board): \(reason)" : "\(board): \(reason). \(advice)"
  }

  /// Whether the board is at fault, not the bench.
  package var isOfBoard: Bool {
    switch code {
    case .unsolvable, .noRanges, .drifting, .failed, .interrupted: false
    default: true
    }
  }
}
