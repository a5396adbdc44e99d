import Errors
import LabRuntime
import Links
import Testing
import UCI
import UCIHost
import WireFormat

@Suite("An exchange")
struct ExchangeTests {
  @Test("gives the response and keeps in order what came before it")
  func notificationsAreKept() throws {
    let board = ScriptedBoard(
      answers: [[.hex(Known.active), .hex(Known.deinit7 + Known.info), .hex(Known.ready)]])
    let (hex, _) = try board.run { host, lab in
      let response = try await host.exchange(CoreGetDeviceInfoCommand().packet)
      var hex = [response.hex]
      for _ in 0..<3 {
        hex.append(try await host.nextPacket(until: lab.now.advanced(by: .seconds(1))).hex)
      }
      return hex
    }
    #expect(hex == [Known.info, Known.active, Known.deinit7, Known.ready])
  }

  @Test("puts the segments of a response together, however they arrive")
  func segments() throws {
    let board = ScriptedBoard(
      answers: [
        [.hex("50020004000002"), .hex("00"), .wait(.milliseconds(3)), .hex("4002000600020002")]
      ].map { $0 + [.hex("1000")] })
    let (version, _) = try board.run { host, _ in try await host.deviceInfo().uciTestVersion }
    #expect(version == [0x02, 0x10])
  }

  @Test("cuts lengths of 16 bits once the board has said that it is NXP's")
  func identified() throws {
    let log = "698a0001" + String(repeating: "a5", count: 256)
    let board = ScriptedBoard(
      answers: [
        [.hex("4002001100000200020002001007" + "0005" + "5352323530")], [.hex(log + Known.count)],
      ])
    let (hex, _) = try board.run { host, lab in
      let dialect = try await host.identify()
      #expect(dialect.vendor == .nxp)
      _ = try await host.exchange(SessionGetCountCommand().packet)
      #expect(host.damagedBytes == 0)
      return try await host.nextPacket(until: lab.now.advanced(by: .seconds(1))).packet.payload
        .count
    }
    #expect(hex == 256)
  }

  @Test("drops what was cut off when the port was opened")
  func garbageAtOpen() throws {
    let board = ScriptedBoard(
      greeting: [.hex("0102030405")], answers: [[.hex("00ff"), .hex(Known.info)]])
    let (damaged, _) = try board.run { host, _ in
      _ = try await host.deviceInfo()
      return host.damagedBytes
    }
    #expect(damaged == 7)
  }

  @Test("sends again when the board asks for it", arguments: [1, 2])
  func retries(times: Int) throws {
    let board = ScriptedBoard(
      answers: Array(repeating: [.hex(Known.retry)], count: times) + [[.hex(Known.info)]])
    let (kept, commands) = try board.run { host, _ in
      _ = try await host.deviceInfo()
      return host.takePackets().count
    }
    #expect(commands == Array(repeating: Known.getInfo, count: times + 1))
    #expect(kept == 0)
  }

  @Test("is asked for again at once where everything before it was answered")
  func retryOfOne() throws {
    let board = ScriptedBoard(
      answers: [[.hex(Known.info)], [.hex(Known.retry)], [.hex(Known.info)]])
    let (time, commands) = try board.run { host, lab in
      _ = try await host.deviceInfo()
      _ = try await host.fence()
      return lab.now
    }
    #expect(commands.count == 3)
    #expect(time == .zero)
  }

  @Test("sends any command again for who does not judge the board", arguments: 0..<4)
  func patience(lost: Int) throws {
    var answers: [[Step]] = [
      [.hex(Known.resetOK + Known.ready)], [.hex(Known.info)], [.hex(Known.info)],
      [.hex("4100000100" + "61020006070000000000")],
    ]
    answers.insert([], at: lost)
    // The question behind the answer to a command that was sent twice.
    if lost > 0 { answers.insert([.hex("410500020000")], at: lost + 2) }
    let (times, commands) = try ScriptedBoard(answers: answers).run(
      dialect: UCIDialect(version: .fira1)
    ) { host, lab in
      host.repeatsUnanswered = true
      try await host.reset()
      _ = try await host.deviceInfo()
      _ = try await host.openSession(id: 7)
      return (lab.now, host.takePackets().count)
    }
    #expect(commands.count == answers.count)
    #expect(times.0 < LabInstant.zero.advanced(by: .seconds(3)))
    #expect(times.1 == 1)
  }

