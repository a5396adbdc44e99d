import Testing

@testable import UCI

@Suite("updates of a controller's multicast list")
struct SubsystemMulticastTests {
  static func board(
    _ personality: UWBSPersonality, _ state: UCISessionState, stsConfig: Int64 = 0
  ) -> Board {
    Board.of(personality, in: state) {
      $0.set(.multiNodeMode, 1)
      $0.set(.stsConfig, stsConfig)
    }
  }

  static func update(
    _ board: Board, _ action: UCIMulticastAction, _ addresses: [UInt8],
    subSession: UInt32 = 0, key: [UInt8] = []
  ) -> SessionUpdateControllerMulticastListCommand {
    SessionUpdateControllerMulticastListCommand(
      sessionToken: board.token, action: action,
      controlees: addresses.map {
        MulticastControlee(shortMAC: [$0, 0], subSessionID: subSession, subSessionKey: key)
      })
  }

  @Test("FiRa 1.x answers with a status alone and tells the list in the notification")
  func fira1() {
    var board = Self.board(.fira1, .idle)
    #expect(
      board.send(Self.update(board, .add, [2], subSession: 0x0102_0304)) == [
        "4107000100", "6107000d07000000" + "0201" + "02000403020100",
      ])
    #expect(
      board.send(Self.update(board, .remove, [9, 1])) == [
        "4107000102", "6107001407000000" + "0102" + "09000000000007" + "01000000000000",
      ])
    #expect(board.send(Self.update(board, .add, [])) == ["4107000104"])
    #expect(board.subsystem.sessions[0].configuration.destinations == [[2, 0]])
  }

  @Test(
    "FiRa 2.x answers with the list, and notifies it while the session ranges",
    arguments: [UWBSPersonality.fira2Qorvo, .nxp])
  func fira2(personality: UWBSPersonality) {
    var idle = Self.board(personality, .idle)
    #expect(
      idle.send(Self.update(idle, .add, [2, 2])) == ["410700080202" + "020000" + "020008"])
    var active = Self.board(personality, .active)
    #expect(
      active.send(Self.update(active, .add, [2])) == [
        "410700050001020000", "61070008" + wire(active.token) + "01020000",
        "update \(active.token)",
      ])
  }

  @Test("a list holds eight controlees", arguments: UWBSPersonality.all)
  func limit(personality: UWBSPersonality) throws {
    var board = Self.board(personality, .idle)
    let answer = board.send(Self.update(board, .add, [2, 3, 4, 5, 6, 7, 8, 9]))
    #expect(answer[0].dropFirst(8).prefix(2) == "17")
    let peers = board.subsystem.sessions[0].configuration.destinations
    #expect(peers == (1...8).map { [$0, 0] })
    #expect(answer.last?.hasSuffix("01") == true, "the ninth has LIST_FULL")
    #expect(board.send("22000004" + wire(board.token)).first == "4200000100")
    let info = board.subsystem.rangingRound(
      token: board.token,
      measurements: [3, 8].map { UWBSMeasurement(address: [$0, 0], distanceCentimetres: 150) })
    guard case .send(let packet) = info.first else {
      Issue.record("no report")
      return
    }
    // pica has no record of a peer that was not heard.
    guard personality.reportsMissing else { return }
    let report = try SessionInfoNotification(packet: packet, dialect: personality.dialect)
    let records = report.measurements.compactMap { measurement -> TWRShortMeasurement? in
      if case .twrShort(let record) = measurement { record } else { nil }
    }
    #expect(records.map(\.mac) == peers)
    #expect(records.map { $0.status == .ok } == (1...8).map { $0 == 3 || $0 == 8 })
    #expect(records.map { $0.distance == 150 } == (1...8).map { $0 == 3 || $0 == 8 })
    // The responders answer one after the other, so each is missed in a slot of its own.
    #expect(Set(records.filter { $0.status != .ok }.map(\.slotIndex)).count == 6)
  }

  @Test("the last controlee of a ranging session takes the session with it")
  func emptied() {
    var board = Self.board(.nxp, .active)
    #expect(
      board.send(Self.update(board, .remove, [1])) == [
        "410700050001010000", "610700080100008001010000", "stop 2147483649", "61020006010000800333",
        "6001000101",
      ])
    #expect(board.send("2200000401000080") == ["4200000115"])
    #expect(board.send(Self.update(board, .add, [1])) == ["410700050001010000"])
    #expect(board.send("2200000401000080").first == "4200000100")
  }

  @Test(
    "a sub-session key belongs to the STS that is made of one",
    arguments: [
      (0, UCIMulticastAction.add, 0, UCIMulticastStatus.ok),
      (0, .addWith16ByteSubSessionKey, 16, .subSessionKeyNotApplicable),
      (3, .addWith32ByteSubSessionKey, 32, .subSessionKeyNotApplicable),
      (4, .add, 0, .subSessionKeyNotFound),
      (4, .addWith16ByteSubSessionKey, 16, .ok),
      (4, .addWith32ByteSubSessionKey, 32, .ok),
    ])
  func keys(
    stsConfig: Int64, action: UCIMulticastAction, size: Int, status: UCIMulticastStatus
  ) {
    var board = Self.board(.nxp, .idle, stsConfig: stsConfig)
    let key = [UInt8](repeating: 0x77, count: size)
    let answer = board.send(Self.update(board, action, [2], subSession: 5, key: key))
    #expect(answer[0].hasSuffix("0200" + hex([status.rawValue])))
    let session = board.subsystem.sessions[0]
    #expect(
      session.subSession(with: [2, 0])
        == (stsConfig == 4 ? (status == .ok ? [5, 0, 0, 0] + key : [0, 0, 0, 0]) : nil))
  }

  @Test("an action that does not exist and a cut key are not understood")
  func malformed() {
    var board = Self.board(.nxp, .idle)
    #expect(board.send("2107000c01000080" + "0401020000000000") == ["4107000103"])
    #expect(board.send("2107000d01000080" + "020102000000000077") == ["4107000103"])
  }
}
