import Journal
import Runner
import UCI
import UCIHost

/// A board to which nobody speaks for a while.
enum QuietCases {
  static let all: [Case] = [leftAlone]

  static let leftAlone = Case.uci(
    "UC30", "five seconds without a command", .inferred,
    requirement: "A board that is left alone for five seconds answers the next command, and a "
      + "session that was configured before ranges.",
    source: "AOSP (every command is answered); the time is the rig's",
    declared: .seconds(5) + RangingParameters.quickInterval
  ) { context, host in
    let session = try await context.session(on: host, in: .idle)
    _ = try await context.listen(to: host, for: .seconds(5))
    try await context.expectState(
      .idle, asking: session, "the state of a session that was left alone")
    try await context.start(session)
    _ = try await context.nextReport(of: session)
  }
}
