import Journal
import Runner
import UCI
import UCIHost

/// The effects of CORE_DEVICE_RESET in every state.
enum ResetStateCases {
  static let all: [Case] = [everywhere, again, told]

  static let everywhere = Case.uci(
    "UZ01", "reset in every state",
    requirement: "A device reset makes the board ready in every state, also where it is asked: no "
      + "session is left or told to be anything but DEINIT, and nothing is reported any more.",
    source: "observed: DWM3001CDK, pica; AOSP", tags: ["survival"],
    declared: RangingParameters.quickInterval * 5,
    parameters: ["absent", "INIT", "IDLE", "ACTIVE", "two-sessions", "five-sessions", "data"]
  ) { context, host in
    let sessions = try await sessions(context, host)
    _ = try await context.expectAlive(host, "the board answers before the reset")
    for session in sessions { session.forgetStates() }
    try await context.expect(
      .ok, for: CoreDeviceResetCommand(resetConfig: .uwbsReset), from: host,
      "a reset is carried out")
    try await context.expectTold(.ready, by: host, "the board is ready after a reset")
    let came = try await context.expectAlive(host, "the board answers after a reset")
    try await context.expectCount(0, on: host, "sessions after a reset")
    try await context.expectReady(asking: host, "DEVICE_STATE after a reset")
    for session in sessions {
      try await context.expectGone(session, "no session lives through a reset")
    }
    // Two rounds of each.
    let rest = RangingParameters.quickInterval * (sessions.count > 1 ? 4 : 2)
    let later = try await context.listen(to: host, for: rest)
    try context.requireNoRound(in: later, "nothing is reported after a reset")
    // One that says nothing of them is a finding (UZ03).
    for session in sessions {
      let told = (came + later).compactMap { session.status($0.packet)?.sessionState }.last
      try context.require(
        told == nil || told == .deinitialized, "what a session that a reset ends is told to be",
        expected: UCISessionState.deinitialized.name, got: told?.name ?? "nothing")
    }
  }

  private static func sessions(
    _ context: CaseContext, _ host: UCIHost
  ) async throws -> [UCISession] {
    switch context.parameter {
    case "INIT": return [try await context.session(on: host, in: .initial)]
    case "IDLE": return [try await context.session(on: host, in: .idle)]
    case "ACTIVE":
      let session = try await context.session(on: host, in: .active)
      _ = try await context.nextReport(of: session)
      return [session]
    case "two-sessions":
      let first = try await context.session(on: host, in: .active)
      let second = try await context.secondSession(beside: first)
      // Some range with one at a time, or configure none meanwhile.
      let parameters = context.besideAnother.tlvs(dialect: host.dialect)
      if try await host.attempt(second.setting(parameters)).status == .ok,
        try await host.attempt(second.startCommand).status == .ok
      {
        try await context.expectState(.active, of: second, after: SessionStartCommand.name)
      }
      return [first, second]
    case "five-sessions":
      let first = try await context.session(on: host, in: .active)
      var sessions = [first, try await context.secondSession(beside: first)]
      for id in SessionID.second + 1...SessionID.second + 3 {
        do throws(UCIHostError) { sessions.append(try await host.openSession(id: id)) } catch {
          // It holds fewer at once.
          guard error.code == .status else { throw error }
          return sessions
        }
      }
      return sessions
    case "data":
      let session = try await context.dataSession(on: host, in: .active)
      try await host.send(session.data([1, 2, 3], number: 1))
      return [session]
    default: return []
    }
  }

  static let again = Case.uci(
    "UZ02", "range after a reset",
    requirement: "After a reset in the middle of ranging, a session of the same id can be made, "
      + "which has nothing of the old one, and ranges from round 0.",
    source: "observed: DWM3001CDK, pica; AOSP", declared: RangingParameters.quickInterval * 3
  ) { context, host in
    let old = try await context.session(on: host, in: .active)
    _ = try await context.reports(2, of: old)
    try await host.reset()
    let response = try await context.expect(
      .ok, for: SessionInitCommand(sessionID: old.id, sessionType: .firaRanging), from: host,
      "the id of a session is free after a reset")
    let token = response.sessionHandle ?? old.id
    try await context.expectRefusal(
      of: SessionStartCommand(sessionToken: token), from: host,
      "a session that is made after a reset has no configuration of before")
    try await context.expect(
      .ok, for: SessionDeinitCommand(sessionToken: token), from: host, "a session is ended")
    let new = try await context.session(on: host, id: old.id)
    try await context.configure(new, .quick())
    try await context.start(new)
    let number = try await context.nextReport(of: new).report.sequenceNumber
    try context.requireEqual(number, 0, "the first round after a reset")
  }

  static let told = Case.uci(
    "UZ03", "sessions that a reset ends", .varies,
    requirement: "Each session that a reset ends is told to be DEINIT.",
    source: "observed: DWM3001CDK; pica says nothing of them"
  ) { context, host in
    let session = try await context.session(on: host, in: .idle)
    let came = try await host.reset()
    let states = came.compactMap { session.status($0.packet)?.sessionState }
    try context.require(
      states.contains(.deinitialized), "a session that a reset ends is told so",
      expected: UCISessionState.deinitialized.name,
      got: states.isEmpty ? "nothing of it" : states.map(\.name).joined(separator: ", "))
  }
}
