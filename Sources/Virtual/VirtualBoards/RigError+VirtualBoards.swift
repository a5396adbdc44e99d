import Errors

extension RigError {
  static func unknownPersonality(
    _ found: String, board: String, allowed: [String]
  ) -> RigError {
    RigError(
      .usage, "board \(board)",
      reason: "there is no virtual board of the personality \"\(found)\"; use "
        + allowed.joined(separator: " or "))
  }

  static func unknownMisbehaviour(
    of firmware: String, board: String, allowed: [String]
  ) -> RigError {
    RigError(
      .usage, "board \(board)",
      reason: "\(firmware) cannot misbehave in that way; it knows "
        + allowed.joined(separator: ", "))
  }
}
