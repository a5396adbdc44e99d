import LabRuntime
import Testing
import UCI
import UCIHost

@Suite("A session")
struct SessionTests {
  static let idle = "61020006010000000300"
  static let active = "61020006010000000200"
  static let round =
    "62000038000000000100000000c800000001000000000000000000000101"
    + "0000ffd200000000000000000000000000027a0000000000000000000000"

  @Test("uses the handle that the board gives, not its id")
  func handle() throws {
    let board = ScriptedBoard(
      answers: [
        [.hex("410000050001000000"), .hex("61020006010000000000")],
        [.hex("410300020000"), .hex(Self.idle)],
        [.hex("4200000100"), .hex("6001000102"), .hex(Self.active), .hex(Self.round)],
        [.hex(Self.round), .hex("4201000100"), .hex(Self.idle), .hex(Known.ready)],
        [.hex(Known.ready), .hex("4101000100"), .hex("61020006010000000100")],
      ])
    let (round, commands) = try board.run { host, lab in
      let session = try await host.openSession(id: 7)
      try await session.configure(.controller())
      try await session.start()
      let round = try await session.nextMeasurements(until: lab.now.advanced(by: .seconds(1)))
      try await session.stop()
      try await session.close()
      return round
    }
    #expect(
      commands.map { $0.prefix(8) } == ["21000005", "2103006a", "22000004", "22010004", "21010004"])
    #expect(commands[2] == "2200000401000000")
    #expect(round.token == 1)
    let measurement = try #require(round.measurements.first)
    #expect(measurement.shortAddress == 1)
    #expect(measurement.distanceMetres == 2.1)
    #expect(measurement.rssi == -61)
    #expect(measurement.azimuth == nil)
  }

  @Test("waits once in vain for the word of an end")
  func untoldEnd() throws {
    let made = [Step.hex("410000050001000000"), .hex("61020006010000000000")]
    let board = ScriptedBoard(
      answers: [made, [.hex("4101000100")], made, [.hex("4101000100")]])
    let (waits, _) = try board.run { host, lab in
      var waits: [Duration] = []
      for _ in 1...2 {
        let session = try await host.openSession(id: 7)
        let began = lab.now
        do throws(UCIHostError) { try await session.close() } catch {
          #expect(error.code == .timedOut)
        }
        waits.append(began.duration(to: lab.now))
      }
      return waits
    }
    #expect(waits[0] >= .seconds(1) && waits[1] < .milliseconds(100), "\(waits)")
  }

  @Test("lives through the loss of any answer, for who does not judge the board", arguments: 0..<3)
  func lostAnswer(_ lost: Int) throws {
    let duplicate = "4100000112", count = "410500020001"
    var answers: [[Step]] = [
      [.hex("410000050001000000"), .hex("61020006010000000000")],
      [.hex("410300020000"), .hex(Self.idle)], [.hex("4200000100"), .hex(Self.active)],
    ]
    let (whole, refusals) = (answers[lost], [duplicate, "410300020100", "4200000113"])
    answers[lost] = [.hex(refusals[lost])]
    answers.insert(Array(whole.dropFirst()), at: lost)
    // What a slow board says to the first is asked for; then the state, or all over again.
    let states = ["", "410600020003", "410600020002"]
    answers.insert(
      contentsOf: lost == 0
        ? [[.hex(count)], [.hex(Known.resetOK + Known.ready)], [.hex(Known.info)], whole]
        : [[.hex(count)], [.hex(states[lost])]], at: lost + 2)
    let (token, commands) = try ScriptedBoard(answers: answers).run { host, _ in
      host.repeatsUnanswered = true
      let session = try await host.openSession(id: 7)
      try await session.configure(.controller())
      try await session.start()
      return session.token
    }
    #expect(token == 1)
    #expect(commands.count == answers.count)
  }

  @Test("uses its id when the board has no handles")
  func noHandle() throws {
    let board = ScriptedBoard(answers: [[.hex("4100000100")]])
    let (token, _) = try board.run(dialect: UCIDialect(version: .fira1)) { host, _ in
      try await host.openSession(id: 42).token
    }
    #expect(token == 42)
  }

  @Test(
    "starts whatever the order of states and rounds",
    arguments: [
      [Self.active, "4200000100"], ["4200000100", Self.active],
      [Self.idle, Self.round, "4200000100", Self.active],
    ])
  func order(_ packets: [String]) throws {
    let board = ScriptedBoard(
      answers: [[.hex("410000050001000000")], packets.map { .hex($0) }])
    let (ok, _) = try board.run { host, _ in
      try await host.openSession(id: 7).start()
      return true
    }
    #expect(ok)
  }

  @Test("fails to start when the board ends it with a reason")
  func ended() throws {
    let board = ScriptedBoard(
      answers: [
        [.hex("410000050001000000")], [.hex("4200000100"), .hex("61020006010000000320")],
      ])
    let (error, _) = try board.run { host, _ in
      let session = try await host.openSession(id: 7)
      return await failure { () throws(UCIHostError) in try await session.start() }
    }
    #expect(error?.code == .sessionEnded)
    #expect(error?.description.contains("ERROR_SLOT_LENGTH_NOT_SUPPORTED") == true)
  }

  @Test("gets its own rounds among those of another session")
  func two() throws {
    let other = Self.round.replacingPrefix("6200003800000000", "01", "02")
    let board = ScriptedBoard(
      greeting: [.wait(.milliseconds(1)), .hex(other), .hex(Self.round)],
      answers: [[.hex("410000050001000000")], [.hex("410000050002000000")]])
    let (tokens, _) = try board.run { host, lab in
      let first = try await host.openSession(id: 7)
      let second = try await host.openSession(id: 8)
      let until = lab.now.advanced(by: .seconds(1))
      return [
        try await first.nextMeasurements(until: until).token,
        try await second.nextMeasurements(until: until).token,
      ]
    }
    #expect(tokens == [1, 2])
  }
}

