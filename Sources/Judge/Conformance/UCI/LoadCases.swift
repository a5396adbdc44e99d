import LabRuntime
import Runner
import UCI
import UCIHost
import WireFormat

/// Many packets, and packets at a bad moment.
enum LoadCases {
  static let all: [Case] = [random, whileRanging, many]

  static let random = Case.uci(
    "UX07", "random packets",
    requirement:
      "Random packets of the standard groups do not stop the board from answering.",
    source: "AOSP (every command is answered with a status)", tags: ["survival", "fuzz"]
  ) { context, host in
    var random = context.random("packets")
    let end = context.lab.now.advanced(by: FuzzCases.limit)
    var count = 0
    for batch in 1...10 where context.lab.now < end {
      let packets = (0..<50).map { _ in randomPacket(&random) }
      context.step("batch \(batch) of 50 random packets")
      var answers: [ReceivedPacket] = []
      do {
        _ = host.takePackets()
        for packet in packets { try await host.send(packet) }
        try await context.awaitAnswers(
          packets.count { $0.messageType == .command }, from: host, into: &answers)
        try await context.expectSurvival(host, "the board answers behind random packets")
      } catch {
        context.step("unanswered of batch \(batch): \(firstUnanswered(packets, answers))")
        throw error
      }
      count += packets.count
    }
    try context.measure("packets sent", Double(count), unit: "packets")
  }

  /// A command, now and then a response or notification.
  ///
  /// Left out is what may change a board for good or put it to sleep: device parameters, suspension,
  /// tests and the groups of vendors; and the reset.
  private static func randomPacket(_ random: inout LabRandom) -> UCIPacket {
    let types: [UCIMessageType] = [
      .command, .command, .command, .command, .response, .notification,
    ]
    let type = types[Int.random(in: 0..<types.count, using: &random)]
    let gid = UInt8.random(in: 0...5, using: &random)
    var oid = UInt8.random(in: 0...0x3F, using: &random)
    if Bool.random(using: &random) { oid &= 0x07 }
    if gid == 0, [0x00, 0x04, 0x06].contains(oid) { oid = 0x3F }
    let count = Int.random(in: 0...24, using: &random)
    let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    return UCIPacket(type, gid: gid, oid: oid, payload: payload)
  }

  /// The first command of a batch that was not answered: the one to look at.
  private static func firstUnanswered(
    _ packets: [UCIPacket], _ came: [ReceivedPacket]
  ) -> String {
    var answers = came.filter { $0.packet.messageType == .response }[...]
    for command in packets where command.messageType == .command {
      guard let answer = answers.first?.packet, answer.gid == command.gid,
        answer.oid == command.oid
      else { return Hexadecimal.encode(command.bytes) }
      answers = answers.dropFirst()
    }
    return "none"
  }

  static let whileRanging = Case.uci(
    "UX08", "device information while ranging",
    requirement:
      "Device information is given while a session ranges, and the session goes on at its "
      + "interval, as it does behind every other command that does not stop it: questions, a start, "
      + "and what is not known.",
    source: "AOSP; observed: DWM3001CDK (pica ends its process)", tags: ["survival"],
    declared: RangingParameters.quickInterval * 22
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    func goesOn(_ command: String) async throws {
      // What was on its way is older than the answer.
      _ = try await context.expectAlive(host, "the board answers behind \(command)")
      session.discardRounds()
      _ = try await context.nextReport(of: session, "the session goes on behind \(command)")
    }
    try await context.expect(
      .ok, for: CoreGetDeviceInfoCommand(), from: host,
      "device information is given while a session ranges")
    try await goesOn(CoreGetDeviceInfoCommand.name)
    let mode = try await host.attempt(CoreGetConfigCommand(ids: [.lowPowerMode]))
    try await goesOn(CoreGetConfigCommand.name)
    if mode.status == .ok, let tlvs = mode.tlvs {
      _ = try await host.attempt(CoreSetConfigCommand(tlvs: tlvs))
      try await goesOn(CoreSetConfigCommand.name)
    }
    let answered = [
      CoreGetCapsInfoCommand().packet, SessionGetCountCommand().packet,
      session.stateCommand.packet, session.getting([.rangingDuration]).packet,
      session.countCommand.packet, session.startCommand.packet,
    ]
    for command in answered {
      _ = try await host.exchange(command)
      try await goesOn(command.opcodeName(vendor: host.dialect.vendor))
    }
    // Whether these are answered is for other cases.
    let unusual = [
      ("an unknown opcode", UCIPacket(.command, gid: CoreGetCapsInfoCommand.gid, oid: 0x3A)),
      (
        "\(SessionGetStateCommand.name) without a session",
        UCIPacket(.command, gid: SessionGetStateCommand.gid, oid: SessionGetStateCommand.oid)
      ),
    ]
    for (name, command) in unusual {
      try await host.send(command)
      try await goesOn(name)
    }
    try await expectEveryRound(of: session, context, host)
  }

  /// Asserts that no round is left out or put off while commands come at every moment of a round.
  private static func expectEveryRound(
    of session: UCISession, _ context: CaseContext, _ host: UCIHost
  ) async throws {
    session.discardRounds()
    var reports = [try await context.nextReport(of: session)]
    func note(_ came: [ReceivedPacket]) {
      for received in came where received.packet.isReport {
        let report = try? SessionInfoNotification(packet: received.packet, dialect: host.dialect)
        if let report { reports.append((report, received.at)) }
      }
    }
    for _ in 1...20 {
      _ = try await host.attempt(SessionGetCountCommand())
      note(try await context.listen(to: host, for: .milliseconds(7)))
    }
    reports += try await context.reports(2, of: session)
    try context.requireNumbers(
      of: reports, from: reports[0].report.sequenceNumber, "no round is left out among commands",
      expected: "\(reports.count) numbers in a row")
    try context.measureInterval(
      of: reports, "interval of rounds among commands", expected: 60, tolerance: 0.25)
  }

  static let many = Case.uci(
    "UX09", "many commands",
    requirement: "A hundred and twenty commands, one after the other, are all answered.",
    source: "AOSP (every command is answered)", tags: ["survival"]
  ) { context, host in
    var answers = 0
    for _ in 1...120 where try await host.attempt(SessionGetCountCommand()).status == .ok {
      answers += 1
    }
    try context.require(
      answers == 120, "every command is carried out", expected: "120 answers OK", got: "\(answers)")
  }
}
