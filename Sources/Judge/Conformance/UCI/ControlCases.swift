import Journal
import Runner
import UCI
import UCIHost

enum ControlCases {
  static let all: [Case] = [
    unconfigured, start, startTwice, stop, stopIdle, again, limit,
  ]

  static let unconfigured = Case.uci(
    "US17", "start a session without configuration",
    requirement: "A session that is not configured does not start.",
    source: "observed: DWM3001CDK, which answers ERROR_SESSION_NOT_CONFIGURED; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expectRefusal(
      of: session.startCommand, from: host, "a session without configuration does not start")
    let state = try await session.state()
    try context.require(
      state != .active, "the state after a refused start", expected: "not ACTIVE",
      got: state?.name ?? "no state")
  }

  static let start = Case.uci(
    "UR01", "start ranging",
    requirement: "The start of a configured session is answered with OK, the board says that the "
      + "session is ACTIVE, and rounds are reported.",
    source: "observed: DWM3001CDK, pica; AOSP", declared: RangingParameters.blockInterval
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    try await context.start(session)
    _ = try await context.nextReport(from: host)
  }

  static let startTwice = Case.uci(
    "US18", "start a session that ranges", .inferred,
    requirement: "The start of a session that ranges is refused, and the session goes on with the "
      + "next round.",
    source: "observed: pica; AOSP", declared: RangingParameters.blockInterval * 4
  ) { context, host in
    let session = try await context.rangingSession(on: host)
    var reports = try await context.reports(2, of: session)
    try await context.expectRefusal(
      of: session.startCommand, from: host, "a session that ranges does not start again")
    try await context.expectState(.active, asking: session, "the state after a second start")
    reports += try await context.reports(2, of: session)
    try context.requireNumbers(
      of: reports, "rounds around a second start", expected: "0, 1, 2, 3")
  }

  static let stop = Case.uci(
    "UR02", "stop ranging",
    requirement: "The stop of a session is answered with OK, the board says that the session is "
      + "IDLE, and reports nothing more.",
    source: "observed: DWM3001CDK, pica; AOSP", declared: RangingParameters.blockInterval * 3
  ) { context, host in
    let session = try await context.rangingSession(on: host)
    _ = try await context.nextReport(from: host)
    let idle = try await context.stop(session)
    // Two rounds would fit in here.
    var later = try await context.listen(to: host, for: RangingParameters.blockInterval * 2)
    later += try await context.expectAlive(host, "the board answers after a stop")
    try context.requireNoRound(
      in: later.filter { $0.at > idle.at }, "a stopped session reports nothing",
      expected: "no round after IDLE")
  }

  static let stopIdle = Case.uci(
    "US19", "stop a session that does not range",
    requirement: "The stop of a session that does not range is refused.",
    source: "observed: DWM3001CDK and pica, with different statuses"
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    try await context.expectRefusal(
      of: session.stopCommand, from: host, "a session that does not range cannot be stopped")
  }

  static let again = Case.uci(
    "UR03", "start again",
    requirement:
      "A session that was stopped starts again, reports rounds with its peer at the interval that it "
      + "was configured with, and reads as it was configured.",
    source: "observed: DWM3001CDK, pica (states of a session)",
    declared: RangingParameters.blockInterval * 5
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let before = try await context.read(ConfigurationCases.readable, of: session)
    try await context.start(session)
    _ = try await context.nextReport(from: host)
    try await context.stop(session)
    try await context.restart(session)
    let reports = try await context.reports(
      4, from: host, "rounds are reported after the second start")
    try context.measureInterval(
      of: reports, "interval after the second start", expected: 100)
    for (report, _) in reports where !report.measurements.isEmpty {
      try context.requireControlees(
        report, [0x0A02], "the peer in reports after the second start")
    }
    try await context.stop(session)
    let after = try await context.read(ConfigurationCases.readable, of: session)
    for (id, value) in before {
      try context.requireBytes(
        after.first { $0.id == id }?.value, value, "\(id.name) reads as before the start")
    }
  }

  static let limit = Case.uci(
    "UR04", "a limited number of rounds", .inferred,
    requirement: "A session with MAX_NUMBER_OF_MEASUREMENTS goes to IDLE by itself after as many "
      + "rounds, each time that it is started, and the device is READY then; without the limit it "
      + "ranges on.",
    source: "AOSP; observed: DWM3001CDK, pica (READY when the last session has stopped)",
    declared: RangingParameters.blockInterval * 12
  ) { context, host in
    let parameters = RangingParameters.lonely { $0.maximumMeasurements = 3 }
    let session = try await context.configuredSession(on: host, parameters)
    for start in ["first", "second"] {
      session.forgetStates()
      try await context.start(session)
      // The IDLE of a configuration may be told late. That of the limit has a reason of its own, and has
      // come already where this computer is late.
      _ = host.takePackets {
        session.status($0)?.reasonCode == .stateChangeWithSessionManagementCommands
      }
      _ = try await context.reports(3, from: host)
      try await context.expectState(
        .idle, of: session, after: "3 rounds", reason: .maxNumberOfMeasurementsReached)
      try await context.expectTold(.ready, by: host, "the device is READY behind a limit")
      try await context.expectReady(asking: host, "DEVICE_STATE behind a limit")
      let more = host.takePackets().count { $0.packet.isReport }
      try context.require(
        more == 0, "no round is reported beyond the limit", expected: "3 rounds",
        got: "\(3 + more) rounds")
      try await context.expectState(.idle, asking: session, "the state of a session at its limit")
      try await context.expectRefusal(
        of: session.stopCommand, from: host, "a session at its limit is not stopped")
      guard start == "first" else { break }
      // A board may begin to count anew when the session ends, or not count at all.
      let count = try await host.attempt(session.countCommand)
      guard count.status == .ok, let rounds = count.count, rounds > 0 else { continue }
      try context.requireEqual(rounds, 3, "the number of rounds at the limit")
    }
    guard try await session.takes(.maxNumberOfMeasurements, 0) else { return }
    try await context.restart(session)
    _ = try await context.reports(5, of: session, "a session without limit ranges on")
    try await context.stop(session)
  }
}
