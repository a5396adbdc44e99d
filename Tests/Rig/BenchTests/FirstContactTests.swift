import Bench
import Errors
import Journal
import LabRuntime
import RigFile
import Testing
import UCI
import UCIHost

@Suite("First contact with a UCI board")
struct FirstContactTests {
  private static func talk<Value: Sendable>(
    to board: String, _ body: @escaping @Sendable (BoardSession, UCIHost) async throws -> Value
  ) throws -> Value {
    let file = try RigFile.parse(
      "version: 1\ntime: virtual\nboards: [{name: a, firmware: uci, link: virtual, \(board)}]",
      file: "rig.yaml", directory: "")
    let lab = Lab.simulated(seed: 0)
    return try lab.run {
      try await Bench.withBench(file, lab: lab, journal: .none(lab)) { bench in
        let session = try #require(bench.board(named: "a")).session
        try await session.open()
        return try await body(session, session.host())
      }
    }
  }

  @Test("a chip that restarts upon its reset is waited for, and known from then on")
  func restart() throws {
    let (learnt, remarks, handled) = try Self.talk(to: "personality: fira1-qorvo") {
      session, host in
      try await host.reset()
      let dialect = try await host.identify()
      try await host.reset()
      let ranging = try await host.openSession(id: 7)
      try await ranging.configure(RangingParameters.controller())
      return (session.restartsOnReset, session.takeRemarks(), (dialect, ranging.token))
    }
    #expect(learnt == true)
    #expect(remarks == ["its chip restarts upon a reset; the port is opened again each time"])
    #expect(handled.0 == UCIDialect(version: .fira1, vendor: .qorvo))
    #expect(handled.1 == 7)
  }

  @Test("a command that went just before a restart is sent again behind it")
  func restartUnderCommands() throws {
    let count = try Self.talk(to: "personality: fira1-qorvo") { _, host in
      let reset = CoreDeviceResetCommand(resetConfig: .uwbsReset)
      _ = try await host.call(reset)
      return try await host.call(SessionGetCountCommand()).count
    }
    #expect(count == 0)
  }

  @Test("one that stays is not waited for twice")
  func stays() throws {
    let learnt = try Self.talk(to: "personality: fira2-qorvo") { session, host in
      try await host.reset()
      return session.restartsOnReset
    }
    #expect(learnt == false)
  }

  @Test("NXP's plug-and-play board is woken, set up after each reset, and told by its name")
  func plugAndPlay() throws {
    let setup = #"setup: ["2F 00 00 02 01 01", "2f210000"]"#
    let (dialect, token) = try Self.talk(
      to: "personality: nxp, framing: nxp-pnp, \(setup)"
    ) { _, host in
      try await host.reset()
      let dialect = try await host.identify()
      return (dialect, try await host.openSession(id: 7).token)
    }
    #expect(dialect == UCIDialect(version: .fira2, vendor: .nxp))
    #expect(token == 0x8000_0001)
  }

  @Test("a set-up command that the board refuses ends the start, with its name")
  func refusedSetup() throws {
    let error = try Self.talk(to: #"personality: fira2-qorvo, setup: ["2F210000"]"#) { _, host in
      do throws(UCIHostError) {
        try await host.reset()
        return UCIHostError?.none
      } catch { return error }
    }
    #expect(error?.subject == "set-up command 2f210000")
    #expect(error?.status == .unknownGID)
  }

  @Test("a board without the framing is named where nothing answers the start sequence")
  func noFraming() throws {
    let file = try RigFile.parse(
      """
      version: 1
      boards: [{name: a, firmware: uci, framing: nxp-pnp, link: "exec:exec sleep 20"}]
      """, file: "rig.yaml", directory: "")
    let lab = Lab.live(seed: 0)
    let error = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: .none(lab)) { bench in
        do throws(RigError) {
          _ = try await bench.board(named: "a")?.session.open()
          return RigError?.none
        } catch { return error }
      }
    }
    #expect(error?.reason.contains("start sequence of NXP's plug-and-play firmware") == true)
  }
}
