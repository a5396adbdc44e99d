import Journal
import Runner
import UCI
import UCIHost
import WireFormat

enum ConfigurationCases {
  static let all: [Case] = [
    complete, states, incomplete, readBack, count, unknown, channel, whileActive,
  ]

  static let complete = Case.uci(
    "US09", "configure a session",
    requirement: "A complete configuration is answered with OK, and the session goes to the state "
      + "IDLE.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expect(
      .ok, for: session.setting(RangingParameters.lonely().tlvs(dialect: host.dialect)), from: host,
      "a complete configuration is taken")
    try await context.expectState(.idle, of: session, after: SessionSetAppConfigCommand.name)
  }

  static let states = Case.uci(
    "US10", "ask for the state of a session",
    requirement: "The state of a session is INIT when it is made and IDLE when it is configured.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expectState(.initial, asking: session, "the state of a new session")
    try await session.configure(.lonely())
    try await context.expectState(.idle, asking: session, "the state of a configured session")
  }

  static let incomplete = Case.uci(
    "US11", "configure a session in part", .varies,
    requirement: "A configuration that lacks parameters is taken, and the session stays in the "
      + "state INIT.",
    source: "observed: DWM3001CDK; pica rejects it instead"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expect(
      .ok, for: session.setting(.channelNumber, 9), from: host,
      "an incomplete configuration is taken")
    try await context.expectState(
      .initial, asking: session, "the state after an incomplete configuration")
  }

  /// Parameters that read as they were set.
  static let readable: [AppConfigID] = [
    .channelNumber, .preambleCodeIndex, .slotDuration, .rangingDuration, .slotsPerRR,
    .deviceMACAddress, .rframeConfig, .sfdID,
  ]

  static let readBack = Case.uci(
    "US12", "read a parameter back",
    requirement: "An application parameter that was set reads as it was set.",
    source: "AOSP; observed: pica", parameters: readable.map(\.name)
  ) { context, host in
    let id = try context.choice(readable, named: \.name)
    let parameters = context.isolated(.lonely())
    let session = try await context.configuredSession(on: host, parameters)
    let set = parameters.tlvs(dialect: host.dialect).first { $0.id == id }?.value ?? []
    try await context.expectValue(
      AppConfigParameter(id, set), of: session, "\(id.name) reads as it was set",
      asking: "an application parameter can be read")
  }

  static let count = Case.uci(
    "US13", "the count in the answer to a configuration",
    requirement:
      "The answer OK to a configuration counts the parameters that were refused, none; a "
      + "refusal counts them, or has its status alone. One that completes the parameters leads to "
      + "IDLE, which is told.",
    source: "AOSP; observed: DWM3001CDK"
  ) { context, host in
    let session = try await context.session(on: host)
    let command = session.setting(.channelNumber, 9)
    let answer = try await host.exchange(command.packet).packet.payload
    let isRefusal = answer.first != UCIStatus.ok.rawValue
    try context.require(
      answer.count >= (isRefusal ? 1 : 2), "the answer to a configuration has a count",
      expected: "a status and a count", got: Hexadecimal.encode(answer))
    if !isRefusal {
      try context.require(
        answer == [0, 0], "the count of an answer OK", expected: "0000",
        got: Hexadecimal.encode(answer))
      // Whether a part of the parameters is enough is for US11.
      guard try await session.state() == .initial else { return }
      session.forgetStates()
      try await context.expectTaken(by: session, "the rest of a configuration is taken")
      try await context.expectState(.idle, of: session, after: SessionSetAppConfigCommand.name)
    }
  }

  static let unknown = Case.uci(
    "US14", "an unknown application parameter", .inferred,
    requirement: "An application parameter that does not exist is answered with INVALID_PARAM, and "
      + "named, twelve times too, and the next good configuration is taken.",
    source: "AOSP; observed: pica on values that it does not take"
  ) { context, host in
    try await expectNamed(
      AppConfigParameter(AppConfigID(rawValue: 0x9E), [1]), context, host,
      "an unknown parameter is refused")
  }

  static let channel = Case.uci(
    "US15", "a channel that does not exist", .inferred,
    requirement: "A channel that does not exist is answered with INVALID_PARAM or INVALID_RANGE, "
      + "and named, twelve times too, and the next good one is taken.",
    source: "observed: pica; AOSP"
  ) { context, host in
    try await expectNamed(
      AppConfigParameter(.channelNumber, 7), with: [.invalidParam, .invalidRange], context, host,
      "channel 7 is refused")
  }

  private static func expectNamed(
    _ parameter: AppConfigParameter, with statuses: [UCIStatus] = [.invalidParam],
    _ context: CaseContext, _ host: UCIHost, _ what: String
  ) async throws {
    let session = try await context.session(on: host)
    let bad = session.setting(context.complete(with: parameter, on: host))
    let response = try await host.attempt(bad)
    try context.require(
      statuses.contains(response.status), what,
      expected: statuses.map { $0.name(host) }.joined(separator: " or "),
      got: response.status.name(host))
    try context.requireNamed(
      response.failed?.map { Hexadecimal.name($0.id.rawValue) }, trailing: response.trailing,
      Hexadecimal.name(parameter.id.rawValue), "the refused parameter is named")
    for _ in 2...12 { try await context.expectRefusal(of: bad, from: host, "\(what) again") }
    try await context.expectTaken(
      by: session, "a session is configured behind refused configurations")
  }

  static let whileActive = Case.uci(
    "US16", "change the channel while ranging", .inferred,
    requirement: "The channel of a session that ranges cannot be changed.",
    source: "AOSP, whose list of parameters for active sessions does not have it"
  ) { context, host in
    let session = try await context.rangingSession(on: host)
    try await context.expectRefusal(
      of: session.setting(.channelNumber, 5), from: host, "the channel stays while a session ranges"
    )
  }
}
