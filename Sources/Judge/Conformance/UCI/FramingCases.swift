import Journal
import Runner
import UCI
import UCIHost

enum FramingCases {
  static let all: [Case] = [
    everySplit, singleBytes, emptySegment, dataBetween, mixed, unfinished,
  ]

  /// A configuration in one packet, which the board must take before another way of writing it can
  /// be judged; a question about its parameters where the board configures a session only once.
  static func taken(
    _ list: [AppConfigParameter], by session: UCISession, _ context: CaseContext
  ) async throws -> UCIPacket {
    let command = session.setting(list)
    let names = list.count == 1 ? list[0].id.name : "a configuration"
    let response = try await session.host.attempt(command)
    if response.status == .rejected,
      try await context.isConfiguredOnce(session, besides: list.map(\.id))
    {
      let question = session.getting(list.map(\.id))
      try await context.expect(
        .ok, for: question, from: session.host,
        "the prerequisite: the board itself tells \(names), asked in one packet")
      return question.packet
    }
    try context.require(
      .ok, is: response.status, session.host,
      "the prerequisite: the board itself takes \(names), whole, of a session that is configured")
    return command.packet
  }

  /// A short command that changes something and that the board takes any number of times.
  static func command(_ context: CaseContext, _ host: UCIHost) async throws -> UCIPacket {
    let session = try await context.configuredSession(on: host)
    return try await taken([AppConfigParameter(.slotDuration, 2400)], by: session, context)
  }

  static let everySplit = Case.uci(
    "UF01", "a command in two segments, cut everywhere",
    requirement: "A command in two segments is put together wherever it was cut.",
    source: "AOSP (segmentation); observed: pica"
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let command = try await taken(context.complete(on: host), by: session, context)
    for place in 1..<command.payload.count {
      let subject = "a command that is cut behind \(place) bytes"
      let answer = try await context.answer(
        to: command, inWrites: command.segments(splitAt: place), from: host,
        "\(subject) is answered")
      try context.require(.ok, is: answer.status, host, "\(subject) is taken")
    }
    try await context.fence(host, "each command in two segments is answered once") { $0.isState }
  }

  static let singleBytes = Case.uci(
    "UF02", "a command in segments of one byte",
    requirement: "A command whose segments hold one byte each is put together.",
    source: "AOSP (segmentation)"
  ) { context, host in
    let command = try await command(context, host)
    let last = command.payload.count - 1
    let segments = command.payload.enumerated().map { place, byte in
      command.segment([byte], more: place < last)
    }
    try await context.expectTaken(
      command, inWrites: segments, by: host, "a command in segments of one byte")
  }

  static let emptySegment = Case.uci(
    "UF03", "a segment without payload", .inferred,
    requirement: "A segment without payload adds nothing to its message, wherever it stands.",
    source: "AOSP (segmentation)", parameters: ["first", "middle", "last"]
  ) { context, host in
    let command = try await command(context, host)
    var segments = [
      command.segment(command.payload.prefix(6), more: true),
      command.segment(command.payload.dropFirst(6), more: context.parameter == "last"),
    ]
    let empty = command.segment([], more: context.parameter != "last")
    let places = ["first": 0, "middle": 1]
    segments.insert(empty, at: places[context.parameter] ?? 2)
    try await context.expectTaken(
      command, inWrites: segments, by: host, "a command with an empty segment")
  }

  static let dataBetween = Case.uci(
    "UF04", "data between the segments of a command", .inferred,
    requirement: "A data packet between the segments of a command is none of its segments; a board "
      + "without data may lose the command with it, and lives.",
    source:
      "AOSP (data and control messages are put together apart); read: DWM3001CDK (the fourth byte "
      + "of a data packet is taken for its length)"
  ) { context, host in
    // Before there is a session: a board may have room for one alone.
    let takesData = try await context.takesData(host)
    let command = try await command(context, host)
    let data = DataMessageSnd(
      sessionToken: SessionID.absent, destMAC: [1, 0, 0, 0, 0, 0, 0, 0], sequenceNumber: 0,
      appData: [0xAA])
    var writes = command.segments(splitAt: 5)
    writes.insert(data.packet.bytes, at: 1)
    guard takesData else {
      for write in writes { try await host.sendRaw(write) }
      let came = try await context.expectSurvival(host, "the board answers behind data in between")
      // Some want a command again first, and have not taken it then.
      let answer = came.first { $0.packet.answers(command) && !$0.packet.isRetryRequest }?.packet
      return try context.require(
        answer?.status ?? .ok == .ok, "a command with data in between is taken, or lost whole",
        expected: "OK, or no answer", got: answer?.status?.name(host) ?? "no answer")
    }
    let answer = try await context.answer(
      to: command, inWrites: writes, from: host, "a command with data in between is answered")
    try context.require(.ok, is: answer.status, host, "a command with data in between is taken")
    try await context.expectAlive(host, "the board answers behind data in between")
  }

  static let mixed = Case.uci(
    "UF05", "segments of two commands, mixed", .inferred,
    requirement: "Segments of two commands that are mixed are not carried out as commands.",
    source: "AOSP (another message inside an unfinished one makes it invalid)",
    tags: ["survival", "malformed"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let first = try await taken(
      [AppConfigParameter(.slotDuration, 2400)], by: session, context)
    let second = session.getting([.slotDuration]).packet
    _ = host.takePackets()
    let (one, two) = (first.segments(splitAt: 6), second.segments(splitAt: 4))
    for segment in [one[0], two[0], one[1], two[1]] { try await host.sendRaw(segment) }
    let came = try await context.expectSurvival(host, "the board answers behind mixed segments")
    let done = came.filter {
      ($0.packet.answers(first) || $0.packet.answers(second)) && $0.packet.status == .ok
    }
    try context.require(
      done.isEmpty, "mixed segments are no commands", expected: "no answer OK",
      got: CaseContext.names(done, host))
  }

  static let unfinished = Case.uci(
    "UF06", "a reset behind an unfinished command",
    requirement: "A device reset behind the first segment of a command is carried out.",
    source: "AOSP (another message inside an unfinished one makes it invalid)",
    tags: ["survival", "malformed"]
  ) { context, host in
    let session = try await context.session(on: host)
    try await host.sendRaw(session.setting(.slotDuration, 2400).packet.segments(splitAt: 6)[0])
    _ = host.takePackets()
    let reset = CoreDeviceResetCommand(resetConfig: .uwbsReset).packet
    let answer = try await context.answer(
      to: reset, inWrites: [reset.bytes], from: host,
      "a reset behind an unfinished command is answered")
    try context.require(
      .ok, is: answer.status, host, "a reset behind an unfinished command is carried out")
    // A board may be away for a moment after a reset: this one waits until it is back.
    try await host.reset()
    try await context.expectGone(session, "no session lives through the reset")
  }
}
