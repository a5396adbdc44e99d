import Journal
import LabRuntime
import RigFile
import Room
import Runner
import UCI
import UCIHost
import WireFormat

/// Messages of a board, word for word: nothing is missing, nothing comes twice, and every field holds
/// what it must.
enum WordCases {
  static let all: [Case] = [
    life, report, records, pair, versions, refused, refusedParameter, refusedReset,
  ]

  static let life = Case.uci(
    "UW01", "the life of a session, byte for byte",
    requirement: "Each command of a session's life is answered once, and brings the notifications "
      + "of what it has changed, once each, and nothing else.",
    source: "observed: DWM3001CDK; AOSP (the order differs by make)"
  ) { context, host in
    let made = try await context.whole(
      SessionInitCommand(sessionID: SessionID.first, sessionType: .firaRanging).packet, from: host)
    let token = try context.token(in: made.response, host)
    context.atEnd { _ = try? await host.attempt(SessionDeinitCommand(sessionToken: token)) }
    func status(_ state: UCISessionState) -> UCIPacket {
      SessionStatusNotification(
        sessionToken: token, sessionState: state,
        reasonCode: .stateChangeWithSessionManagementCommands
      ).packet
    }
    func device(_ state: UCIDeviceState) -> UCIPacket {
      CoreDeviceStatusNotification(deviceState: state).packet
    }
    try await context.requireOthers(
      made.others, [status(.initial)], "what SESSION_INIT brings", host)

    let parameters = context.complete(on: host)
    try await context.exchange(
      SessionSetAppConfigCommand(sessionToken: token, tlvs: parameters).packet, [0, 0],
      [status(.idle)], host)
    try await context.exchange(
      SessionGetStateCommand(sessionToken: token).packet, [0, UCISessionState.idle.rawValue], [],
      host)
    try await context.exchange(SessionGetCountCommand().packet, [0, 1], [], host)
    try await context.exchange(
      SessionStartCommand(sessionToken: token).packet, [0], [status(.active), device(.active)], host
    )
    try await context.exchange(
      SessionGetStateCommand(sessionToken: token).packet, [0, UCISessionState.active.rawValue], [],
      host)
    try await context.exchange(
      SessionStopCommand(sessionToken: token).packet, [0], [status(.idle), device(.ready)], host)
    try await context.exchange(
      SessionDeinitCommand(sessionToken: token).packet, [0], [status(.deinitialized)], host)
    try await context.exchange(SessionGetCountCommand().packet, [0, 0], [], host)
  }

  static let report = Case.uci(
    "UW02", "a report, byte for byte", .inferred,
    requirement: "The fields of a report before its records hold what the session is, and zeros "
      + "where they are reserved.",
    source: "observed: DWM3001CDK; AOSP (SESSION_INFO_NTF); pica says 0 for the interval",
    declared: RangingParameters.quickInterval * 3
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    for (report, _) in try await context.reports(2, of: session) {
      try context.require(
        [0, 60].contains(report.currentRangingInterval), "the interval in a report",
        expected: "60 ms", got: "\(report.currentRangingInterval) ms")
      try context.requireEqual(
        report.rcrIndicator, 0, "the indicator of the ranging control role")
      try context.require(
        report.rfu1 == 0 && report.rfu2 == 0, "the reserved bytes of a report", expected: "zeros",
        got: "\(report.rfu1), \(report.rfu2)")
      try context.require(
        report.macAddrMode == .short, "the size of addresses in a report",
        expected: UCIMACAddressMode.short.name, got: report.macAddrMode.name)
      try context.requireEqual(
        report.husPrimarySessionID, 0, "the primary session of one that has none")
    }
  }

  static let records = Case.uci(
    "UW03", "a record of a peer that is not there, byte for byte", .inferred,
    requirement: "A record of a round that failed names the slot of a frame that the peer owed, "
      + "and has zeros where it is reserved; or it is ones or zeros behind its status.",
    source: "observed: DWM3001CDK (slot 2); AOSP (slot_index)",
    declared: RangingParameters.quickInterval * 3
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    for (report, _) in try await context.reports(2, of: session) {
      for case .twrShort(let record) in report.measurements
      where record.status == .ok || !record.isUnwritten {
        // The first slot is the controller's own, and the round has twenty.
        try context.require(
          (1..<20).contains(record.slotIndex), "the slot of a round that failed",
          expected: "1 to 19", got: "\(record.slotIndex)")
        try context.requireReservedZeros(record)
        try context.requireLineOfSight(record.nlos)
      }
    }
  }

