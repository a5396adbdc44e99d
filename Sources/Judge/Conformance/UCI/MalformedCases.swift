import Journal
import Runner
import UCI
import UCIHost

/// Packets that are not what they say.
enum MalformedCases {
  static let all: [Case] = [truncated, surplus, reservedType, foreign, interrupted, oversize]

  static let truncated = Case.uci(
    "UX01", "a command without its last byte",
    requirement: "A command that lacks its last byte is refused, and the board goes on.",
    source: "observed: pica, which answers an error; AOSP", tags: ["survival", "malformed"],
    parameters: [
      "GET_CONFIG", "INIT", "DEINIT", "SET_APP_CONFIG", "GET_APP_CONFIG", "GET_STATE", "START",
      "STOP", "GET_RANGING_COUNT",
    ]
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expectAlive(host, "the board answers with a session")
    var command = try UCIPacket.ofSession(context.parameter, session.token)
    command.payload.removeLast()
    try await context.expectRefusal(
      ofPacket: command, from: host, "a command without its last byte is refused",
      "the board goes on after a command without its last byte")
  }

  static let surplus = Case.uci(
    "UX02", "a length that is too large",
    requirement: "A packet whose header promises more than the command needs is taken to its end, "
      + "whenever that comes, and the board goes on.",
    source: "AOSP (packet layout)", tags: ["survival", "malformed"],
    parameters: ["20", "255"]
  ) { context, host in
    let length = UInt8(context.parameter) ?? 20
    let header = UCIHeader(
      .command, gid: SessionGetCountCommand.gid, oid: SessionGetCountCommand.oid,
      payloadLength: Int(length))
    try await host.sendRaw(header.bytes + [0, 0, 0])
    try await host.sendRaw([UInt8](repeating: 0, count: Int(length) - 3))
    try await context.expectSurvival(host, "the board answers behind a length that was too large")
  }

  static let reservedType = Case.uci(
    "UX03", "a reserved message type", .inferred,
    requirement: "A packet of a reserved message type is ignored, and the board goes on.",
    source: "AOSP (types 4 to 7 are reserved); pica hangs up on type 7",
    tags: ["survival", "malformed", "one-read"], parameters: ["4", "5", "6", "7"]
  ) { context, host in
    let type = UCIMessageType(rawValue: UInt8(context.parameter) ?? 4)
    // A receiver may drop what it has read together with the packet: the answer to the command in
    // front of it tells that it has been read, so that nothing else is lost with it.
    let known = SessionGetCountCommand().packet
    let write = known.bytes + UCIHeader(type, gid: 0, oid: 0, payloadLength: 0).bytes
    _ = try await context.answer(
      to: known, inWrites: [write], from: host, "the command in front is answered")
    try await context.fence(host, "a packet of a reserved type is not answered") { $0.isError }
  }

  static let foreign = Case.uci(
    "UX04", "a packet that only boards send", .inferred,
    requirement: "A response or a notification that is sent to the board is ignored.",
    source: "observed: pica", tags: ["survival", "malformed"],
    parameters: ["response", "notification"]
  ) { context, host in
    let packet =
      context.parameter == "response"
      ? CoreDeviceResetResponse(status: .ok).packet
      : CoreDeviceStatusNotification(deviceState: .ready).packet
    try await host.send(packet)
    try await context.fence(host, "a packet that only boards send is not answered")
  }

  static let interrupted = Case.uci(
    "UX05", "a message that is interrupted",
    requirement: "Another command between the segments of one is answered, and the unfinished one "
      + "is dropped.",
    source: "AOSP (reassembly)", tags: ["survival", "malformed"]
  ) { context, host in
    let header = UCIHeader(
      .command, gid: SessionSetAppConfigCommand.gid, oid: SessionSetAppConfigCommand.oid,
      payloadLength: 5, moreSegments: true)
    try await host.sendRaw(header.bytes + [1, 0, 0, 0, 1])
    try await context.fence(host, "the command in between is answered") { $0.isError }
  }

  static let oversize = Case.uci(
    "UX06", "a message without end",
    requirement: "A command in more segments than any message has does no harm.",
    source: "AOSP (MAX_MESSAGE_SIZE); observed: DWM3001CDK, 259 bytes",
    tags: ["survival", "malformed"]
  ) { context, host in
    let command = UCIPacket(
      .command, gid: SessionSetAppConfigCommand.gid, oid: SessionSetAppConfigCommand.oid,
      payload: [UInt8](repeating: 0, count: 20 * 255))
    try await host.send(command)
    try await context.expectSurvival(host, "the board answers behind a message that is too long")
  }
}

extension UCIMessage {
  var isError: Bool {
    switch self {
    case .coreGenericErrorNotification: true
    case .sessionSetAppConfigResponse(let response): response.status != .ok
    default: false
    }
  }
}
