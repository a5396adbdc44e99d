import Foundation
import Notation
import RigFile
import Testing

@Suite("Rig files that mean harm")
struct HostileRigFileTests {
  @Test("an anchor is refused where it stands")
  func anchor() {
    #expect(
      faults("version: 1\nname: &x a\nboards: []") == [
        "rig.yaml:2:7: error: name: expected a file without & anchors and * aliases (write the "
          + "value again), got an anchor or alias"
      ])
  }

  @Test(
    "an alias is refused, as a value, in a list and as a key",
    arguments: [
      "version: 1\nname: &x a\nfaults: *x", "version: &x 1\nboards: [*x, *x]",
      "version: &x 1\n? *x : 1", "&x version: 1\nboards: {*x : 1}",
    ])
  func alias(text: String) {
    #expect(faults(text).contains { $0.contains("an anchor or alias") })
  }

  @Test("an alias without an anchor is refused")
  func undefinedAlias() {
    #expect(faults("version: *x") != [])
  }

  @Test("aliases that multiply are refused, and never followed", arguments: [true, false])
  func billionLaughs(asKeys: Bool) {
    var text = "a0: &a0 [x, x]\n"
    for level in 1...40 {
      let items = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += asKeys ? "? &a\(level) [\(items)]\n: 1\n" : "a\(level): &a\(level) [\(items)]\n"
    }
    #expect(
      faults(text) == [
        (asKeys ? "rig.yaml:2:3: error: " : "rig.yaml:1:5: error: a0: ")
          + "expected a file without & anchors and * aliases (write the value again), got an "
          + "anchor or alias"
      ])
  }

  @Test(
    "no kind of line break hides aliases in a comment",
    arguments: [
      "\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}",
    ])
  func hiddenAliases(lineBreak: String) {
    let lines =
      ["# comment", "a0: &a0 [x, x]"]
      + (1...40).map { "a\($0): &a\($0) {? [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)] : 1}" }
    #expect(
      faults(lines.joined(separator: lineBreak)) == [
        "rig.yaml:2:5: error: a0: expected a file without & anchors and * aliases (write the "
          + "value again), got an anchor or alias"
      ])
  }

  @Test("a file with the line ends of Windows is read like any other")
  func windows() throws {
    let text = RigFileTests.example.split(separator: "\n").joined(separator: "\r\n")
    let (windows, other) = (try rig(text), try rig(RigFileTests.example))
    #expect(windows.boards == other.boards)
    #expect(windows.limits == other.limits && windows.room == other.room)
    #expect(windows.text == text)
    #expect(faults("version: 1\r\nboards: 7").map { $0.prefix(12) } == ["rig.yaml:2:9"])
  }

  @Test("ampersands and asterisks inside values and comments are only characters")
  func innocent() throws {
    let file = try rig(
      """
      # *bold* words and &more of *them*, *and* *again* *and* *again* *and* &again
      version: 1
      boards:
        - {name: a, firmware: uci, link: "serial:/dev/a?baud=1&flow=none&dtr=on&rts=off"}
        - {name: b, firmware: uci, link: "serial:/dev/b?baud=1&flow=none&dtr=on&rts=off"}
        - {name: c, firmware: uci, link: "serial:/dev/c?baud=1&flow=none&dtr=on&rts=off"}
        - {name: d, firmware: uci, link: exec:sh -c 'a &b & wait'}
      """)
    #expect(file.boards.count == 4)
  }

  @Test("deep nesting is refused", arguments: [20, 900, 100_000])
  func deep(depth: Int) {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", "")] {
      let text =
        String(repeating: open, count: depth) + "x" + String(repeating: close, count: depth)
      #expect(faults(text) != [])
    }
  }

  @Test("a file larger than a mebibyte is refused")
  func large() throws {
    let text = "version: 1\n" + String(repeating: "#", count: 1 << 20)
    #expect(
      faults(text) == ["rig.yaml:1:1: error: expected at most 1048576 bytes, got 1048587 bytes"])
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("rig-large-\(ProcessInfo.processInfo.processIdentifier).yaml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: RigFileErrors.self) { try RigFile.load(path) }
  }

  @Test("bytes that are not text are refused")
  func notText() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("rig-bytes-\(ProcessInfo.processInfo.processIdentifier).yaml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data([0x76, 0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: path))
    #expect(throws: RigFileErrors.self) { try RigFile.load(path) }
  }

  @Test(
    "tags are refused, a second document too",
    arguments: [
      "version: !!int \"1\"\nboards: []", "version: 1\nboards: !mine []",
      "version: 1\n---\nversion: 1",
      "version: !!binary aGk=\nboards: []",
    ])
  func tags(text: String) {
    #expect(faults(text) != [])
  }

  @Test("a hundred faults are enough, however many there are")
  func manyFaults() {
    let keys = (0..<5000).map { "key\($0): 1" }.joined(separator: "\n")
    #expect(faults(keys).count == 100)
  }

  @Test("a file of thousands of boards or faults is judged all the same", .timeLimit(.minutes(1)))
  func many() {
    func board(_ number: Int) -> String {
      "- {name: b\(number), firmware: uci, link: 'serial:/dev/t\(number)'}\n"
    }
    let text = "version: 1\nboards:\n" + (0..<2000).map(board).joined()
    #expect(faults(text) == [])
    #expect(faults(text + board(7)).count == 2)
    #expect(faults(text.replacing("uci", with: "ucl")).count == 100)
  }

  @Test("no cut of a rig file traps")
  func cuts() {
    let text = RigFileTests.example
    for length in 0..<text.count { _ = faults(String(text.prefix(length))) }
    #expect(faults(text) == [])
  }

  @Test(
    "no changed character of a rig file traps",
    arguments: [
      "{", "[", "&", "*", "!", "|", ">", "%", "@", "\"", "'", "\t", "\0", "\u{85}", "-", "?", ":",
      "#",
    ])
  func changes(character: String) {
    let text = Array(RigFileTests.example)
    for index in stride(from: 0, to: text.count, by: 3) {
      let changed = String(text[..<index]) + character + String(text[(index + 1)...])
      for message in faults(changed) {
        #expect(message.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
      }
    }
  }
}