  static let pair = Case.uciPair(
    "UW04", "a record of a peer that is heard, byte for byte", .inferred,
    requirement: "A record of a round that succeeded has status OK or that of a very short "
      + "distance, a distance that boards of a bench can have, and zeros where it is reserved.",
    source: "AOSP (SESSION_INFO_NTF); the distance is the rig file's, or at most 100 m",
    declared: RangingParameters.quickInterval * 3
  ) { context, controller, controlee in
    let pair = try await context.pair(controller, controlee, .quick(), .quickPeer())
    let truth = try context.distanceOnRig()
    for session in [pair.controller, pair.controlee] {
      for report in try await context.successes(2, of: session, "the peer is heard") {
        for case .twrShort(let record) in report.measurements {
          let metres = Double(record.distance) / 100
          // Far more than any board is wrong by, and far less than a wrong field.
          let range = truth.map { ($0 - 10)...($0 + 10) } ?? 0...100
          try context.require(
            range.contains(metres), "the distance of a record",
            expected: truth.map { "about \($0) m" } ?? "at most 100 m", got: "\(metres) m")
          try context.require(
            record.slotIndex < 20, "the slot of a record", expected: "0 to 19",
            got: "\(record.slotIndex)")
          try context.requireReservedZeros(record)
        }
      }
    }
  }

  static let versions = Case.uci(
    "UW05", "the versions of a board", .inferred,
    requirement: "Each of the four versions of a board has a major number of 1 to 9.",
    source: "AOSP; observed: DWM3001CDK, pica"
  ) { context, host in
    let info = try await context.expect(
      .ok, for: CoreGetDeviceInfoCommand(), from: host, "device information is given")
    for (name, version) in [
      ("UCI", info.uciVersion), ("MAC", info.macVersion), ("PHY", info.phyVersion),
      ("UCI test", info.uciTestVersion),
    ] {
      try context.require(
        (1...9).contains(version?.first ?? 0), "major version of \(name)", expected: "1 to 9",
        got: version.map { Hexadecimal.encode($0) } ?? "none")
    }
    // Who says that it is Qorvo's says which of Qorvo's chips it has.
    guard host.dialect.vendor == .qorvo, let vendor = info.vendorInfo, vendor.count == 52 else {
      return
    }
    try context.require(
      Array(vendor[49...50]) == [0xCA, 0xDE], "the device of a board of Qorvo's",
      expected: "0xDECA in front", got: Hexadecimal.encode(vendor[47...50].reversed()))
  }
}

extension WordCases {
  static let refused = Case.uci(
    "UW06", "a refused device parameter, byte for byte", .inferred,
    requirement: "A device parameter whose value has the wrong size is refused by its own number, "
      + "with a status that says what is wrong.",
    source: "AOSP (CORE_SET_CONFIG_RSP)", tags: ["malformed"]
  ) { context, host in
    let response = try await context.expectRefusal(
      of: CoreSetConfigCommand(tlvs: [DeviceConfigTLV(id: .lowPowerMode, value: [0, 0, 0])]),
      from: host, "a value of the wrong size is refused")
    try requireRefused(
      response.failed?.map { ($0.id.name, $0.status) }, trailing: response.trailing,
      DeviceConfigID.lowPowerMode.name, context, host)
  }

  static let refusedParameter = Case.uci(
    "UW07", "a refused parameter of a session, byte for byte", .inferred,
    requirement: "A parameter whose value has the wrong size is refused by its own number, with a "
      + "status that says what is wrong, and the session stays in INIT.",
    source: "AOSP (SESSION_SET_APP_CONFIG_RSP)", tags: ["malformed"]
  ) { context, host in
    let session = try await context.session(on: host, in: .initial)
    let wrong = AppConfigParameter(.channelNumber, [9, 0, 0])
    let response = try await context.expectRefusal(
      of: session.setting(context.complete(with: wrong, on: host)), from: host,
      "a value of the wrong size is refused")
    try requireRefused(
      response.failed?.map { ($0.id.name, $0.status) }, trailing: response.trailing,
      AppConfigID.channelNumber.name, context, host)
    try await context.expectState(
      .initial, asking: session, "the state of a session that was not configured")
  }

  static let refusedReset = Case.uci(
    "UW08", "a refused reset", .inferred,
    requirement:
      "A device reset without its one byte is refused, and every session stays as it is.",
    source: "observed: DWM3001CDK and pica, which answer SYNTAX_ERROR", tags: ["malformed"],
    parameters: ["INIT", "IDLE", "ACTIVE"]
  ) { context, host in
    let state = try context.choice(of: [
      "INIT": .initial, "IDLE": .idle, "ACTIVE": UCISessionState.active,
    ])
    let session = try await context.session(on: host, in: state)
    let reset = UCIPacket(
      .command, gid: CoreDeviceResetCommand.gid, oid: CoreDeviceResetCommand.oid)
    let response = try await host.exchange(reset).packet
    try context.requireRefusal(response.status, host, "a reset without its byte is refused")
    try await context.expectState(state, asking: session, "the state behind a refused reset")
    guard state == .active else { return }
    session.discardRounds()
    _ = try await context.nextReport(of: session, "the session goes on behind a refused reset")
  }