extension String {
  /// The text with the digits behind a prefix replaced.
  fileprivate func replacingPrefix(_ prefix: String, _ old: String, _ new: String) -> String {
    guard hasPrefix(prefix + old) else { return self }
    return prefix + new + dropFirst(prefix.count + old.count)
  }
}

@Suite("Ranging parameters")
struct RangingParameterTests {
  @Test("by default are the 27 parameters and 106 bytes of run_fira_twr")
  func defaults() {
    let list = RangingParameters.controller().tlvs(dialect: .fira2)
    #expect(list.count == 27)
    #expect(SessionSetAppConfigCommand(sessionToken: 1, tlvs: list).payload.count == 106)
    #expect(Set(list.map(\.id)).count == 27)
  }

  @Test(
    "have the initiation time of the board's generation",
    arguments: [
      (UCIVersion.fira1, 4), (.fira2, 8),
    ])
  func initiationTime(_ version: UCIVersion, _ size: Int) {
    let list = RangingParameters.controlee().tlvs(dialect: UCIDialect(version: version))
    #expect(list.first { $0.id == .uwbInitiationTime }?.value.count == size)
  }

  @Test("give way to what is added under the same identifier")
  func additional() {
    var parameters = RangingParameters.controller()
    parameters.additional = [
      AppConfigParameter(.channelNumber, 5), AppConfigParameter(.prfMode, 1),
    ]
    let list = parameters.tlvs(dialect: .fira2)
    #expect(list.count == 28)
    #expect(list.filter { $0.id == .channelNumber }.map(\.value) == [[5]])
  }

  @Test("can be named as the table names them")
  func names() {
    #expect(AppConfigParameter(name: "ranging_interval", 200)?.value == [200, 0, 0, 0])
    #expect(AppConfigParameter(name: "NO_SUCH", 1) == nil)
  }
}
