import Errors
import LabRuntime
import Testing

@testable import Links

/// What a server of a remote port does with a connection.
enum ServerManner: Sendable {
  /// Sets what is asked for and echoes data; the purge is never confirmed (ser2net 4.6).
  case echo
  /// Sets another rate than the one asked for.
  case otherRate
  /// Sends raw bytes, knows no Telnet.
  case raw
  /// Refuses to speak of the port.
  case refusing
}

/// A server written from what ser2net was seen to do: answers in its own order, first its own
/// negotiation and an unasked modem state.
private func serve(_ listener: TCPListener, _ manner: ServerManner, _ lab: Lab) async throws {
  while let link = try? await listener.connections.receive() {
    let incoming = LabChannel<[UInt8]>(lab, label: "the client")
    link.start { event in
      switch event {
      case .received(let chunk): incoming.send(chunk.bytes)
      case .closed: incoming.close()
      }
    }
    if manner == .raw { try await link.send(Array("login: ".utf8)) }
    if manner == .refusing { try await link.send([255, 254, 44]) }
    if manner == .echo || manner == .otherRate {
      try await link.send(
        [
          255, 251, 3, 255, 253, 3, 255, 251, 1, 255, 254, 1, 255, 253, 0, 255, 251, 0, 255, 253,
          44,
        ]
          + [255, 250, 44, 107, 0xB0, 255, 240])
    }
    var telnet = Telnet()
    while let bytes = try? await incoming.receive() {
      guard manner == .echo || manner == .otherRate else { continue }
      for item in telnet.receive(bytes) {
        switch item {
        case .data(let data): try await link.send(Telnet.escaped(data))
        case .subnegotiation(44, let value) where value.first == 1:
          let asked = Array(value.dropFirst())
          let rate =
            manner == .otherRate
            ? [0, 0, 37, 128] : asked == [0, 0, 0, 0] ? [0, 1, 194, 0] : asked
          try await link.send(Telnet.subnegotiation(44, [101] + rate))
        default: continue
        }
      }
    }
    link.close()
  }
}

private func withServer<Value: Sendable>(
  _ manner: ServerManner,
  _ body: @escaping @Sendable (Lab, RemotePort) async throws -> Value
) throws -> Value {
  let lab = Lab.live(seed: 0)
  return try lab.run {
    let listener = try TCPListener(lab, address: "127.0.0.1", port: 0)
    var remote = RemotePort(
      lab: lab, host: "127.0.0.1", port: listener.port, parameters: SerialParameters(baud: 115_200))
    // A server that answers may take its time; that the usual limit is kept, a silent one shows.
    if manner != .raw { remote.answerLimit = .seconds(300) }
    let port = remote
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await serve(listener, manner, lab) }
      defer { listener.close() }
      return try await lab.withDeadline(
        lab.now.advanced(by: .seconds(300)), label: "the test"
      ) { try await body(lab, port) }
    }
  }
}

@Suite("a port behind an RFC 2217 server")
struct RemotePortTests {
  @Test("carries every byte value both ways")
  func echo() throws {
    let data = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let got = try withServer(.echo) { lab, port in
      let link = try await port.open()
      defer { link.close() }
      let incoming = LabChannel<[UInt8]>(lab, label: "the echo")
      link.start { event in if case .received(let chunk) = event { incoming.send(chunk.bytes) } }
      try await link.send(data)
      var got: [UInt8] = []
      while got.count < data.count { got += try await incoming.receive() }
      return got
    }
    #expect(got == data)
  }

  @Test("changes its rate and drains while it is open")
  func rate() throws {
    try withServer(.echo) { _, port in
      let link = try #require(try await port.open() as? any SerialLine)
      defer { link.close() }
      link.start { _ in }
      try await link.drain(within: .seconds(300))
      try await link.setRate(921_600)
      try await link.setLines(dtr: false, rts: true)
      try await link.setBreak(true)
      try await link.setBreak(false)
      #expect(link.lineErrors == LineErrors())
    }
  }

  @Test(
    "says what the server did where it cannot be opened",
    arguments: [
      (ServerManner.otherRate, "the server set 9600 instead of 115200 baud"),
      (.refusing, "the server there does not speak RFC 2217"),
      (.raw, "the server did not answer to opening the port within 2.0 seconds"),
    ])
  func refusals(manner: ServerManner, reason: String) throws {
    let error = try withServer(manner) { _, port in
      do throws(RigError) {
        try await port.open().close()
        return RigError(.failed, "", reason: "opened")
      } catch { return error }
    }
    #expect(error.reason == reason)
    #expect(!error.advice.isEmpty)
  }
}
