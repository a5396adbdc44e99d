import Testing

@testable import UCI

@Suite("UWB subsystems of each personality")
struct SubsystemPersonalityTests {
  /// A life of a session: what each step brings, in its order.
  struct Life: Sendable, CustomTestStringConvertible {
    let personality: UWBSPersonality
    let boot: [String]
    let reset: [String]
    let initialize: [String]
    let configure: [String]
    let start: [String]
    let stop: [String]
    let deinitialize: [String]
    var testDescription: String { personality.name }
  }

  static let lives = [
    Life(
      personality: .fira2Qorvo, boot: ["6001000101"],
      reset: ["6001000101", "4000000100", "6001000101"],
      initialize: ["410000050001000000", "61020006010000000000"],
      configure: ["410300020000", "61020006010000000300"],
      start: ["4200000100", "6001000102", "61020006010000000200", "start 1"],
      stop: ["stop 1", "4201000100", "61020006010000000300", "6001000101"],
      deinitialize: ["4101000100", "61020006010000000100"]),
    Life(
      personality: .fira1, boot: ["6001000101"],
      reset: ["4000000100", "6001000101"],
      initialize: ["4100000100", "61020006070000000000"],
      configure: ["410300020000", "61020006070000000300"],
      start: ["4200000100", "61020006070000000200", "6001000102", "start 7"],
      stop: ["stop 7", "4201000100", "61020006070000000300", "6001000101"],
      deinitialize: ["4101000100", "61020006070000000100"]),
    Life(
      personality: .nxp, boot: ["6001000100", "6001000101"],
      reset: ["4000000100", "6001000100", "6001000101"],
      initialize: ["410000050001000080", "61020006010000800000"],
      configure: ["410300020000", "61020006010000800300"],
      start: ["4200000100", "61020006010000800200", "6001000102", "start 2147483649"],
      stop: ["stop 2147483649", "4201000100", "61020006010000800300", "6001000101"],
      deinitialize: ["6001000101", "4101000100", "61020006010000800100"]),
    Life(
      personality: .pica, boot: ["6001000101"],
      reset: ["4000000100", "6001000101"],
      initialize: ["4100000100", "61020006070000000000"],
      configure: ["410300020000", "61020006070000000300"],
      start: ["4200000100", "61020006070000000200", "6001000102", "start 7"],
      stop: ["stop 7", "4201000100", "61020006070000000300", "6001000101"],
      deinitialize: ["4101000100", "61020006070000000100"]),
  ]

