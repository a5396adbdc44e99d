import Foundation
import Journal
import TestSupport
import Testing

@Suite("record and replay")
struct ReplayTests {
  private static let cases = "N01|N02|C22|R06|R07|R12|UC01|UC02"

  private static func recorded(_ filter: String = cases) throws -> Program {
    let program = try Program()
    let ending = try program.run([
      "run", filter, "--rig", "Rigs/loopback.yaml", "--out", "rec", "--progress", "none",
    ])
    try #require(ending.status == 0, "\(ending.errors)")
    return program
  }

  @Test("a replayed run has the recorded verdicts")
  func same() throws {
    let program = try Self.recorded()
    defer { program.clean() }
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 0)
    #expect(ending.output.hasSuffix("instances replayed, each with its recorded verdict\n"))
    #expect(!ending.output.contains(": 0 instances"))
  }

  @Test("an attempt that the machine held up is not played, nor is its instance judged")
  func heldUp() throws {
    let program = try Self.recorded("board(anchor) & (id(UC01) | id(UC02))")
    defer { program.clean() }
    let journal = program.folder.appending(path: "rec/events.ndjson")
    var lines = try String(contentsOf: journal, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    func lastAttempt(_ name: String) throws -> Range<Int> {
      let start = lines.lastIndex { $0.contains("\"case-started\",\"case\":\"\(name)\"") }
      let end = lines.lastIndex { $0.contains("\"case-finished\",\"case\":\"\(name)\"") }
      return try #require(start)..<(try #require(end) + 1)
    }
    func held(_ line: String) -> String {
      line.replacing("\"PASS\"", with: "\"INCONCLUSIVE\"").dropLast() + ",\"held_up\":true}"
    }
    // One ran again when the machine was quiet; what its board said before is not what it says.
    let first = try lines[lastAttempt("UC01")].map { line in
      line.contains("\"case-finished\"")
        ? held(line)
        : line.contains("\"in\"")
          ? line.replacing(/"hex":"[0-9a-f]*"/, with: "\"hex\":\"ff\"") : line
    }
    let again = try lastAttempt("UC01").lowerBound
    lines[again] = lines[again].replacing("\"attempt\":1", with: "\"attempt\":2")
    lines.insert(contentsOf: first, at: again)
    let last = try lastAttempt("UC02").upperBound - 1
    lines[last] = held(lines[last])
    try lines.joined(separator: "\n").appending("\n").write(
      to: journal, atomically: true, encoding: .utf8)

    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 0, "\(ending.output)")
    #expect(ending.output.contains("each with its recorded verdict\n"), "\(ending.output)")
    #expect(
      ending.output.hasSuffix(
        "Not judged again: 1 instance, since the machine had stood still while they ran.\n"))
  }

  @Test("where the machine held up every instance, that is said, and what to do")
  func allHeldUp() throws {
    let program = try Self.recorded("board(anchor) & id(UC01)")
    defer { program.clean() }
    let journal = program.folder.appending(path: "rec/events.ndjson")
    let text = try String(contentsOf: journal, encoding: .utf8)
    let held = text.split(separator: "\n").map { line in
      line.contains("\"case-finished\"") ? line.dropLast() + ",\"held_up\":true}" : line
    }
    try held.joined(separator: "\n").appending("\n").write(
      to: journal, atomically: true, encoding: .utf8)
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 3, "\(ending.errors)")
    #expect(ending.errors.contains("the machine had stood still in 1 instance"), "\(ending.errors)")
    #expect(ending.errors.contains("record it again"), "\(ending.errors)")
  }

  /// The recordings of the checkout.
  private static let captures = Checkout.at("Rigs/captures")

  /// Each folder in it is a board in this test.
  private static var recordings: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: captures.path).filter {
        FileManager.default.fileExists(atPath: captures.appending(path: "\($0)/rig.yaml").path)
      }.sorted()
    }
  }

  @Test("what was recorded leads to its verdicts in virtual time", arguments: try recordings)
  func recorded(_ name: String) throws {
    let program = try Program()
    defer { program.clean() }
    let recording = Self.captures.appending(path: name)
    let journal = try String(
      contentsOf: recording.appending(path: "events.ndjson"), encoding: .utf8)
    try #require(journal.components(separatedBy: "\"verdict\":\"PASS\"").count > 4)
    let ending = try program.run(["replay", recording.path, "--out", "again", "--json"])
    let json = try JSONParser.parse(Array(ending.output.utf8))
    let differences = try #require(json["differences"]?.array, "\(ending.output)\(ending.errors)")
    // A board is recorded once; where a case sends something else since then, nothing is told of it.
    for difference in differences {
      let reason = difference["reason"]?.string ?? ""
      #expect(reason.contains("the exchange is not the recorded one"), "\(difference)")
    }
    let replayed = Int(json["replayed"]?.number ?? 0)
    #expect(differences.count * 2 < replayed, "record it anew, if it can be: \(ending.output)")
  }

  @Test("a recorded board answers inspect, and a recorded pair range", arguments: try recordings)
  func contact(_ name: String) throws {
    let program = try Program()
    defer { program.clean() }
    let recording = Self.captures.appending(path: name)
    let journal = try String(
      contentsOf: recording.appending(path: "events.ndjson"), encoding: .utf8)
    // Others have not asked for all that inspect wants to know.
    let file = try String(contentsOf: recording.appending(path: "rig.yaml"), encoding: .utf8)
    guard file.contains("name: recording") else { return }
    let rig = "replay:\(recording.path)?mode=tolerant"
    let opened = journal.matches(of: /"board-opened","board":"([a-z0-9-]+)"/)
    let boards = Set(opened.map { String($0.1) })
    for board in boards {
      let ending = try program.run(["inspect", board, "--rig", rig])
      #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    }
    guard journal.contains("\"case\":\"UR12\",\"boards\":[\"board\",\"board-2\"]") else { return }
    // Whether they hear each other is the recording's: the session that is like it may have been alone.
    let ending = try program.run(["range", "board", "board-2", "--rig", rig, "--rounds", "3"])
    #expect([0, 1].contains(ending.status), "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("rounds    3"), "\(ending.output)")
  }

  @Test("the recorded rig can be given to run")
  func rig() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let ending = try program.run(["run", "--rig", "replay:rec", "--out", "again"])
    #expect(ending.status == 0)
    #expect(ending.output.contains("PASS"))
  }

  @Test("a recording with a damaged line is no recording; its last line may be torn")
  func damaged() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let file = program.folder.appending(path: "rec/events.ndjson")
    let whole = try String(contentsOf: file, encoding: .utf8)
    try (whole + "{\"t_us\":0,\"kind\":").write(to: file, atomically: true, encoding: .utf8)
    #expect(try program.run(["run", "--rig", "replay:rec", "--out", "torn"]).status == 0)
    var lines = whole.components(separatedBy: "\n")
    lines.insert(
      "{\"t_us\":0,\"kind\":\"chunk\",\"board\":\"tag\",\"dir\":\"in\",\"hex\":\"zz\"}", at: 3)
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let ending = try program.run(["run", "--rig", "replay:rec", "--out", "again"])
    #expect(ending.status == 3, "\(ending.output)")
    #expect(ending.errors.contains("line 4: "), "\(ending.errors)")
    #expect(ending.errors.contains("record it again"))
  }

  @Test("a replay that repeats no verdict is no success")
  func broken() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    // The boards cannot be played, and the readable part of the journal ends before any verdict.
    let lines = try program.read("rec/events.ndjson").components(separatedBy: "\n")
    try program.write(
      (lines.prefix(3) + ["no line of a journal"] + lines.dropFirst(3)).joined(separator: "\n"),
      to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 3, "\(ending.output)\(ending.errors)")
    #expect(!ending.output.contains("each with its recorded verdict"))
  }

  @Test("a board that answers otherwise is judged otherwise")
  func altered() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let journal = try program.read("rec/events.ndjson")
    // The message's identifier: 0x01 is the configuration data, 0x07 is none.
    let changed = journal.replacing(
      "\"dir\":\"in\",\"hex\":\"310001", with: "\"dir\":\"in\",\"hex\":\"310007")
    try #require(changed != journal)
    try program.write(changed, to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("N01@tag  recorded PASS, replayed FAIL"))
    #expect(ending.output.hasSuffix("1 with another verdict\n"))
  }

  @Test("a host that sends otherwise is shown the difference")
  func difference() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let journal = try program.read("rec/events.ndjson")
    let changed = journal.replacing(
      "\"dir\":\"out\",\"hex\":\"01000a", with: "\"dir\":\"out\",\"hex\":\"01000e")
    try #require(changed != journal)
    try program.write(changed, to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again", "--json"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("recorded 0e, sent 0a"))
    #expect(ending.output.contains("uwbrig.replay/1"))
  }

  @Test("what differs in one instance costs no other its verdict")
  func oneDiffers() throws {
    let program = try Self.recorded("board(anchor) & (id(UC01) | id(UC02) | id(UC03))")
    defer { program.clean() }
    let lines = try program.read("rec/events.ndjson").split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.contains("\"case-started\",\"case\":\"UC01\"") })
    let end = try #require(lines.firstIndex { $0.contains("\"case-finished\",\"case\":\"UC01\"") })
    let changed = lines.enumerated().map { index, line in
      (start..<end).contains(index) && line.contains("\"dir\":\"out\"")
        ? line.replacing(/"hex":"[0-9a-f]*"/, with: "\"hex\":\"2f3f0000\"") : line
    }
    try #require(changed != lines)
    try program.write(changed.joined(separator: "\n") + "\n", to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("UC01@anchor  recorded PASS, replayed "), "\(ending.output)")
    #expect(ending.output.hasSuffix("1 with another verdict\n"), "\(ending.output)")
  }

  @Test("the text of a difference has the bytes below each other, and all of the reason")
  func differenceAsText() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let journal = try program.read("rec/events.ndjson")
    try program.write(
      journal.replacing(
        "\"dir\":\"out\",\"hex\":\"01000a", with: "\"dir\":\"out\",\"hex\":\"01000e"),
      to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 1)
    #expect(
      ending.output.contains("N01@tag: after 5 bytes that agree\n  recorded  0e\n  sent      0a\n"))
  }

  @Test("a rig file and a journal are a recording", arguments: ["bare", "bare/events.ndjson"])
  func bare(_ word: String) throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    for name in ["rig.yaml", "events.ndjson"] {
      try FileManager.default.createDirectory(
        at: program.folder.appending(path: "bare"), withIntermediateDirectories: true)
      try program.write(try program.read("rec/\(name)"), to: "bare/\(name)")
    }
    let ending = try program.run(["replay", word, "--out", "again"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output == "\(word): 2 instances replayed, each with its recorded verdict\n")
  }

  @Test(
    "where nothing can be replayed is said",
    arguments: ["", "{\"t_us\":0,\"kind\":", "\u{1}\u{2}\n"])
  func nothing(_ journal: String) throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    try program.write(journal, to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 3)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("has no case that came to its end: there is nothing to replay"))
  }

  @Test(
    "a board whose recording is not there says so in one sentence", arguments: ["no", "no.pcapng"])
  func missing(_ recording: String) throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(Self.tolerantRig(lock: recording, mobile: recording), to: "bench.yaml")
    let ending = try program.run(["run", "N01", "--rig", "bench.yaml", "--out", "again"])
    #expect(ending.status == 3)
    #expect(ending.errors.contains(": there is no such file or folder. A recording is the folder"))
    #expect(!ending.errors.contains("…"))
  }

  @Test("a filter that selects nothing of a recording is told so")
  func nothingSelected() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let ending = try program.run(["replay", "rec", "id(UC01)", "--out", "again"])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("no recorded case is selected by id(UC01)"))
  }

  @Test("a capture is replayed strictly as one exchange from its beginning to its end")
  func strictCapture() throws {
    let program = try Self.recorded("UC01|UC02")
    defer { program.clean() }
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - {name: mobile, firmware: uci, role: controller, use: device,
           link: "replay:rec/captures/mobile.pcapng?mode=strict"}
      """, to: "bench.yaml")
    func run(_ filter: String) throws -> Program.Ending {
      try program.run(["run", filter, "--rig", "bench.yaml", "--out", "again"])
    }
    let same = try run("UC01|UC02")
    #expect(same.status == 0, "\(same.output)")
    let other = try run("UC01|US01")
    #expect(other.status == 3)
    #expect(other.output.contains("the exchange is not the recorded one"))
  }

  /// Boards that answer as was recorded in these places, in any order.
  private static func tolerantRig(lock: String, mobile: String) -> String {
    """
    version: 1
    time: virtual
    boards:
      - {name: lock, firmware: ni-accessory, link: "replay:\(lock)?mode=tolerant"}
      - {name: mobile, firmware: uci, role: controller, use: device,
         link: "replay:\(mobile)?mode=tolerant"}
    """
  }

  @Test("a recording without an end is replayed as far as it goes, and said to be cut off")
  func interrupted() throws {
    let program = try Self.recorded("N01|N02")
    defer { program.clean() }
    let lines = try program.read("rec/events.ndjson").components(separatedBy: "\n")
    let last = try #require(lines.lastIndex { $0.contains("\"kind\":\"case-finished\"") })
    let cut = lines[..<last].joined(separator: "\n") + "\n"
    try program.write(cut, to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("each with its recorded verdict\nThe recording has no end: "))
    let json = try program.run(["replay", "rec", "--out", "again", "--json"]).output
    #expect(json.contains("\"interrupted\": true"))
  }

  @Test("a played board is called recorded, and its journal names no folder of the machine")
  func labels() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let ending = try program.run(["run", "--rig", "replay:rec", "--out", "again"])
    #expect(ending.status == 0)
    #expect(ending.output.contains("lock (recorded)"), "\(ending.output)")
    let journal = try program.read("again/events.ndjson")
    #expect(journal.contains("\"identity\":\"replay:rec?mode=strict\""))
    #expect(!journal.contains(program.folder.path))
    #expect(
      try program.read("again/junit.xml").contains("name=\"board.lock.kind\" value=\"recorded\""))
    #expect(try program.read("again/report.html").contains("ni-accessory, recorded"))
    // What was replayed is a recording too.
    #expect(try program.run(["replay", "again", "--out", "third"]).status == 0)
  }

  @Test("a difference without a reason has no line for one")
  func withoutReason() throws {
    let program = try Self.recorded("N01")
    defer { program.clean() }
    let journal = try program.read("rec/events.ndjson")
    let changed = journal.replacing("\"verdict\":\"PASS\"", with: "\"verdict\":\"FAIL\"")
    try #require(changed != journal)
    try program.write(changed, to: "rec/events.ndjson")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("recorded FAIL, replayed PASS\n"))
    #expect(
      !ending.output.components(separatedBy: "\n").dropLast().contains {
        $0.allSatisfy(\.isWhitespace)
      }, "\(ending.output)")
  }

  @Test("a tolerant replay answers commands in any order")
  func tolerant() throws {
    let program = try Self.recorded("N01|N02|UC01|UC02")
    defer { program.clean() }
    try program.write(Self.tolerantRig(lock: "rec", mobile: "rec"), to: "bench.yaml")
    let ending = try program.run([
      "run", "id(N01)|UC02|UC01", "--rig", "bench.yaml", "--out", "again", "--seed", "7",
    ])
    #expect(ending.status == 0, "\(ending.output)")
  }

  @Test("record keeps a run that leads to its own verdicts")
  func record() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run([
      "record", "N01", "--rig", "Rigs/loopback.yaml", "--out", "kept", "--progress", "none",
    ])
    #expect(ending.status == 0)
    #expect(ending.output.contains("each with its recorded verdict"))
    #expect(try program.read("kept/rig.yaml").contains("name: loopback"))
  }

  @Test(
    "a capture of this program is a recording too, of UCI packets and of an accessory's messages")
  func captured() throws {
    let program = try Self.recorded("N01|N02|UC01")
    defer { program.clean() }
    try program.write(
      Self.tolerantRig(lock: "rec/captures/lock.pcapng", mobile: "rec/captures/mobile.pcapng"),
      to: "bench.yaml")
    let ending = try program.run([
      "run", "N01|N02|UC01", "--rig", "bench.yaml", "--out", "again", "--seed", "7",
    ])
    #expect(ending.status == 0, "\(ending.output)")
    #expect(ending.output.contains(" PASS"))
    // The message's identifier: 0x01 is the configuration data.
    let names = try program.run(["report", "show", "again", "--json"]).output
    for name in ["N01@lock", "UC01@mobile"] { #expect(names.contains("\"\(name)\"")) }
  }

  static let ways: [[String]] = [
    ["N01|R02", "--repeat", "2"], ["C0*", "--run-timeout", "4s", "--jobs", "1"],
    ["Rigs/scenarios/power-cut.yaml"], ["Rigs/scenarios/session-set-up.yaml | N01"],
  ]

  @Test(
    "repetitions, scenarios and runs that were cut off lead to their verdicts too", arguments: ways)
  func everyWay(_ words: [String]) throws {
    let program = try Program()
    defer { program.clean() }
    let words = words.map { $0.replacing("C0*", with: "id(C0*)") }
    let run = try program.run(["run", "--out", "rec", "--progress", "none"] + words)
    try #require([0, 3].contains(run.status), "\(run.errors)")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("each with its recorded verdict"))
    #expect(!ending.output.contains(": 0 instances"))
  }

  @Test("a board that passes on a retry does so again")
  func flaky() throws {
    let program = try Program()
    defer { program.clean() }
    // Line faults of some seeds break one attempt and not the next.
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual}
      faults: corruption=0.02
      """, to: "bench.yaml")
    let run = try program.run([
      "run", "id(N0*) | id(R0*) | id(C0*)", "--rig", "bench.yaml", "--out", "rec", "--progress",
      "none", "--retries", "5",
    ])
    try #require(run.output.contains(" FLAKY"), "\(run.output)")
    let ending = try program.run(["replay", "rec", "--out", "again"])
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    let again = try program.read("again/events.ndjson")
    #expect(again.contains("\"verdict\":\"FLAKY\""))
  }

  static let refusals: [(arguments: [String], words: String)] = [
    (["replay", "nowhere"], "there is no run"),
    (["record", "N01"], "--out FOLDER"),
    (["record", "N01"], "Usage: uwbrig record "),
  ]

  @Test("what cannot be replayed or recorded is said", arguments: refusals)
  func refuses(arguments: [String], words: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(arguments)
    #expect(ending.status == 2)
    #expect(ending.errors.contains(words))
  }
}
