import Errors
import LabRuntime
import Links
import Synchronization
import Testing
import UCI
import UCIHost

@Suite("A reset")
struct ResetTests {
  /// The orders of accessory-free boards that were observed, and others that no host may mind.
  static let orders: [[String]] = [
    [Known.ready, Known.resetOK, Known.ready],
    [Known.ready, Known.resetOK, Known.deinit7, Known.ready, Known.deinit7],
    [Known.resetOK, Known.ready],
    [Known.ready, Known.resetOK],
    [Known.resetOK, "6001000100", Known.ready],
    [Known.deinit7, Known.resetOK, Known.deinit7, Known.ready],
  ]

  @Test("takes READY and the response in every order, and leaves nothing", arguments: orders)
  func order(_ packets: [String]) throws {
    for pause in [Duration.zero, .milliseconds(50)] {
      let steps = packets.flatMap { [Step.wait(pause), .hex($0)] }
      let board = ScriptedBoard(answers: [steps, [.hex("61020006080000000100"), .hex(Known.info)]])
      let (result, commands) = try board.run { host, _ in
        let seen = try await host.reset()
        return (seen.map(\.hex).sorted(), host.takePackets().count)
      }
      #expect(result.0 == (packets + ["61020006080000000100"]).sorted())
      #expect(result.1 == 0)
      #expect(commands == [Known.reset, Known.getInfo])
    }
  }

  @Test("does not take a READY from before for the one after it")
  func staleReady() throws {
    let board = ScriptedBoard(
      greeting: [.hex(Known.ready)], answers: [[.hex(Known.resetOK)]])
    let (error, _) = try board.run { host, lab in
      try await lab.sleep(for: .milliseconds(1), label: "the greeting")
      return await failure { () throws(UCIHostError) in try await host.reset() }
    }
    #expect(error?.code == .timedOut)
    #expect(error?.subject == "READY after CORE_DEVICE_RESET_CMD")
  }

  @Test("sends the fence again when the board was still restarting")
  func lateReady() throws {
    let board = ScriptedBoard(
      answers: [
        [.hex(Known.ready + Known.resetOK)], [.wait(.milliseconds(500)), .hex(Known.ready)],
        [.hex(Known.info)], [.hex(Known.count)],
      ])
    let (left, commands) = try board.run { host, _ in
      try await host.reset()
      return host.takePackets().count
    }
    #expect(left == 0)
    #expect(commands == [Known.reset, Known.getInfo, Known.getInfo, Known.getCount])
  }

