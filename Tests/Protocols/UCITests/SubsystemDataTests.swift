import Testing

@testable import UCI

@Suite("data transfer of a UWB subsystem")
struct SubsystemDataTests {
  static func board(
    _ personality: UWBSPersonality = .fira2Qorvo, _ state: UCISessionState = .active,
    type: UCISessionType = .firaRangingAndInBandData,
    configured change: (inout AppConfiguration) -> Void = { _ in }
  ) -> Board {
    Board.of(personality, in: state, type: type, configured: change)
  }

  static func message(
    _ token: UInt32, to peer: [UInt8] = [1, 0], number: UInt16 = 5, _ data: [UInt8] = [0xAA, 0xBB]
  ) -> DataMessageSnd {
    DataMessageSnd(
      sessionToken: token, destMAC: peer + [UInt8](repeating: 0, count: 8 - peer.count),
      sequenceNumber: number, appData: data)
  }

  @Test("data goes out in the next round in which its receiver is heard")
  func transfer() {
    var board = Self.board()
    #expect(board.send(Self.message(1)) == ["620400050100000000"])
    #expect(board.round().count == 1)
    #expect(
      board.round([([1, 0], 100)]).dropFirst() == [
        "transmit 1 0100 5 aabb", "620500080100000005000101", "620400050100000001",
      ])
    #expect(board.round([([1, 0], 100)]).count == 1)
  }

  @Test("credits are as many as the make has", arguments: UWBSPersonality.all)
  func credits(personality: UWBSPersonality) {
    var board = Self.board(personality)
    let token = wire(board.token)
    for number in 1...personality.dataCredits {
      let credit = number < personality.dataCredits ? "01" : "00"
      #expect(
        board.send(Self.message(board.token, number: UInt16(number))) == [
          "62040005" + token + credit
        ])
    }
    #expect(
      board.send(Self.message(board.token, number: 9)) == [
        "62050008" + token + "09000300"
      ])
    #expect(board.round([([1, 0], 100)]).last == "62040005" + token + "01")
    #expect(board.send(Self.message(board.token, number: 9)).count == 1)
  }

  @Test("pica's clients have a credit for each message while the session is idle, and no status")
  func idle() {
    var board = Self.board(.pica, .idle)
    // They write the bytes of the address the other way round.
    let swapped = Self.message(7, to: [0, 1], [UInt8](repeating: 1, count: 1024))
    #expect(board.send(swapped) == ["620400050700000001"])
    #expect(board.send(swapped) == ["620400050700000001"])
    #expect(board.send("2101000407000000") == ["4101000100", "61020006070000000100"])
    var other = Self.board(.fira1, .idle)
    #expect(other.send(Self.message(7)) == ["620500080700000005000400"])
  }

  @Test("a receiver that stays silent loses the message after three rounds")
  func silence() {
    var board = Self.board()
    _ = board.send(Self.message(1))
    #expect(board.round().count == 1)
    #expect(board.round().count == 1)
    #expect(
      board.round().dropFirst() == ["620500080100000005000200", "620400050100000001"])
  }

  @Test("repetitions are told where the session asks for it", arguments: [0, 1])
  func repetitions(tells: Int64) {
    var board = Self.board {
      $0.set(.dataRepetitionCount, 2)
      $0.set(.sessionDataTransferStatusNtfConfig, tells)
    }
    _ = board.send(Self.message(1))
    let rounds = (0..<3).map { _ in Array(board.round([([1, 0], 100)]).dropFirst()) }
    let first = ["transmit 1 0100 5 aabb"]
    #expect(rounds[0] == first + (tells == 1 ? ["620500080100000005000001"] : []))
    #expect(rounds[1] == (tells == 1 ? ["620500080100000005000002"] : []))
    #expect(rounds[2] == ["620500080100000005000103", "620400050100000001"])
  }

  @Test(
    "what cannot be sent is refused by its status",
    arguments: [
      ("an unknown session", message(77), UCIDataTransferStatus.errorRejected),
      ("a stranger", message(1, to: [9, 0]), .errorRejected),
      ("more than the address", message(1, to: [1, 0, 1]), .errorRejected),
      ("one byte too long", message(1, [UInt8](repeating: 1, count: 240)), .invalidFormat),
      ("the same number again", message(1), .errorDataTransferIsOngoing),
    ])
  func refused(what: String, message: DataMessageSnd, status: UCIDataTransferStatus) {
    var board = Self.board()
    if status == .errorDataTransferIsOngoing { _ = board.send(message) }
    #expect(
      board.send(message) == [
        "62050008" + wire(message.sessionToken) + "0500" + hex([status.rawValue]) + "00"
      ], "\(what)")
  }

  @Test("a session of ranging alone has no data, and an idle one none now")
  func wrongSession() {
    var ranging = Self.board(type: .firaRanging)
    #expect(ranging.send(Self.message(1)) == ["620500080100000005000500"])
    #expect(ranging.send("210b000401000000") == ["410b0007" + "01000000" + "000000"])
    var idle = Self.board(.fira2Qorvo, .idle)
    #expect(idle.send(Self.message(1)) == ["620500080100000005000400"])
  }

  @Test("a message that lies about its length is refused by name where it has one")
  func malformed() {
    var board = Self.board()
    #expect(
      board.send("0100110001000000010000000000000005000200aa") == ["620500080100000005000700"])
    #expect(
      board.send("0100120001000000010000000000000005000100aaaa") == ["620500080100000005000700"])
    #expect(board.send("01000500" + "0100000000") == ["620500080100000000000700"])
    #expect(board.send("01000200" + "0100") == ["6007000103"])
    #expect(board.send("02000200" + "0100") == [])
  }

  @Test("the size that fits is told for the session", arguments: UWBSPersonality.all)
  func size(personality: UWBSPersonality) {
    let limit = UInt16(personality.maximumDataPayload - 16)
    let bytes = hex([UInt8(limit & 0xFF), UInt8(limit >> 8)])
    for state in [UCISessionState.idle, .active] {
      var board = Self.board(personality, state)
      #expect(
        board.send("210b0004" + wire(board.token)) == [
          "410b0007" + wire(board.token) + "00" + bytes
        ])
    }
    var board = Self.board(personality, .initial)
    #expect(
      board.send("210b0004" + wire(board.token)) == [
        "410b0007" + wire(board.token) + "150000"
      ])
    #expect(board.send("210b000463000000") == ["410b000763000000110000"])
    var active = Self.board(personality)
    let longest = Self.message(active.token, [UInt8](repeating: 1, count: Int(limit)))
    #expect(active.send(longest).first?.hasPrefix("6204") == true)
  }

  @Test("what waits when the session stops is lost")
  func stopped() {
    var board = Self.board()
    _ = board.send(Self.message(1))
    #expect(
      board.send("2201000401000000").prefix(2) == ["stop 1", "620500080100000005000200"])
    #expect(board.send("2200000401000000").first == "4200000100")
    #expect(board.send(Self.message(1)) == ["620400050100000000"])
  }

  @Test("data from the air is told in the form of the make", arguments: UWBSPersonality.all)
  func received(personality: UWBSPersonality) {
    func arrive(_ board: Board) -> [String] {
      Board.text(
        board.subsystem.dataReceived(
          token: board.token, from: [1, 0], sequenceNumber: 0x0102, appData: [7, 8, 9]))
    }
    let board = Self.board(personality)
    let source = "0100000000000000"
    #expect(
      arrive(board)
        == (personality.name == "nxp"
          ? ["02001800" + wire(board.token) + "00" + "02010000" + source + "0000" + "0300070809"]
          : ["02001400" + wire(board.token) + "00" + source + "0201" + "0300070809"]))
    #expect(arrive(Self.board(personality, .idle)) == [])
    #expect(arrive(Self.board(personality, type: .firaRanging)) == [])
    #expect(arrive(Self.board(personality) { $0.set(.applicationDataEndpoint, 1) }) == [])
  }
}
