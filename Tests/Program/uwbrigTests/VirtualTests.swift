import Foundation
import Journal
import TestSupport
import Testing

@Suite("virtual")
struct VirtualTests {
  /// `uwbrig virtual` while it serves.
  struct Server {
    let process: ChildProcess
    let ready: JSONValue

    init(_ program: Program, _ arguments: String...) throws {
      process = try program.start(["virtual"] + arguments, input: .pipe, output: .pipe)
      var line = Data()
      while !line.contains(0x0A) {
        let data = process.output.availableData
        guard !data.isEmpty else { break }
        line += data
      }
      let text = try #require(String(data: line, encoding: .utf8))
      #expect(text.hasPrefix("ready {\"schema\":\"uwbrig.virtual/1\",\"uci\":["))
      #expect(text.hasSuffix("}\n"))
      ready = try JSONParser.parse(Array(text.dropFirst(6).dropLast().utf8))
    }

    /// Ends it by a signal, or by the end of its input; gives its status.
    func end(_ signal: Int32?) throws -> ChildProcess.Ending {
      if let signal {
        process.signal(signal)
      } else {
        try process.input.close()
      }
      return try process.wait()
    }
  }

  static let ends: [(signal: Int32?, status: Int32)] = [(nil, 0), (SIGTERM, 143), (SIGINT, 130)]

  @Test(
    "terminals are linked by the names of the boards, and the links go with the service",
    arguments: [0, 1, 2])
  func terminals(_ index: Int) throws {
    let program = try Program()
    defer { program.clean() }
    let links = program.folder.appending(path: "ptys").path
    let server = try Server(
      program, "--rig", "Rigs/loopback.yaml", "--pty-dir", "ptys", "--with-parent")
    let files = FileManager.default
    let names = ["lock", "tag", "phone", "anchor", "mobile"]
    #expect(try files.contentsOfDirectory(atPath: links).sorted() == names.sorted())
    for terminal in try #require(server.ready["ptys"]?.array) {
      let board = try #require(terminal["board"]?.string)
      #expect(
        try files.destinationOfSymbolicLink(atPath: links + "/" + board)
          == terminal["path"]?.string)
    }
    let end = Self.ends[index]
    #expect(try server.end(end.signal) == .exit(end.status))
    #expect(try files.contentsOfDirectory(atPath: links).isEmpty)
  }

  @Test("a link of an earlier service is replaced, a file of that name is not")
  func filesInTheWay() throws {
    let program = try Program()
    defer { program.clean() }
    let links = program.folder.appending(path: "ptys")
    let files = FileManager.default
    try files.createDirectory(at: links, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: links.path + "/lock", withDestinationPath: "/dev/pts/gone")
    try Data().write(to: links.appending(path: "tag"))
    let ending = try program.run(
      ["virtual", "--rig", "Rigs/loopback.yaml", "--pty-dir", "ptys"])
    #expect(ending.status == 2)
    #expect(ending.errors.contains("ptys/tag is in the way"))
    #expect(try files.contentsOfDirectory(atPath: links.path) == ["tag"])
  }

  @Test(
    "boards that other machines can use are warned of",
    arguments: [("0.0.0.0", true), ("127.0.0.1", false)])
  func beyondThisMachine(_ address: String, _ isWarnedOf: Bool) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["virtual", "--uci-tcp", "0", "--listen", address, "--with-parent"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("every machine that reaches \(address) can use") == isWarnedOf)
  }

  @Test("a run judges an accessory on TCP; each connection is a new board")
  func overTCP() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write("- [1, 0, 1]\n- [2.5, 1e1, -3]  # a remark\n", to: "positions.yaml")
    let server = try Server(
      program, "--accessory-tcp", "0", "--uci-tcp", "0", "--framing", "cobs", "--positions",
      "positions.yaml", "--with-parent")
    #expect(server.ready["ptys"]?.array?.isEmpty == true)
    #expect(server.ready["uci"]?.array?.count == 1)
    let port = try #require(server.ready["accessory"]?.array?.first?["port"]?.integer)
    try program.write(
      """
      version: 1
      boards:
        - {name: lock, firmware: ni-accessory, framing: cobs, link: "tcp://127.0.0.1:\(port)"}
        - {name: tag, firmware: ni-accessory, framing: cobs, link: "tcp://127.0.0.1:\(port)"}
      """, to: "bench.yaml")
    let ending = try program.run(["run", "N01", "--rig", "bench.yaml", "--out", "o"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try server.end(nil) == .exit(0))
  }

  @Test(
    "positions that are no positions are refused",
    arguments: ["{", "- [1, 2]", "- [1, 2, x]", "[[1, 2, 3], [nan, 1, 1]]"])
  func wrongPositions(_ text: String) throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(text, to: "positions.yaml")
    let ending = try program.run(["virtual", "--uci-tcp", "0", "--positions", "positions.yaml"])
    #expect(ending.status == 2)
    #expect(ending.errors.hasPrefix("Error: --positions: positions.yaml: "))
  }
}
