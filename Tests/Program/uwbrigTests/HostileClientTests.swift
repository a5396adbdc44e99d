import Foundation
import Journal
import TestSupport
import Testing

@Suite("virtual, whatever its clients do")
struct HostileClientTests {
  /// Boards on TCP, with few descriptors when `limit` says so.
  private struct Server {
    let process: ChildProcess
    let port: Int64
    private let program: Program

    init(_ program: Program, limit: Int? = nil) throws {
      self.program = program
      let limiting = limit.map { "ulimit -n \($0); " } ?? ""
      process = try program.start(
        ["virtual", "--uci-tcp", "0", "--with-parent"],
        through: ["/bin/sh", "-c", "\(limiting)exec \"$0\" \"$@\" 2>errors"], input: .pipe,
        output: .pipe)
      let line = process.output.availableData
      let text = try #require(String(data: line, encoding: .utf8))
      try #require(text.hasPrefix("ready "))
      let ready = try JSONParser.parse(Array(text.dropFirst(6).dropLast().utf8))
      port = try #require(ready["uci"]?.array?.first?["port"]?.integer)
    }

    /// Bytes in memory.
    func resident() throws -> Int {
      let text = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)
      return 4096 * (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0)
    }

    /// Ends it; its status and what it said on standard error.
    func end() throws -> (status: Int32, errors: String) {
      try process.input.close()
      return (try process.wait().number, try program.read("errors"))
    }
  }

  @Test("a connection that there is no descriptor for is hung up on, with the reason in the log")
  func descriptors() throws {
    let program = try Program()
    defer { program.clean() }
    let server = try Server(program, limit: 32)
    let clients = try (0..<48).map { _ in try TCPClient(port: server.port) }
    let served = clients.map { $0.isServed() }
    let count = try #require(served.firstIndex(of: false))
    #expect(count > 8)
    #expect(!served[count...].contains(true))
    // Those before go on, and a place that is given back is taken.
    #expect(clients[0].isServed())
    clients[count - 1].close()
    var newcomer = try TCPClient(port: server.port)
    for _ in 0..<1000 where !newcomer.isServed() { newcomer = try TCPClient(port: server.port) }
    #expect(newcomer.isServed())
    let (status, errors) = try server.end()
    #expect(status == 0)
    #expect(
      errors.hasPrefix(
        "Warning: tcp://127.0.0.1:\(server.port): a connection was refused after \(count) were accepted"
      ),
      "\(errors)")
    #expect(errors.contains("Too many open files; raise the limit of descriptors"))
  }

  @Test(
    "a client that never reads stalls nobody and fills no memory",
    arguments: [4096, 3])
  func neverReads(piece: Int) throws {
    let program = try Program()
    defer { program.clean() }
    let server = try Server(program)
    let other = try TCPClient(port: server.port)
    #expect(other.isServed())
    let before = try server.resident()
    let silent = try TCPClient(port: server.port)
    // Commands in pieces of any size, until nothing fits although the server has had its turn.
    let command: [UInt8] = [0x20, 0x02, 0x00, 0x00]
    let flood = (0..<1024).flatMap { _ in command }
    var (position, refusals, sent) = (0, 0, 0)
    while refusals < 20, sent < 1 << 26 {
      let end = min(position + piece, flood.count)
      let taken = silent.send(Array(flood[position..<end]), waiting: false)
      if taken > 0 {
        (position, sent) = ((position + taken) % flood.count, sent + taken)
      } else {
        refusals += 1
        #expect(other.isServed())
      }
    }
    #expect(refusals == 20)
    #expect(try server.resident() - before < 64 << 20)
    #expect(try server.end().status == 0)
  }

  @Test("clients that reset, half-close or send garbage end their own connection at most")
  func resets() throws {
    let program = try Program()
    defer { program.clean() }
    let server = try Server(program)
    let other = try TCPClient(port: server.port)
    let beginnings: [[UInt8]] = [
      [], [0x20], [0x20, 0x02, 0x00, 0x00], [0x21, 0x03, 0x00, 0xFF, 0x01],
      [UInt8](repeating: 0xFF, count: 9000), [UInt8](0...255) + [UInt8](0...255),
      [0x21, 0x00, 0x00, 0x05, 1, 0, 0, 0, 0, 0x22, 0x00, 0x00, 0x04, 1, 0, 0, 0],
    ]
    for round in 0..<210 {
      let client = try TCPClient(port: server.port)
      client.send(beginnings[round % beginnings.count])
      switch round % 3 {
      case 0: client.reset()
      case 1: client.close()
      default:
        client.endSending()
        while !client.receive().isEmpty {}
      }
      if round % 10 == 0 { #expect(other.isServed()) }
    }
    #expect(other.isServed())
    let (status, errors) = try server.end()
    #expect(status == 0)
    #expect(errors.isEmpty)
  }
}
