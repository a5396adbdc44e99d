import Journal
import LabRuntime
import Runner
import UCI
import UCIHost

/// Sessions that are to start at a time of their own.
enum InitiationCases {
  static let all: [Case] = [later, past, beside]

  private static let delay: UInt64 = 600

  static let later = Case.uci(
    "UR34", "a start that waits", .inferred,
    requirement: "A session with UWB_INITIATION_TIME has no round before that time: in FiRa 1.x "
      + "milliseconds after the start, in FiRa 2.x microseconds of the board's own clock. It can "
      + "be stopped before, and has none then.",
    source: "AOSP (UWB_INITIATION_TIME, CORE_QUERY_UWBS_TIMESTAMP)",
    declared: .milliseconds(1_700)
  ) { context, host in
    try await context.need(.uwbInitiationTime, "start at a time", from: host)
    let session = try await context.session(on: host)
    let pace = try await pace(of: session, context)
    let wait = delay + 2 * pace
    let time = try await moment(after: wait, context, host)
    let began = context.lab.now
    try await context.configure(session, .quick { $0.initiationTime = time })
    try await context.start(session)
    let first = try await context.nextReport(of: session, "a session that waited has a round").at
    // The board read its clock before `began`, and its clock is not ours; where it counts from the
    // start, two answers come before.
    try context.measure(
      "time to the first round", .span(from: began, to: first),
      // Two rounds, and half a second for what a board does at a start.
      limits: Event.Limits(
        min: Double(wait - pace) - 50, max: Double(wait + 2 * pace) + 620))
    try await context.stop(session)
    let size = host.dialect.version == .fira1 ? 4 : 8
    let (response, again) = try await context.set(
      AppConfigParameter(
        .uwbInitiationTime, try await moment(after: wait + pace, context, host), size: size),
      of: session)
    try context.require(.ok, is: response.status, host, "another time of start is taken")
    again.discardRounds()
    try await context.start(again)
    try await context.stop(again)
    // Rounds of the first start may be under way.
    let early = context.lab.now.advanced(by: .milliseconds(wait / 2))
    let late = try await context.listen(
      to: host, for: .milliseconds(wait) + RangingParameters.quickInterval * 3)
    try context.requireNoRound(
      in: late.filter { $0.at > early }, "a session that was stopped before its time has no round")
  }

  static let past = Case.uci(
    "UR35", "a start in the past", .inferred,
    requirement: "In FiRa 2.x a session whose UWB_INITIATION_TIME is over does not start.",
    source: "AOSP (ERROR_UWB_INITIATION_TIME_TOO_OLD)",
    declared: RangingParameters.quickInterval
  ) { context, host in
    guard host.dialect.version == .fira2 else {
      throw CaseEnding.skip("\(host.name) speaks FiRa 1.x, which counts from the start")
    }
    try await context.need(.uwbInitiationTime, "start at a time", from: host)
    // A round that was is proof that the board's clock is beyond its first microsecond.
    let ranged = try await context.session(on: host, in: .active)
    _ = try await context.nextReport(of: ranged)
    try await context.stop(ranged)
    let parameter = AppConfigParameter(.uwbInitiationTime, 1, size: 8)
    let (response, session) = try await context.set(parameter, of: ranged)
    try context.require(.ok, is: response.status, host, "a time of start is taken")
    try await context.expect(
      .errorUWBInitiationTimeTooOld, for: session.startCommand, from: host,
      "a session does not start in the past")
    try await context.expectState(
      .idle, asking: session, "the state of a session that did not start")
  }

  static let beside = Case.uci(
    "UR39", "starts that wait, side by side", .inferred,
    requirement:
      "Of two sessions that wait for their UWB_INITIATION_TIME each has its own: the one "
      + "with the nearer time has its rounds from then on, while the other waits and has none.",
    source: "AOSP (UWB_INITIATION_TIME, a parameter of a session)", declared: .seconds(1)
  ) { context, host in
    try await context.need(.uwbInitiationTime, "start at a time", from: host)
    let near = try await context.session(on: host)
    let far = try await context.secondSession(beside: near)
    let wait = delay + 3 * (try await pace(of: near, context))
    let late = try await moment(after: wait * 5, context, host)
    try await context.configure(
      far,
      .quick {
        $0.peerAddresses = [0x0A03]
        $0.preambleCode = 11
        $0.initiationTime = late
      })
    let early = try await moment(after: wait, context, host)
    try await context.configure(near, .quick { $0.initiationTime = early })
    for session in [near, far] {
      _ = try await context.expectState(.idle, of: session, after: SessionSetAppConfigCommand.name)
    }
    let began = context.lab.now
    try await context.start(near)
    try await context.startBeside(far)
    let last = try await context.reports(
      5, of: near, "a session ranges from its time on, while another waits for its own"
    ).last?.at
    try context.measure(
      "time to the fifth round", .span(from: began, to: last ?? context.lab.now),
      limits: Event.Limits(max: Double(wait) + 620 + 4 * 60))
    try context.requireNoRound(
      in: host.takePackets { far.reports($0) },
      "a session has no round before its time, while another ranges")
    for session in [far, near] { try await context.stop(session) }
  }

  /// The milliseconds that a board takes for an answer, some of which lie between its clock, as it is read,
  /// and the start.
  private static func pace(of session: UCISession, _ context: CaseContext) async throws -> UInt64 {
    let asked = context.lab.now
    try await context.expectState(.initial, asking: session, "the state of a new session")
    return UInt64(asked.duration(to: context.lab.now).wholeMilliseconds)
  }

  /// A value of UWB_INITIATION_TIME: some milliseconds from now.
  private static func moment(
    after delay: UInt64, _ context: CaseContext, _ host: UCIHost
  ) async throws -> UInt64 {
    host.dialect.version == .fira1 ? delay : try await clock(context, host) + delay * 1000
  }

  /// The board's own clock, in microseconds; a board that does not tell skips the case.
  private static func clock(_ context: CaseContext, _ host: UCIHost) async throws -> UInt64 {
    do throws(UCIHostError) {
      return try await host.call(CoreQueryUWBSTimestampCommand()).timestamp ?? 0
    } catch {
      guard error.code == .status || error.code == .malformed else { throw error }
      throw CaseEnding.skip("\(host.name) does not tell its clock: \(error)")
    }
  }
}
