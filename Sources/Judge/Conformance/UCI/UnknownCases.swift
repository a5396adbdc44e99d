import Journal
import Runner
import UCI
import UCIHost
import WireFormat

/// Commands and device parameters that do not exist, and answers as such.
enum UnknownCases {
  static let all: [Case] = [group, opcode, readParameter, writeParameter, oneResponse, segments]

  static let group = Case.uci(
    "UC08", "unknown group",
    requirement: "A command of a group that does not exist is answered with UNKNOWN_GID, in the "
      + "same group and opcode.",
    source: "observed: DWM3001CDK, pica; AOSP", tags: ["survival"], parameters: ["04", "08"]
  ) { context, host in
    let group = UInt8(context.parameter, radix: 16) ?? 0x04
    try await context.expect(
      .unknownGID, for: UCIPacket(.command, gid: group, oid: 0), from: host,
      "an unknown group is answered with UNKNOWN_GID")
    try await context.fence(host, "an unknown group is answered once")
  }

  static let opcode = Case.uci(
    "UC09", "unknown opcode",
    requirement: "A command that does not exist in a group that does is answered with UNKNOWN_OID, "
      + "in the same group and opcode.",
    source: "observed: DWM3001CDK; AOSP (pica ends its process)", tags: ["survival"],
    parameters: ["00", "01", "02"]
  ) { context, host in
    let group = UInt8(context.parameter, radix: 16) ?? 0x00
    try await context.expect(
      .unknownOID, for: UCIPacket(.command, gid: group, oid: 0x3F), from: host,
      "an unknown opcode is answered with UNKNOWN_OID")
    try await context.fence(host, "an unknown opcode is answered once")
  }

  static let readParameter = Case.uci(
    "UC10", "read an unknown device parameter", .inferred,
    requirement: "Reading a device parameter that does not exist is answered with INVALID_PARAM "
      + "and gives no value for it.",
    source: "observed: pica; AOSP"
  ) { context, host in
    let unknown = DeviceConfigID(rawValue: 0x7E)
    let response = try await context.expect(
      .invalidParam, for: CoreGetConfigCommand(ids: [unknown]), from: host,
      "an unknown device parameter is not read")
    let values = (response.tlvs ?? []).filter { !$0.value.isEmpty }
    try context.require(
      values.isEmpty, "an unknown device parameter has no value", expected: "none",
      got: "\(values.count) values")
  }

  static let writeParameter = Case.uci(
    "UC11", "write a device parameter that cannot be written", .inferred,
    requirement: "Writing a device parameter that is read-only or does not exist is refused, and "
      + "what can be read is as it was.",
    source: "observed: pica; AOSP", parameters: ["read-only", "unknown"]
  ) { context, host in
    let id: DeviceConfigID =
      context.parameter == "unknown" ? DeviceConfigID(rawValue: 0x7E) : .deviceState
    let before = try await host.attempt(CoreGetConfigCommand(ids: [id]))
    try await context.expectRefusal(
      of: CoreSetConfigCommand(tlvs: [
        DeviceConfigTLV(id: id, value: [UCIDeviceState.active.rawValue])
      ]), from: host,
      "a device parameter that cannot be written is refused")
    // Whether it can be read is for others.
    guard before.status == .ok, let values = before.tlvs else { return }
    let after = try await host.attempt(CoreGetConfigCommand(ids: [id])).tlvs ?? []
    try context.require(
      after == values, "a device parameter that cannot be written is as it was",
      expected: values.map { Hexadecimal.encode($0.value) }.joined(separator: ", "),
      got: after.map { Hexadecimal.encode($0.value) }.joined(separator: ", "))
  }

  static let oneResponse = Case.uci(
    "UC12", "one response to a command",
    requirement: "Every command is answered exactly once.",
    source: "AOSP, whose host has one command in flight; observed: DWM3001CDK, pica"
  ) { context, host in
    let command = SessionGetCountCommand().packet
    _ = try await context.answer(
      to: command, inWrites: [command.bytes], from: host, "a command is answered")
    try await context.fence(host, "a command is answered once")
  }

  static let segments = Case.uci(
    "UC13", "a command in segments",
    requirement: "A command that comes in segments is put together.",
    source: "AOSP; observed: pica"
  ) { context, host in
    let session = try await context.session(on: host)
    host.packetizer = UCIPacketizer(controlLimit: 40)
    defer { host.packetizer = UCIPacketizer() }
    let command = session.setting(RangingParameters.lonely().tlvs(dialect: host.dialect))
    try await context.expect(.ok, for: command, from: host, "a command in segments is taken")
    try await context.fence(host, "a command in segments is answered once") { $0.isState }
  }
}