  /// Asserts that a response names one parameter alone, with a status that says what is wrong.
  fileprivate static func requireRefused(
    _ failed: [(name: String, status: UCIStatus)]?, trailing: [UInt8], _ wanted: String,
    _ context: CaseContext, _ host: UCIHost
  ) throws {
    try context.requireNamed(
      failed?.map(\.name), trailing: trailing, wanted, "the parameter that is refused")
    for (_, status) in failed ?? [] {
      try context.require(
        reasons.contains(status), "why a parameter is refused",
        expected: reasons.map { $0.name(host) }.joined(separator: ", "), got: status.name(host))
    }
  }

  /// Statuses that say why something is refused.
  fileprivate static let reasons: [UCIStatus] = [
    .rejected, .failed, .syntaxError, .invalidParam, .invalidRange, .invalidMessageSize,
  ]
}

extension CaseContext {
  /// Sends a command, and gives all that is said up to the answer to a fence but errors that belong to
  /// refusals before it.
  func whole(
    _ command: UCIPacket, from host: UCIHost
  ) async throws -> (response: UCIPacket, others: [UCIPacket]) {
    _ = host.takePackets()
    let response = try await host.exchange(command).packet
    return (response, try await host.fence().filter { !$0.isOwedError }.map(\.packet))
  }

  fileprivate func requireReservedZeros(_ record: TWRShortMeasurement) throws {
    try require(
      record.rfu.allSatisfy { $0 == 0 }, "the reserved bytes of a record", expected: "zeros",
      got: Hexadecimal.encode(record.rfu))
  }

  /// Sends a command, and asserts its response and the notifications that it brings.
  fileprivate func exchange(
    _ command: UCIPacket, _ payload: [UInt8], _ others: [UCIPacket], _ host: UCIHost
  ) async throws {
    let name = command.opcodeName(vendor: host.dialect.vendor)
    let answer = try await whole(command, from: host)
    try requireBytes(answer.response.payload, payload, "the response to \(name)")
    try await requireOthers(answer.others, others, "what \(name) brings", host)
  }

  /// Asserts that notifications came once each, in any order. Boards may say READY when a session
  /// ends although they were, and a busy one asks to send a command again.
  fileprivate func requireOthers(
    _ came: [UCIPacket], _ expected: [UCIPacket], _ what: String, _ host: UCIHost
  ) async throws {
    var missing = expected
    var strangers: [UCIPacket] = []
    let isEnd = expected.contains {
      $0.payload.dropFirst(4).first == UCISessionState.deinitialized.rawValue
    }
    let ready = CoreDeviceStatusNotification(deviceState: .ready).packet
    let again = CoreGenericErrorNotification(status: .commandRetry).packet
    for packet in came where !packet.isReport && packet != again {
      // Credit for data may be told at a start; how often the frame watch looks at.
      if SessionDataCreditNotification.isNamed(by: packet) { continue }
      if let index = missing.firstIndex(of: packet) {
        missing.remove(at: index)
      } else if !(isEnd && packet == ready) {
        strangers.append(packet)
      }
    }
    // A state may be told when it is reached, behind the answer to a later question.
    let deadline = lab.now.advanced(by: limits.uciResponse)
    while strangers.isEmpty, !missing.isEmpty {
      let late = try await host.nextIfAny(what, until: deadline) { missing.contains($0) }
      guard let late else { break }
      missing.removeAll { $0 == late.packet }
    }
    func list(_ packets: [UCIPacket]) -> String {
      packets.isEmpty
        ? "nothing"
        : packets.map { "\($0.opcodeName(vendor: .none)) \(Hexadecimal.encode($0.payload))" }
          .joined(separator: ", ")
    }
    try require(
      missing.isEmpty && strangers.isEmpty, what, expected: list(expected),
      got: "without \(list(missing)), with \(list(strangers)) besides")
  }

  /// The token that SESSION_INIT has given; FiRa 1.x gives none, and means the id.
  fileprivate func token(in response: UCIPacket, _ host: UCIHost) throws -> UInt32 {
    let made = try read(
      SessionInitResponse.self, response, host, "the response to SESSION_INIT",
      expected: "a status and a handle")
    try require(
      made.status == .ok && made.trailing.isEmpty, "a session is made", expected: "OK",
      got: Hexadecimal.encode(response.payload))
    return made.sessionHandle ?? SessionID.first
  }

  /// The distance of the two boards by the rig file, in metres; nil without positions.
  func distanceOnRig() throws -> Double? {
    guard let here = try uci(0).description.position, let there = try uci(1).description.position
    else { return nil }
    return Position(here.x, here.y, here.z).distance(to: Position(there.x, there.y, there.z))
  }
}
