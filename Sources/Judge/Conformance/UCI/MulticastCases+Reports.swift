import Journal
import RigFile
import Runner
import UCI
import UCIHost
import WireFormat

/// What reports and notifications tell of the controlees.
extension MulticastCases {
  static let air = Case.uci(
    "UM08", "controlees in reports",
    requirement: "A controlee that is added while a session ranges is reported from then on, also "
      + "in its next start, and one that is removed no more until it is added again.",
    source: "AOSP; pica", declared: RangingParameters.quickInterval * 12
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .active)
    try context.requireControlees(
      await context.nextReport(of: session).report, [0x0A02, 0x0A03], "the controlees at first")
    func change(
      _ action: UCIMulticastAction, _ address: UInt16, to controlees: [UInt16],
      _ done: String, _ told: String
    ) async throws {
      try await context.expectDone(action, [address], in: session, done)
      // The third round that began after now, for a change may wait for its block.
      session.discardRounds()
      _ = try await context.reports(2, of: session)
      try context.requireControlees(
        await context.nextReport(of: session).report, controlees, told)
    }
    try await change(
      .add, new, to: [0x0A02, 0x0A03, new], "a controlee is added",
      "the controlees when one was added")
    try await change(
      .remove, 0x0A02, to: [0x0A03, new], "a controlee is removed",
      "the controlees when one was removed")
    try await change(
      .add, 0x0A02, to: [0x0A02, 0x0A03, new], "a controlee that was removed is added again",
      "the controlees when one was added again")
    try await context.stop(session)
    try await context.restart(session)
    try context.requireControlees(
      await context.nextReport(of: session).report, [0x0A02, 0x0A03, new],
      "the controlees of the next start")
  }

  static let notified = Case.uci(
    "UM09", "the list is reported", .varies,
    requirement: "A change of the controlees of a session that ranges is notified, with the result "
      + "of each.",
    source: "AOSP; pica tells removals alone", parameters: ["ADD", "REMOVE"]
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .active)
    let isAdding = context.parameter == "ADD"
    let address: UInt16 = isAdding ? new : 0x0A03
    try await context.expect(
      .ok, for: session.multicast(isAdding ? .add : .remove, [address]), from: host,
      "the controlees of a session that ranges can be changed")
    let received = try await context.next(
      from: host, within: context.limits.uciResponse, "a change of the controlees is notified",
      expected: SessionUpdateControllerMulticastListNotification.name
    ) { session.multicastResults($0) != nil }
    let answer = MulticastAnswer(
      status: .ok, results: session.multicastResults(received.packet) ?? [])
    try context.requireDone(answer, [address], host, "the notified result of a change")
  }

  static let removal = Case.uci(
    "UM12", "the notification of a removal, byte for byte", .inferred,
    requirement: "A controlee that is removed while its session ranges is notified at most once, "
      + "with the session, its address and OK, also beside an older session.",
    source: "AOSP (SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF); pica"
  ) { context, host in
    try await context.needOneToMany(host)
    try await context.bystander(on: host)
    let session = try await context.oneToManySession(on: host, in: .active)
    let answer = try await context.whole(
      session.multicast(.remove, [0x0A03]).packet, from: host)
    let status = answer.response.status
    if let status { try context.needMulticast(status, host) }
    try context.require(.ok, is: status, host, "a controlee is removed from a session that ranges")
    // What else comes meanwhile, such as the state of the board, is none of it.
    let told = answer.others.filter {
      SessionUpdateControllerMulticastListNotification.isNamed(by: $0)
    }
    if told.isEmpty { throw CaseEnding.skip("the board notifies no removal, which UM09 judges") }
    let wanted = [MulticastResult(shortMAC: [0x03, 0x0A], status: .ok)]
    try context.require(
      told.count == 1 && told.first.flatMap { session.multicastResults($0) } == wanted,
      "what the removal of a controlee brings", expected: "its address and OK, once",
      got: told.map { Hexadecimal.encode($0.payload) }.joined(separator: ", "))
  }

  static let last = Case.uci(
    "UM10", "the last controlee leaves", .varies,
    requirement: "A session whose last controlee is removed while it ranges goes to IDLE, with the "
      + "reason ERROR_INVALID_NUM_OF_CONTROLEES.",
    source: "observed: pica"
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .active)
    session.forgetStates()
    try await context.expectDone(
      .remove, [0x0A02, 0x0A03], in: session, "all controlees are removed")
    try await context.expectState(
      .idle, of: session, after: "the last controlee has left", reason: .errorInvalidNumOfControlees
    )
  }

  static let mixed = Case.uci(
    "UM11", "controlees of which one is refused", .inferred,
    requirement:
      "Of several controlees in one command, each has a result of its own, the same in a "
      + "notification, and those with OK are in the session.",
    source: "AOSP (a status for each controlee)", declared: RangingParameters.quickInterval * 6
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .idle)
    let answer = try await context.updateMulticast(session, .add, [new, 0x0A03])
    try context.require(
      answer.result(of: 0x0A03) == .addressAlreadyPresent,
      "the result of a controlee that is there already",
      expected: UCIMulticastStatus.addressAlreadyPresent.name, got: answer.name(host))
    try context.require(
      answer.result(of: new) == .ok, "the result of a controlee beside one that is refused",
      expected: UCIMulticastStatus.ok.name, got: answer.name(host))
    try await context.start(session)
    try context.requireControlees(
      await context.nextReport(of: session).report, [0x0A02, 0x0A03, new],
      "the controlees of the session")
    let told = host.takePackets { session.multicastResults($0) != nil }
    for result in told.flatMap({ session.multicastResults($0.packet) ?? [] }) {
      try context.require(
        answer.results.contains(result), "what is notified of a controlee is its result",
        expected: answer.name(host),
        got: MulticastAnswer(status: answer.status, results: [result]).name(host))
    }
    for (action, controlees) in [
      (UCIMulticastAction.remove, [0x0A03]), (.add, [0x0A02, 0x0A03, new]),
    ] as [(UCIMulticastAction, [UInt16])] {
      try await context.expectDone(
        action, [0x0A02, new], in: session, "two controlees are changed with one command")
      session.discardRounds()
      // What was measured before may be under way.
      var report = try await context.nextReport(of: session).report
      for _ in 1...4 where !CaseContext.has(report, controlees) {
        report = try await context.nextReport(of: session).report
      }
      try context.requireControlees(
        report, controlees, "the controlees behind a change of two")
    }
  }
}
