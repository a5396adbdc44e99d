import Journal
import LabRuntime
import RigFile
import Runner
import UCI
import UCIHost
import WireFormat

/// Device parameters, the state of the device, its clock.
enum DeviceParameterCases {
  static let all: [Case] = [
    several, partly, written, oneBad, surplus, empty, stateNotified, stateWhileRanging, clock,
  ]

  private static let unknown = DeviceConfigID(rawValue: 0x7E)

  static let several = Case.uci(
    "UC20", "read several device parameters", .inferred,
    requirement: "Several device parameters are read with one command.",
    source: "AOSP; pica"
  ) { context, host in
    let ids: [DeviceConfigID] = [.deviceState, .lowPowerMode]
    let response = try await context.expect(
      .ok, for: CoreGetConfigCommand(ids: ids), from: host, "device parameters can be read")
    let found = (response.tlvs ?? []).filter { $0.value.count == 1 }.map(\.id)
    try context.require(
      found.count == ids.count && Set(found) == Set(ids),
      "every device parameter that was asked for has a value",
      expected: ids.map(\.name).joined(separator: ", "),
      got: found.map(\.name).joined(separator: ", "))
  }

  static let partly = Case.uci(
    "UC21", "read a known and an unknown device parameter", .varies,
    requirement: "Of a known and an unknown device parameter only the unknown one is told, without "
      + "value.",
    source: "observed: pica"
  ) { context, host in
    let response = try await context.expectRefusal(
      of: CoreGetConfigCommand(ids: [.lowPowerMode, unknown]), from: host,
      "an unknown device parameter is not read with others")
    try context.require(
      response.tlvs == [DeviceConfigTLV(id: unknown, value: [])],
      "the unknown device parameter is told alone", expected: "\(unknown.name) without value",
      got: (response.tlvs ?? []).map { "\($0.id.name) \(Hexadecimal.encode($0.value))" }.joined(
        separator: ", "))
  }

  static let written = Case.uci(
    "UC22", "write a device parameter", .inferred,
    requirement: "A device parameter that was written reads as it was written, also when a "
      + "session has ranged, and when it was written beside one.",
    source: "AOSP (LOW_POWER_MODE); pica", parameters: ["0", "1"]
  ) { context, host in
    @Sendable func setting(_ value: [UInt8]) -> CoreSetConfigCommand {
      CoreSetConfigCommand(tlvs: [DeviceConfigTLV(id: .lowPowerMode, value: value)])
    }
    let before = try await context.value(of: .lowPowerMode, host) ?? []
    context.atEnd { _ = try? await host.attempt(setting(before)) }
    let mode = UInt8(context.parameter) ?? 0
    try await context.expect(.ok, for: setting([mode]), from: host, "LOW_POWER_MODE can be written")
    func expectRead(_ mode: UInt8, _ what: String) async throws {
      try context.requireBytes(try await context.value(of: .lowPowerMode, host) ?? [], [mode], what)
    }
    try await expectRead(mode, "LOW_POWER_MODE reads as it was written")
    let session = try await context.rangingSession(on: host)
    try await context.stop(session)
    if try await host.attempt(setting([1 - mode])).status == .ok {
      try await expectRead(1 - mode, "LOW_POWER_MODE reads as it was written beside a session")
      try await context.expect(
        .ok, for: setting([mode]), from: host, "LOW_POWER_MODE can be written again")
    }
    try await context.end(session, "a session is ended")
    try await expectRead(mode, "LOW_POWER_MODE reads as it was written behind a session")
  }

  static let oneBad = Case.uci(
    "UC23", "write a good and a bad device parameter", .inferred,
    requirement: "Of a good and a bad device parameter in one command the bad one is named.",
    source: "AOSP; observed: pica"
  ) { context, host in
    let before = try await context.value(of: .lowPowerMode, host) ?? []
    let list = [
      DeviceConfigTLV(id: .lowPowerMode, value: before),
      DeviceConfigTLV(id: .deviceState, value: [1]),
    ]
    let response = try await context.expectRefusal(
      of: CoreSetConfigCommand(tlvs: list), from: host,
      "a command with a bad device parameter is refused")
    let named = response.failed?.filter { $0.status != .ok }.map(\.id.name)
    try context.requireNamed(
      named, trailing: response.trailing, DeviceConfigID.deviceState.name,
      "the bad device parameter is named")
  }

  static let surplus = Case.uci(
    "UC24", "bytes behind a command without payload", .inferred,
    requirement: "A command without payload that has one all the same is answered once, and the "
      + "board goes on.",
    source: "AOSP (every command is answered)", tags: ["survival", "malformed"],
    parameters: ["GET_DEVICE_INFO", "GET_CAPS_INFO", "GET_COUNT"]
  ) { context, host in
    var command = try context.choice(of: [
      "GET_DEVICE_INFO": CoreGetDeviceInfoCommand().packet,
      "GET_CAPS_INFO": CoreGetCapsInfoCommand().packet,
      "GET_COUNT": SessionGetCountCommand().packet,
    ])
    command.payload = [0xA5, 0x5A]
    _ = try await host.exchange(command)
    let came = try await context.expectSurvival(
      host, "the board goes on behind a command with surplus bytes")
    let more = came.filter { $0.packet.messageType == .response }
    try context.require(
      more.isEmpty, "a command with surplus bytes is answered once", expected: "one response",
      got: "\(more.count + 1) responses")
  }

