import Journal
import Runner
import UCI
import UCIHost
import WireFormat

/// Packets that no host sends, of every kind.
enum HostileCases {
  static let all: [Case] = [
    opcodes, wideTypes, foreignGroups, lists, data, flood, empty,
  ]

  static let opcodes = Case.uci(
    "UX10", "an unknown opcode in every group", .inferred,
    requirement: "An opcode that does not exist is answered with UNKNOWN_OID or UNKNOWN_GID, "
      + "whatever the group.",
    source: "AOSP; pica ends its process", tags: ["survival", "malformed"],
    parameters: (0...0x0F).map { Hexadecimal.encode([UInt8($0)]) }
  ) { context, host in
    let group = UInt8(context.parameter, radix: 16) ?? 0
    let command = UCIPacket(.command, gid: group, oid: 0x3F)
    let status = try await host.exchange(command).packet.status
    try context.require(
      status == .unknownOID || status == .unknownGID,
      "an unknown opcode of group \(context.parameter) is answered as such",
      expected: "\(UCIStatus.unknownOID.name(host)) or \(UCIStatus.unknownGID.name(host))",
      got: status?.name(host) ?? "no status")
    try await context.expectSurvival(host, "the board goes on behind an unknown opcode")
  }

  static let wideTypes = Case.uci(
    "UX11", "a long packet of a reserved message type", .inferred,
    requirement: "A packet of a type that is reserved for testing is not answered, whatever its "
      + "length, and the board goes on.",
    source: "AOSP (types 4 and 5 are reserved for testing); Qorvo host tools, which read 16 bits "
      + "of length", tags: ["survival", "malformed"], parameters: ["4", "5"]
  ) { context, host in
    let type = UInt8(context.parameter) ?? 4
    // 257 bytes by 16 bits of length. Who reads 8 bits finds one, and behind it empty data packets
    // of a format that does not exist.
    try await host.sendRaw([type << 5, 0, 1, 1] + [UInt8](repeating: 0, count: 257))
    try await context.fence(host, "a packet of type \(type) is not answered") { $0.isError }
  }

  static let foreignGroups = Case.uci(
    "UX12", "responses and notifications of every group", .inferred,
    requirement: "Responses and notifications that are sent to the board are ignored, whatever "
      + "their group.",
    source: "observed: pica", tags: ["survival", "malformed"],
    parameters: ["response", "notification"]
  ) { context, host in
    let type: UCIMessageType = context.parameter == "response" ? .response : .notification
    for group: UInt8 in 0...0x0F {
      for opcode: UInt8 in [0, 1, 2, 3] {
        try await host.send(
          UCIPacket(type, gid: group, oid: opcode, payload: [0, 1, 0, 0, 0, 0]))
      }
    }
    try await context.fence(host, "packets that only boards send are not answered")
  }

  static let lists = Case.uci(
    "UX13", "lists that promise more than there is",
    requirement: "A command whose list promises 255 elements and holds none is refused, and the "
      + "board goes on.",
    source: "observed: pica, which answers an error; AOSP", tags: ["survival", "malformed"],
    parameters: ["GET_CONFIG", "SET_APP_CONFIG", "GET_APP_CONFIG", "MULTICAST", "DT_TAG_ROUNDS"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let token = (0..<4).map { UInt8(truncatingIfNeeded: session.token >> (8 * $0)) }
    let packet = try context.choice(of: [
      "GET_CONFIG": UCIPacket(.command, gid: 0, oid: 0x05, payload: [255]),
      "SET_APP_CONFIG": UCIPacket(.command, gid: 1, oid: 0x03, payload: token + [255]),
      "GET_APP_CONFIG": UCIPacket(.command, gid: 1, oid: 0x04, payload: token + [255]),
      "MULTICAST": UCIPacket(.command, gid: 1, oid: 0x07, payload: token + [0, 255]),
      "DT_TAG_ROUNDS": UCIPacket(.command, gid: 1, oid: 0x09, payload: token + [255]),
    ])
    try await context.expectRefusal(
      ofPacket: packet, from: host, "a list that promises too much is refused",
      "the board goes on behind a list that promises too much")
  }

  static let data = Case.uci(
    "UX14", "data for sessions that do not exist", .inferred,
    requirement: "Data packets for a session that does not exist are never sent on, and the board "
      + "goes on.",
    source: "observed: pica, which says nothing; AOSP (data transfer status)",
    tags: ["survival", "malformed"], parameters: ["whole", "cut", "empty", "long", "other-format"]
  ) { context, host in
    let whole = DataMessageSnd(
      sessionToken: SessionID.absent, destMAC: [1, 0, 0, 0, 0, 0, 0, 0], sequenceNumber: 1,
      appData: [UInt8](repeating: 0xDA, count: context.parameter == "long" ? 1000 : 20)
    ).packet
    var packet = whole
    switch context.parameter {
    case "cut": packet.payload.removeLast(22)
    case "empty": packet.payload = []
    case "other-format": packet.gid = 0x0F
    default: break
    }
    try await host.send(packet)
    let came = try await context.expectSurvival(
      host, "the board goes on behind data for no session")
    let sent = came.filter { received in
      switch received.message(host.dialect) {
      case .sessionDataTransferStatusNotification(let status): status.status == .ok
      case .coreDeviceStatusNotification(let status): status.deviceState == .error
      default: false
      }
    }
    try context.require(
      sent.isEmpty, "data for no session is not sent", expected: "an error or nothing",
      got: CaseContext.names(sent, host))
  }

  static let flood = Case.uci(
    "UX15", "a flood of notifications", .inferred,
    requirement: "Five hundred notifications that are sent to the board at once are ignored.",
    source: "observed: pica, on one", tags: ["survival", "malformed"]
  ) { context, host in
    let notification = CoreDeviceStatusNotification(deviceState: .ready).packet.bytes
    for _ in 0..<20 {
      try await host.sendRaw([[UInt8]](repeating: notification, count: 25).flatMap { $0 })
    }
    try await context.fence(host, "a flood of notifications is not answered")
  }

  static let empty = Case.uci(
    "UX16", "every command without payload", .inferred,
    requirement: "Every command of the standard groups that comes without payload is answered "
      + "once, and the next good configuration is taken.",
    source: "AOSP (every command is answered)", tags: ["survival", "malformed"],
    parameters: ["00", "01", "02"]
  ) { context, host in
    let group = UInt8(context.parameter, radix: 16) ?? 0
    let session = try await context.session(on: host)
    // Not the suspension: nothing is known of what wakes a board up again.
    for opcode: UInt8 in 0...0x0F where group != 0 || opcode != 0x06 {
      _ = try await host.exchange(UCIPacket(.command, gid: group, oid: opcode))
    }
    let came = try await context.expectSurvival(
      host, "the board goes on behind commands without payload")
    let more = came.filter { $0.packet.messageType == .response }
    try context.require(
      more.isEmpty, "every command without payload is answered once", expected: "one response each",
      got: "\(more.count) more")
    try await context.expect(
      .ok, for: session.stateCommand, from: host, "a session lives through commands without payload"
    )
    try await context.expectTaken(
      by: session, "a session is configured behind commands without payload")
  }
}