  @Test("leaves no second answer behind where the first command after a restart was sent twice")
  func lateAfterRestart() throws {
    let lab = Lab.simulated(seed: 1)
    let (near, far) = MemoryLink.pair(lab, name: "uci")
    let (nearAgain, farAgain) = MemoryLink.pair(lab, name: "uci")
    let restarted = ScriptedBoard(
      answers: [
        [.wait(.milliseconds(700)), .hex(Known.ready + Known.info)], [.hex(Known.info)],
        [.hex(Known.count)], [.hex(Known.info)], [.hex(Known.count)],
      ])
    let commands = Commands()
    try lab.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await ScriptedBoard(answers: [[.hex(Known.resetOK), .hangUp]]).serve(far, lab) { _ in
          }
        }
        group.addTask { try await restarted.serve(farAgain, lab) { commands.append($0) } }
        let frames = FrameLink(near, cutter: UCICutter(dialect: .fira2), lab: lab)
        let again = FrameLink(nearAgain, cutter: UCICutter(dialect: .fira2), lab: lab)
        defer { again.close() }
        let port = RestartingPort(again)
        let host = UCIHost(frames, lab: lab, owner: port)
        try await host.reset()
        #expect(try await host.call(SessionGetCountCommand()).count == 0)
        #expect(port.restartsOnReset == true)
      }
    }
    #expect(
      commands.all == [
        Known.getInfo, Known.getInfo, Known.getCount, Known.getInfo, Known.getCount,
      ])
  }

  @Test("leaves no second answer behind where the fence that was sent again was late, not lost")
  func lateFence() throws {
    let board = ScriptedBoard(
      answers: [
        [.hex(Known.ready + Known.resetOK)],
        [.hex(Known.ready), .wait(.milliseconds(2_500)), .hex(Known.info)], [.hex(Known.info)],
        [.hex(Known.count)], [.hex(Known.count)],
      ])
    let (count, commands) = try board.run { host, _ in
      try await host.reset()
      return try await host.attempt(SessionGetCountCommand()).count
    }
    #expect(count == 0)
    #expect(commands.dropFirst().prefix(3) == [Known.getInfo, Known.getInfo, Known.getCount])
  }

  @Test("throws away half a message and a late response from before")
  func leftovers() throws {
    let board = ScriptedBoard(
      greeting: [.hex("4101000100"), .hex("7200000400000000")],
      answers: [[.hex(Known.resetOK + Known.ready)], [.hex(Known.info)]])
    let (left, _) = try board.run { host, _ in
      try await host.reset()
      return host.takePackets().count
    }
    #expect(left == 0)
  }

  @Test("is sent once more over a link on which nothing was answered, behind what was unfinished")
  func firstContact() throws {
    // The end of a packet that looks like the beginning of another one waits for the response's bytes.
    let board = ScriptedBoard(
      greeting: [.hex("6102009600")],
      answers: [
        [.hex(Known.resetOK + Known.ready)], [.hex(Known.resetOK + Known.ready)],
        [.hex(Known.info)],
      ])
    let (seen, commands) = try board.run { host, lab in
      try await host.reset()
      return (host.takePackets().count, lab.now)
    }
    #expect(seen.0 == 0)
    #expect(seen.1 < LabInstant.zero.advanced(by: .seconds(1)))
    #expect(commands == [Known.reset, Known.reset, Known.getInfo])
  }

  @Test("comes before a first command that a board in the state ERROR does not answer, once")
  func stateError() throws {
    let answers = [
      [Step.hex(Known.deviceError)], [.hex(Known.resetOK + Known.ready)], [.hex(Known.info)],
      [.hex(Known.info)],
    ]
    let (hex, commands) = try ScriptedBoard(answers: answers).run { host, _ in
      try await host.contact(CoreGetDeviceInfoCommand().packet).hex
    }
    #expect(hex == Known.info)
    #expect(commands == [Known.getInfo, Known.reset, Known.getInfo, Known.getInfo])
    let error = [Step.hex(Known.deviceError)]
    let never = ScriptedBoard(
      answers: [error, [.hex(Known.resetOK + Known.ready)]] + Array(repeating: error, count: 9))
    let (ending, asked) = try never.run { host, _ in
      host.repeatsUnanswered = true
      return await failure { () throws(UCIHostError) in try await host.deviceInfo() }
    }
    #expect(ending?.code == .timedOut)
    #expect(asked.filter { $0 == Known.reset }.count == 1)
  }

  @Test("is sent once where the board has answered before")
  func laterContact() throws {
    let board = ScriptedBoard(answers: [[.hex(Known.info)]])
    let (error, commands) = try board.run { host, _ in
      _ = try await host.deviceInfo()
      return await failure { () throws(UCIHostError) in try await host.reset() }
    }
    #expect(error?.code == .timedOut)
    #expect(commands == [Known.getInfo, Known.reset])
  }

  @Test("says that data went before a command without an answer")
  func dataBefore() throws {
    let board = ScriptedBoard(answers: [[.hex(Known.info)]])
    let (error, _) = try board.run { host, _ in
      _ = try await host.deviceInfo()
      try await host.send(UCIPacket(.data, gid: 1, oid: 0, payload: [1, 2, 3]))
      return await failure { () throws(UCIHostError) in try await host.deviceInfo() }
    }
    #expect(error?.reason.contains("3 bytes of data went before it") == true)
  }

  @Test("fails when the board refuses it")
  func refused() throws {
    let board = ScriptedBoard(answers: [[.hex("4000000103")]])
    let (error, _) = try board.run { host, _ in
      await failure { () throws(UCIHostError) in try await host.reset() }
    }
    #expect(error?.status == .syntaxError)
  }
}

@Suite("A fence")
struct FenceTests {
  @Test("gives everything that came before its answer, and nothing that came after")
  func before() throws {
    let board = ScriptedBoard(
      answers: [[.hex(Known.active + "4107000100"), .hex(Known.info), .hex(Known.ready)]])
    let (result, _) = try board.run { host, lab in
      let before = try await host.fence().map(\.hex)
      let after = try await host.nextPacket(until: lab.now.advanced(by: .seconds(1))).hex
      return (before, after)
    }
    #expect(result.0 == [Known.active, "4107000100"])
    #expect(result.1 == Known.ready)
  }

  @Test("fails on damage before its answer")
  func damage() throws {
    let board = ScriptedBoard(answers: [[.hex("5002000100" + Known.ready + Known.info)]])
    let (error, _) = try board.run { host, _ in
      await failure { () throws(UCIHostError) in try await host.fence() }
    }
    #expect(error?.code == .damaged)
  }
}

/// The port of a board whose chip restarts upon a reset.
private final class RestartingPort: UCILinkOwner {
  private let again: FrameLink
  private let known = Mutex<Bool?>(nil)

  /// - Parameter again: the link behind the restart.
  init(_ again: FrameLink) { self.again = again }

  var restartsOnReset: Bool? {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }

  func reopen(for host: UCIHost?) async throws(RigError) -> FrameLink { again }
  func remark(_ text: String) {}
}