  static let empty = Case.uci(
    "UC25", "core commands without their payload", .inferred,
    requirement: "A core command that lacks its whole payload is refused.",
    source: "observed: pica, which answers an error; AOSP", tags: ["survival", "malformed"],
    parameters: ["SET_CONFIG", "GET_CONFIG"]
  ) { context, host in
    let oid =
      context.parameter == "SET_CONFIG" ? CoreSetConfigCommand.oid : CoreGetConfigCommand.oid
    try await context.expectRefusal(
      ofPacket: UCIPacket(.command, gid: 0, oid: oid), from: host,
      "\(context.parameter) without payload is refused",
      "the board goes on behind a command without payload")
  }

  static let stateNotified = Case.uci(
    "UC26", "the state of the device around ranging",
    requirement: "The device tells that it is ACTIVE when its first session ranges, and READY when "
      + "its last one has stopped.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    _ = host.takePackets { $0.gid == CoreDeviceStatusNotification.gid }
    try await context.start(session)
    try await context.expectTold(.active, by: host, "the device tells that it is ACTIVE")
    try await context.stop(session)
    try await context.expectTold(.ready, by: host, "the device tells that it is READY")
  }

  static let stateWhileRanging = Case.uci(
    "UC27", "the state of a device that ranges", .inferred,
    requirement:
      "The parameter DEVICE_STATE is ACTIVE while a session ranges, and READY behind it.",
    source: "AOSP; pica"
  ) { context, host in
    let session = try await context.rangingSession(on: host)
    try await context.requireState(.active, of: host, "DEVICE_STATE of a board that ranges")
    try await context.stop(session)
    try await context.requireState(.ready, of: host, "DEVICE_STATE of a board that has ranged")
  }

  static let clock = Case.uci(
    "UC28", "the clock of the device", .inferred,
    requirement:
      "The device's own time advances by as many microseconds as have passed, also while "
      + "it ranges.",
    source: "AOSP (CORE_QUERY_UWBS_TIMESTAMP, microseconds); unknown to pica",
    declared: RangingParameters.blockInterval * 3
  ) { context, host in
    func time() async throws -> (before: LabInstant, after: LabInstant, value: UInt64) {
      let before = context.lab.now
      let response = try await host.attempt(CoreQueryUWBSTimestampCommand())
      if [.unknownOID, .unknownGID].contains(response.status) {
        throw CaseEnding.skip("the board tells no time: \(response.status.name(host))")
      }
      try context.require(
        response.status == .ok && response.trailing.isEmpty, "the board tells its time",
        expected: UCIStatus.ok.name(host), got: response.status.name(host))
      guard let value = response.timestamp else {
        throw context.violation(
          "the board tells its time", expected: "8 bytes", got: "a status alone")
      }
      return (before, context.lab.now, value)
    }
    func requireAdvance(for pause: Duration, _ name: String) async throws {
      let first = try await time()
      _ = try await context.listen(to: host, for: pause)
      let second = try await time()
      // Between the two readings lies at least this time and at most that one, by clocks that may
      // differ by a thousandth.
      let least = first.after.duration(to: second.before) / .microseconds(1)
      let most = first.before.duration(to: second.after) / .microseconds(1)
      let passed = Double(second.value) - Double(first.value)
      try context.measure(name, passed, unit: "us")
      try context.require(
        passed >= least * 0.999 - 1 && passed <= most * 1.001 + 1,
        "the device's time advances with ours", expected: "\(Int(least)) to \(Int(most)) us",
        got: "\(Int(passed)) us")
    }
    try await requireAdvance(for: RangingParameters.blockInterval, "time of the device")
    let session = try await context.rangingSession(on: host)
    _ = try await context.preparing { try await context.nextReport(of: session) }
    // Between two rounds it advances too.
    try await requireAdvance(
      for: RangingParameters.blockInterval / 2, "time of the device that ranges")
  }
}

extension CaseContext {
  func value(of id: DeviceConfigID, _ host: UCIHost) async throws -> [UInt8]? {
    let response = try await expect(
      .ok, for: CoreGetConfigCommand(ids: [id]), from: host, "\(id.name) can be read")
    return response.tlvs?.first { $0.id == id }?.value
  }

  func requireState(_ state: UCIDeviceState, of host: UCIHost, _ what: String) async throws {
    let value = try await value(of: .deviceState, host)
    try require(
      value == [state.rawValue], what,
      expected: "\(state.name) (\(Hexadecimal.encode([state.rawValue])))",
      got: value.map { Hexadecimal.encode($0) } ?? "no value")
  }

  func expectTold(_ state: UCIDeviceState, by host: UCIHost, _ what: String) async throws {
    _ = try await next(
      from: host, within: limits.uciResponse, what,
      expected: "\(CoreDeviceStatusNotification.name) \(state.name)"
    ) { $0.tells(state) }
  }
}
