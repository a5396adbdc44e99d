import Errors
import LabRuntime
import Testing

@testable import Links

/// A board on a pseudo-terminal that says what it hears, its server, and a client's port.
private func withServedPort<Value: Sendable>(
  isGiven: Bool = true,
  _ body: @escaping @Sendable (Lab, PortServer, LeasedPort) async throws -> Value
) throws -> Value {
  let lab = Lab.live(seed: 0)
  return try lab.run {
    let board = try PtyListener(lab, name: "board")
    let server = try PortServer(
      lab, source: SerialPort(lab, path: board.path, parameters: .standard))
    if isGiven { server.give() }
    let end = LeasedPort.Endpoint(
      host: "127.0.0.1", port: server.port, isRemotePort: true, speed: 115_200)
    let port = LeasedPort(lab, name: "labgrid:board") { () throws(RigError) in end }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await server.serve() }
      group.addTask {
        await board.connections.serveEach { link in
          let heard = LabChannel<[UInt8]>(lab, label: "the host")
          link.start { event in
            if case .received(let chunk) = event { heard.send(chunk.bytes) } else { heard.close() }
          }
          while let bytes = try? await heard.receive() { try? await link.send(bytes) }
        }
      }
      defer {
        server.close()
        board.close()
        group.cancelAll()
      }
      return try await body(lab, server, port)
    }
  }
}

@Suite("The server of a remote port")
struct PortServerTests {
  @Test("carries all bytes both ways, and proves that it is there")
  func echo() throws {
    try withServedPort { lab, _, port in
      let link = try await port.open()
      let heard = LabChannel<LinkEvent>(lab, label: "the board")
      link.start { heard.send($0) }
      let all = (0...255).map { UInt8($0) } + [255, 255, 240, 250]
      try await link.send(all)
      var bytes: [UInt8] = []
      while bytes.count < all.count, case .received(let chunk) = try await heard.receive() {
        bytes += chunk.bytes
      }
      #expect(bytes == all)
      #expect(await port.fault(within: .seconds(60)) == nil)
      link.close()
    }
  }

  @Test("hangs up on whoever comes without a lease, and on everybody when it is taken back")
  func lease() throws {
    try withServedPort(isGiven: false) { lab, server, port in
      await #expect(throws: RigError.self) { try await port.open() }
      server.give()
      let link = try await port.open()
      let heard = LabChannel<LinkEvent>(lab, label: "the board")
      link.start { heard.send($0) }
      server.takeBack()
      guard case .closed(let error) = try await heard.receive() else {
        Issue.record("bytes instead of the end")
        return
      }
      #expect(error.code == .endedHere)
    }
  }

  @Test("a bench that was there is waited for when it is away; one that never was is not")
  func away() throws {
    try withServedPort { lab, server, port in
      try await port.open().close()
      server.takeBack()
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          let refused = server.refused
          while server.refused < refused + 2 {
            try await lab.sleep(for: .milliseconds(20), label: "a client that comes again")
          }
          server.give()
        }
        try await port.open().close()
      }
    }
  }

  @Test(
    "answers each command of a client once",
    arguments: [
      ([1, 0, 0, 0, 0], [101, 0, 1, 194, 0]), ([2, 7], [102, 8]), ([3, 2], [103, 1]),
      ([5, 0], [105, 1]), ([5, 7], [105, 8]), ([11, 255], [111, 0]), ([10, 30], [110, 30]),
    ] as [([UInt8], [UInt8])])
  func answers(command: [UInt8], answer: [UInt8]) {
    var answers = ComPortAnswers(rate: 115_200)
    let outcomes = answers.receive(.subnegotiation(option: 44, value: command))
    #expect(outcomes == [.answer([255, 250, 44] + Telnet.escaped(answer) + [255, 240])])
  }

  @Test("says what it does once, whatever a client repeats")
  func negotiation() {
    var answers = ComPortAnswers(rate: 9600)
    let will = Telnet.Item.negotiation(verb: 251, option: 44)
    #expect(answers.receive(will) == [.answer([255, 253, 44])])
    for _ in 0..<1000 { #expect(answers.receive(will).isEmpty) }
    for option in UInt8.min...UInt8.max {
      #expect(answers.receive(.negotiation(verb: 253, option: option)).count <= 1)
    }
  }

  @Test("a client's rate that is none is answered with the port's", arguments: [0, 0xFFFF_FFFF])
  func rates(asked: UInt32) {
    var answers = ComPortAnswers(rate: 9600)
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: asked >> UInt32($0)) }
    #expect(
      answers.receive(.subnegotiation(option: 44, value: [1] + bytes))
        == [.answer([255, 250, 44, 101, 0, 0, 0x25, 0x80, 255, 240])])
  }
}
