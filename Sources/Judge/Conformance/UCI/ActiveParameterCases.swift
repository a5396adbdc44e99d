import Journal
import Runner
import UCI
import UCIHost

/// Application parameters of a session that ranges.
enum ActiveParameterCases {
  static let all: [Case] = [changeable, fixed]

  static let changeable = Case.uci(
    "UP19", "parameters that may change while ranging", .varies,
    requirement: "A session that ranges takes the parameters that an active session may take, and "
      + "goes on.",
    source: "AOSP (parameters of active sessions)",
    parameters: [
      AppConfigID.sessionInfoNtfConfig, .nearProximityConfig, .farProximityConfig,
      .aoaBoundConfig, .blockStrideLength, .suspendRangingRounds,
    ].map(\.name)
  ) { context, host in
    guard let id = AppConfigID(name: context.parameter), let definition = id.definition,
      let value = definition.bytes(of: definition.defaultValue)
    else { throw CaseEnding.rigFault("no parameter \(context.parameter)") }
    let session = try await context.rangingSession(on: host)
    try await context.expect(
      .ok, for: session.setting([AppConfigParameter(id, value)]), from: host,
      "\(id.name) may change while a session ranges")
    try await context.expectState(.active, asking: session, "the session goes on")
  }

  static let fixed = Case.uci(
    "UP20", "parameters that stay while ranging", .inferred,
    requirement: "A session that ranges refuses every parameter that an active session may not "
      + "take, keeps its value, and goes on.",
    source: "AOSP, whose list of parameters for active sessions does not have them",
    parameters: [
      AppConfigID.deviceType, .deviceRole, .multiNodeMode, .rangingRoundUsage, .stsConfig,
      .deviceMACAddress, .slotDuration, .rangingDuration, .slotsPerRR, .preambleCodeIndex, .sfdID,
      .rframeConfig, .scheduleMode,
    ].map(\.name)
  ) { context, host in
    // Other values than those of the session, that a session which does not range could take.
    let others = RangingParameters.lonely { parameters in
      parameters.deviceType = .controlee
      parameters.deviceRole = .responder
      parameters.deviceAddress = 0x0A03
      parameters.multiNodeMode = 1
      parameters.rangingRoundUsage = 1
      parameters.stsConfiguration = 3
      parameters.slotDuration = 3600
      parameters.interval = 200
      parameters.slotsPerRound = 24
      parameters.preambleCode = 9
      parameters.sfd = 0
      parameters.frameConfiguration = 1
    }
    guard let id = AppConfigID(name: context.parameter),
      let other = others.tlvs(dialect: host.dialect).first(where: { $0.id == id }),
      let own = RangingParameters.lonely().tlvs(dialect: host.dialect).first(where: { $0.id == id })
    else { throw CaseEnding.rigFault("no parameter \(context.parameter)") }
    let session = try await context.rangingSession(on: host)
    func expectOwn(_ what: String) async throws {
      try await context.expectRead(
        id, as: own.value, from: host, session: session.token, what)
    }
    try await expectOwn("\(id.name) of a session that ranges reads as it was set")
    try await context.expectKept(id, of: session, "\(id.name) keeps its value") {
      try await context.expectRefusal(
        of: session.setting([other]), from: host, "\(id.name) stays while a session ranges")
      return session
    }
    try await context.expectState(.active, asking: session, "the session goes on")
    try await context.stop(session)
    try await expectOwn("\(id.name) that was refused is not taken at the stop either")
  }
}