  @Test("takes what an earlier host was owed for no answer, where it does not judge the board")
  func owed() throws {
    let board = ScriptedBoard(answers: [[.hex("4101000100"), .hex(Known.info)]])
    let (hex, _) = try board.run { host, _ in
      host.repeatsUnanswered = true
      return try await host.exchange(CoreGetDeviceInfoCommand().packet).hex
    }
    #expect(hex == Known.info)
  }

  @Test("gives up after eight sends, and after three where that was no chance")
  func retriesEnd() throws {
    let board = ScriptedBoard(answers: Array(repeating: [.hex(Known.retry)], count: 30))
    let (errors, commands) = try board.run { host, _ in
      var errors: [UCIHostError?] = []
      for _ in 1...3 {
        errors.append(
          await failure { () throws(UCIHostError) in try await host.deviceInfo() })
      }
      return errors
    }
    #expect(errors.map { $0?.code } == [.busy, .busy, .busy])
    #expect(commands.count == 8 + 8 + 3)
  }

  @Test("gives up after three sends where one opcode is wanted so often each time")
  func retriesOfOneOpcode() throws {
    let wanted = Array(repeating: [Step.hex(Known.retry)], count: 4) + [[.hex(Known.info)]]
    let others = Array(repeating: [Step.hex("410500020000")], count: 200)
    let board = ScriptedBoard(answers: others + wanted + wanted + wanted)
    let (errors, commands) = try board.run { host, _ in
      for _ in others { _ = try await host.call(SessionGetCountCommand()) }
      var errors: [UCIHostError?] = []
      for _ in 1...3 {
        errors.append(
          await failure { () throws(UCIHostError) in try await host.deviceInfo() })
      }
      return errors
    }
    #expect(errors.map { $0?.code } == [nil, nil, .busy])
    #expect(commands.count == 200 + 5 + 5 + 3)
  }

  @Test("ends after the limit when nothing comes, and says what came instead")
  func timeout() throws {
    let board = ScriptedBoard(answers: [[.hex("6007000103"), .hex(Known.deviceError)]])
    let (result, _) = try board.run { host, lab in
      let error = await failure { () throws(UCIHostError) in try await host.deviceInfo() }
      return (error, lab.now)
    }
    #expect(result.0?.code == .timedOut)
    #expect(result.0?.description.contains("CORE_GENERIC_ERROR_NTF SYNTAX_ERROR") == true)
    #expect(result.0?.description.contains("CORE_DEVICE_STATUS_NTF ERROR") == true)
    #expect(result.1 == LabInstant(nanoseconds: 2_000_000_000))
  }

  @Test("refuses the response to another command and shows it")
  func foreignResponse() throws {
    let board = ScriptedBoard(answers: [[.hex(Known.resetOK)]])
    let (error, _) = try board.run { host, _ in
      await failure { () throws(UCIHostError) in try await host.deviceInfo() }
    }
    #expect(error?.code == .foreignResponse)
    #expect(error?.packet?.hex == Known.resetOK)
    #expect(error?.description.contains("CORE_DEVICE_RESET_RSP 00") == true)
  }

  @Test("ends with damage when segments do not belong together")
  func damage() throws {
    let board = ScriptedBoard(answers: [[.hex("50020001004100000100")]])
    let (result, _) = try board.run { host, lab in
      let error = await failure { () throws(UCIHostError) in try await host.deviceInfo() }
      let next = try await host.nextPacket(until: lab.now.advanced(by: .seconds(1)))
      return (error, next.hex)
    }
    #expect(result.0?.code == .damaged)
    #expect(result.1 == "4100000100")
  }

