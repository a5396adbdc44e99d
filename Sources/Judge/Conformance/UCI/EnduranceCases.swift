import Journal
import LabRuntime
import Runner
import UCI
import UCIHost

/// The same for a long time.
enum EnduranceCases {
  static let all: [Case] = [cycles, starts, drift]

  private static let cycleLimit = 1000
  private static let timeLimit = Duration.seconds(300)

  static let cycles = Case.uci(
    "UE01", "a thousand sessions",
    requirement: "A thousand sessions, or as many as five minutes allow, are made, configured and "
      + "ended one after the other, and none is left behind.",
    source: "AOSP; pica", declared: timeLimit
  ) { context, host in
    let end = context.lab.now.advanced(by: timeLimit)
    let tlvs = RangingParameters.quick().tlvs(dialect: host.dialect)
    var number = 0
    while number < cycleLimit, context.lab.now < end {
      number += 1
      let id = SessionID.first + UInt32(number)
      let made = try await context.expect(
        .ok, for: SessionInitCommand(sessionID: id, sessionType: .firaRanging), from: host,
        "session \(number) is made")
      let token = made.sessionHandle ?? id
      try await context.expect(
        .ok, for: SessionSetAppConfigCommand(sessionToken: token, tlvs: tlvs), from: host,
        "session \(number) is configured")
      try await context.expect(
        .ok, for: SessionDeinitCommand(sessionToken: token), from: host,
        "session \(number) is ended")
      guard number % 100 == 0 else { continue }
      _ = try await context.expectAlive(host, "the board answers after \(number) sessions")
      try await context.expectCount(0, on: host, "sessions that are left behind")
    }
    _ = try await context.expectAlive(host, "the board answers after \(number) sessions")
    try await context.expectCount(0, on: host, "sessions that are left behind")
    try context.measure("sessions made and ended", Double(number), unit: "sessions")
  }

  static let starts = Case.uci(
    "UE02", "start and stop a hundred times",
    requirement: "One session starts and stops a hundred times, and reports a round each time.",
    source: "AOSP; observed: DWM3001CDK (states of a session)",
    declared: RangingParameters.quickInterval * 200
  ) { context, host in
    let session = try await context.session(on: host, in: .idle)
    for number in 1...100 {
      session.discardRounds()
      session.forgetStates()
      try await context.expect(.ok, for: session.startCommand, from: host, "start \(number)")
      _ = try await context.nextReport(of: session, "a round is reported after start \(number)")
      try await context.expect(.ok, for: session.stopCommand, from: host, "stop \(number)")
    }
    _ = try await context.expectAlive(host, "the board answers after a hundred starts")
    try await context.expectState(.idle, asking: session, "the state after a hundred stops")
    try await context.expectCount(1, on: host, "sessions after a hundred starts")
  }

  private static let rounds = 500

  static let drift = Case.uci(
    "UE03", "range for a long time",
    requirement: "Five hundred rounds come without a gap, their mean interval is the one that "
      + "was configured, to a part in two hundred, and the session stops and starts then as ever.",
    source: "AOSP (RANGING_DURATION)", declared: RangingParameters.quickInterval * rounds
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    var first: LabInstant?
    for number in 0..<UInt32(rounds) {
      let (report, at) = try await context.nextReport(of: session)
      try context.requireEqual(report.sequenceNumber, number, "no round is left out")
      try context.requireControlees(report, [0x0A02], "the peer of each round")
      try context.requireNotHeard(report, host)
      guard let first else {
        first = at
        continue
      }
      guard number == UInt32(rounds - 1) else { continue }
      try context.measure(
        "mean interval of \(rounds) rounds",
        .schedule([(0, first), (Double(rounds - 1), at)], interval: 59.7...60.3) {
          ($0[1] - $0[0]) / Double(rounds - 1)
        }, limits: Event.Limits(min: 59.7, max: 60.3))
    }
    // Not every board counts them (UR11 says how).
    let count = try await host.attempt(session.countCommand)
    if count.status == .ok, let counted = count.count {
      try context.require(
        counted >= UInt32(rounds), "the number of rounds", expected: "at least \(rounds)",
        got: "\(counted)")
    }
    try await context.stop(session)
    try await context.restart(session)
    _ = try await context.nextReport(of: session, "a round is reported behind a late stop")
  }
}