  @Test("a session lives through its states in the order of the make", arguments: lives)
  func life(of life: Life) {
    var board = Board(life.personality)
    #expect(Board.text(board.subsystem.booted()) == life.boot)
    #expect(board.send("2000000100") == life.reset)
    #expect(board.send("210000050700000000") == life.initialize)
    let token = wire(board.token)
    #expect(
      board.send(Board.configuration.replacingToken(with: token)) == life.configure)
    #expect(board.send("22000004" + token) == life.start)
    #expect(board.send("22010004" + token) == life.stop)
    let end = board.send("21010004" + token, microseconds: 1_000_000)
    #expect(end == life.deinitialize)
    #expect(board.send("21050000", microseconds: 2_000_000) == ["410500020000"])
  }

  /// A command for a session, and its status without a session, in INIT, IDLE and ACTIVE.
  static let commands: [(name: String, head: String, rest: String, statuses: [UInt8])] = [
    ("SESSION_DEINIT", "21010004", "", [0x11, 0, 0, 0]),
    ("SET_APP_CONFIG", "21030008", "01250133", [0x11, 0, 0, 0x13]),
    ("GET_APP_CONFIG", "21040006", "0104", [0x11, 0, 0, 0]),
    ("GET_STATE", "21060004", "", [0x11, 0, 0, 0]),
    ("UPDATE_MULTICAST_LIST", "2107000c", "0001020000000000", [0x11, 0x15, 1, 1]),
    ("START", "22000004", "", [0x11, 0x15, 0, 0x13]),
    ("STOP", "22010004", "", [0x11, 0x15, 0x15, 0]),
    ("GET_RANGING_COUNT", "22030004", "", [0x11, 0, 0, 0]),
    ("UPDATE_DT_TAG_ROUNDS", "21090006", "0100", [8, 8, 8, 8]),
  ]

  @Test(
    "every command in every state has its status and one response",
    arguments: UWBSPersonality.all, commands.indices)
  func states(personality: UWBSPersonality, command: Int) throws {
    let (name, head, rest, statuses) = Self.commands[command]
    let states: [UCISessionState?] = [nil, .initial, .idle, .active]
    for (state, status) in zip(states, statuses) {
      var board = Board.of(personality, in: state)
      let answer = board.send(head + wire(board.token) + rest)
      let opcode = "4" + head.dropFirst().prefix(3)
      let responses = answer.filter { $0.hasPrefix(opcode) }
      #expect(responses.count == 1, "\(name) in \(state?.name ?? "no session")")
      let text = try #require(responses.first).dropFirst(8).prefix(2)
      // One parameter is not enough to begin with where five are.
      let isTooFew =
        state == .initial && opcode == "4103" && !personality.requiredToConfigure.isEmpty
      #expect(
        UInt8(text, radix: 16) == (isTooFew ? 1 : status),
        "\(name) in \(state?.name ?? "no session")")
    }
  }

  @Test(
    "a session id is taken once in every state, up to the maximum of the make",
    arguments: UWBSPersonality.all)
  func initialize(personality: UWBSPersonality) {
    for state in [UCISessionState.initial, .idle, .active] {
      var board = Board.of(personality, in: state)
      #expect(board.send("210000050700000000") == ["4100000112"])
      for id in 1..<personality.maximumSessions {
        let command = SessionInitCommand(sessionID: UInt32(100 + id), sessionType: .firaRanging)
        #expect(board.send(command).count == 2)
      }
      #expect(board.send("210000050900000000") == ["4100000114"])
      let count = hex([UInt8(personality.maximumSessions)])
      #expect(board.send("21050000") == ["4105000200" + count])
    }
  }

  @Test(
    "the capabilities tell the limits, numbered as the generation does",
    arguments: UWBSPersonality.all)
  func capabilities(personality: UWBSPersonality) {
    func number(_ id: UInt8) -> Int? {
      let value = personality.capabilities.first { $0.id == id }?.value
      return value?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let isFiRa1 = personality.dialect.version == .fira1
    #expect(number(isFiRa1 ? 0x12 : 0x00) == personality.maximumMessageSize)
    #expect(number(isFiRa1 ? 0x13 : 0x01) == personality.maximumDataPayload)
    // AOSP tells the generations apart by the length of this one.
    #expect(personality.capabilities.first { $0.id == 2 }?.value.count == (isFiRa1 ? 1 : 4))
    if let sessions = number(0xE9) { #expect(sessions == personality.maximumSessions) }
    let extended = number(isFiRa1 ? 0x11 : 0x14) == 1
    #expect((personality.supportedValues[.macAddressMode] == [0, 2]) == extended)
    // pica says that it is of a later generation than it is.
    let reported = personality.name == "pica" ? .fira2 : personality.dialect.version
    #expect(personality.reportedVersion == reported)
    #expect(personality.name != "nxp" || personality.deviceInfo.body?.uciVersion.first == 3)
  }

  @Test(
    "parameters are missed when the session is to start",
    arguments: UWBSPersonality.all)
  func mandatory(personality: UWBSPersonality) {
    for missing in personality.requiredToStart {
      var board = Board.of(personality, in: .initial)
      var configuration = AppConfiguration.twoWayRanging(
        isController: true, address: [0, 0], destinations: [[1, 0]])
      configuration[.uwbInitiationTime] = nil
      configuration[missing] = nil
      let command = SessionSetAppConfigCommand(
        sessionToken: board.token, tlvs: configuration.parameters)
      let isRejected = personality.requiredToConfigure.contains(missing)
      #expect(
        board.send(command) == [isRejected ? "410300020100" : "410300020000"], "without \(missing)")
      #expect(board.send("22000004" + wire(board.token)) == ["4200000115"])
    }
  }

  @Test(
    "addresses of two lengths start only where the make has them", arguments: UWBSPersonality.all)
  func extendedAddresses(personality: UWBSPersonality) {
    var board = Board.of(personality, in: .initial)
    var configuration = AppConfiguration.twoWayRanging(
      isController: true, address: [0, 0], destinations: [[1, 0]])
    configuration[.uwbInitiationTime] = nil
    configuration.set(.macAddressMode, 2)
    configuration[.deviceMACAddress] = [1, 2, 3, 4, 5, 6, 7, 8]
    configuration.destinations = [[8, 7, 6, 5, 4, 3, 2, 1]]
    let answer = board.send(
      SessionSetAppConfigCommand(sessionToken: board.token, tlvs: configuration.parameters))
    guard personality.name != "fira2-qorvo" else {
      #expect(answer.first?.contains("2605") == true, "MAC_ADDRESS_MODE is out of range")
      return
    }
    #expect(answer.first == "410300020000")
    _ = board.send("22000004" + wire(board.token))
    let info = board.round([([8, 7, 6, 5, 4, 3, 2, 1], 210)]).first ?? ""
    #expect(info.contains("0807060504030201" + "00ff" + "d200"))
  }

  @Test("addresses that do not fit their mode or number are missed at the start")
  func inconsistent() {
    var board = Board.of(.nxp, in: .idle)
    #expect(board.send("2103000801000080" + "01050102") == ["410300020000"])
    #expect(board.send("2200000401000080") == ["4200000115"])
    #expect(board.send("2103000b01000080" + "01070401000200") == ["410300020000"])
    #expect(board.send("2200000401000080").first == "4200000100")
    #expect(board.send("2201000401000080").contains("4201000100"))
    #expect(board.send("210300080100008001260102", microseconds: 9_000) == ["410300020000"])
    #expect(board.send("2200000401000080", microseconds: 9_000) == ["4200000115"])
  }

  @Test(
    "random packets never trap and every command is answered once",
    arguments: UWBSPersonality.all)
  func fuzz(personality: UWBSPersonality) {
    var generator = SeededGenerator(state: 815)
    var board = Board.of(personality, in: .active, type: .firaRangingAndInBandData)
    let groups = personality.groups + [3, 0xC]
    for step in 0..<3_000 {
      var payload = generator.bytes(Int.random(in: 0...40, using: &generator))
      if payload.count > 4, Bool.random(using: &generator) {
        payload.replaceSubrange(0..<4, with: [UInt8.random(in: 0...8, using: &generator), 0, 0, 0])
      }
      let isData = step % 5 == 0
      let group = groups.randomElement(using: &generator) ?? 0
      let packet = UCIPacket(
        isData ? .data : .command,
        gid: isData ? UInt8.random(in: 0...3, using: &generator) : group,
        oid: isData ? 0 : UInt8.random(in: 0...15, using: &generator), payload: payload)
      let answers = board.subsystem.receive(packet, microseconds: UInt64(step) * 3_000)
      let responses = answers.filter {
        guard case .send(let answer) = $0 else { return false }
        let isRetry =
          answer.messageType == .notification && answer.gid == 0 && answer.oid == 7
        return answer.messageType == .response || (!isData && isRetry)
      }
      #expect(responses.count == (isData ? 0 : 1))
      for session in board.subsystem.sessions {
        _ = board.subsystem.rangingRound(
          token: session.token,
          measurements: [UWBSMeasurement(address: [1, 0], distanceCentimetres: 3)])
      }
    }
    #expect(board.subsystem.sessions.count <= personality.maximumSessions)
  }
}

extension String {
  /// The command with the token 1 for another one.
  fileprivate func replacingToken(with token: String) -> String {
    String(prefix(8)) + token + dropFirst(16)
  }
}