  @Test("ends when the link does")
  func closed() throws {
    let board = ScriptedBoard(answers: [[.hangUp]])
    let (error, _) = try board.run { host, _ in
      await failure { () throws(UCIHostError) in try await host.deviceInfo() }
    }
    #expect(error?.code == .closed)
    #expect(error?.link?.code == .closed)
  }

  @Test("says which status a board refuses with, and which parameters")
  func refusal() throws {
    let board = ScriptedBoard(answers: [[.hex("4103000404010404")]])
    let (error, _) = try board.run { host, _ in
      await failure { () throws(UCIHostError) in
        try await host.call(
          SessionSetAppConfigCommand(
            sessionToken: 1, tlvs: [AppConfigParameter(.channelNumber, 4)]))
      }
    }
    #expect(error?.code == .status)
    #expect(error?.status == .invalidParam)
    #expect(error?.description.contains("CHANNEL_NUMBER INVALID_PARAM") == true)
  }

  @Test("refuses a response that cannot be read")
  func malformed() throws {
    let board = ScriptedBoard(answers: [[.hex("400200020002")]])
    let (error, _) = try board.run { host, _ in
      await failure { () throws(UCIHostError) in try await host.deviceInfo() }
    }
    #expect(error?.code == .malformed)
  }

  @Test("cuts a long command into segments")
  func longCommand() throws {
    let board = ScriptedBoard(answers: [[], [.hex("7f0000"), .hex("4e01000100")]])
    let (_, commands) = try board.run { host, _ in
      let command = UCIPacket(
        .command, gid: 0xE, oid: 1, payload: [UInt8](repeating: 7, count: 300))
      try await host.send(command)
      return await failure { () throws(UCIHostError) in
        try await host.nextPacket(until: LabInstant(nanoseconds: 1_000_000))
      }.map { $0.code }
    }
    #expect(commands.count == 2)
    #expect(commands.first?.hasPrefix("3e0100ff") == true)
    #expect(commands.last?.hasPrefix("2e01002d") == true)
  }
}

@Suite("Waiting for a notification")
struct NotificationTests {
  @Test("takes kept ones first and leaves other packets")
  func order() throws {
    let board = ScriptedBoard(
      answers: [[.hex(Known.active + Known.info), .hex("02000100aa"), .hex(Known.ready)]])
    let (hex, _) = try board.run { host, lab in
      _ = try await host.deviceInfo()
      let until = lab.now.advanced(by: .seconds(1))
      return [
        try await host.nextNotification(until: until).hex,
        try await host.nextNotification(until: until).hex,
        try await host.nextPacket(until: until).hex,
      ]
    }
    #expect(hex.prefix(2) == [Known.active, Known.ready])
    #expect(hex[2] == "02000100aa")
  }

  @Test("ends at its deadline")
  func deadline() throws {
    let (result, _) = try ScriptedBoard().run { host, lab in
      let error = await failure { () throws(UCIHostError) in
        try await host.nextNotification(until: LabInstant(nanoseconds: 5_000))
      }
      return (error?.code, lab.now.nanoseconds)
    }
    #expect(result.0 == .timedOut)
    #expect(result.1 == 5_000)
  }

  @Test("does not keep more than its limit")
  func flood() throws {
    let chunk = String(repeating: Known.ready, count: 5_000)
    let board = ScriptedBoard(answers: [Array(repeating: .hex(chunk), count: 21)])
    let (result, _) = try board.run { host, _ in
      let error = await failure { () throws(UCIHostError) in try await host.deviceInfo() }
      return (error?.code, host.takePackets().count)
    }
    #expect(result.0 == .flooded)
    #expect(result.1 >= 100_000)
  }
}
