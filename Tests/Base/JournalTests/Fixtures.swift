import Foundation
import Journal
import Testing

/// A text whose name in the output of the tests does no harm.
struct HostileText: Sendable, CustomTestStringConvertible {
  let text: String
  private var name: String {
    text.unicodeScalars.prefix(12).map { $0.escaped(asASCII: true) }.joined()
  }
  var testDescription: String { "\(text.utf8.count) bytes (\(name))" }
}

/// Texts that a board, a file or a person could put into a field.
let hostileTexts = [
  "", "plain", "\"quoted\" and \\ back", "line\nbreak\r\n\ttab", "\u{0}\u{1}\u{1F}\u{7F}",
  "\u{1B}[31mred\u{1B}[0m \u{1B}]0;title\u{7}", "\u{85}\u{9B}31m\u{9F}",
  "\u{2028}line\u{2029}paragraph", "\u{202E}desrever\u{2066}\u{2069}\u{200F}\u{FEFF}",
  "ünïcödé – 測距 – 🛰️👩‍🔬", "\u{FFFE}\u{FFFF}\u{FFFD}\u{E0041}", "e\u{301}\u{308}", "</script><b>&amp;",
  String(repeating: "x", count: 70_000), "{\"t_us\":0,\"kind\":\"run-finished\"}\n",
].map(HostileText.init)

/// One event of every kind, with and without optional fields, around one text.
func everyEvent(_ text: String) -> [Event] {
  var counts = VerdictCounts()
  for (index, verdict) in Verdict.allCases.enumerated() { counts[verdict] = index * 3 }
  let boards = [text, "b"]
  return [
    .runStarted(.init(version: text, seed: 0, rig: text)),
    .runStarted(.init(version: "1.0.0", seed: .max, rig: "loopback")),
    .boardOpened(.init(board: text, identity: text, virtual: true, firmware: "uci")),
    .boardIdentified(
      .init(board: text, identity: "", virtual: false, firmware: "uci", dialect: text)),
    .boardClosed(.init(board: "b", identity: "", virtual: false, reason: text)),
    .caseStarted(.init(case: text, boards: boards)),
    .caseStarted(
      .init(
        case: "c[1]", boards: [], attempt: .max, suite: text, title: text, requirement: text,
        source: text, tags: boards, reproduce: text, declaredMicroseconds: .min)),
    .frame(.init(board: text, direction: .in, bytes: [])),
    .chunk(.init(board: text, direction: .out, bytes: Array(0...255))),
    .packet(.init(board: text, direction: .in, bytes: [0x0B, 1])),
    .assertion(.init(requirement: text, ok: true, expected: text, got: text)),
    .assertion(.init(requirement: "r", ok: false, expected: "", got: "", instance: text)),
    .measurement(.init(name: text, value: -0.1, unit: text)),
    .measurement(
      .init(name: "n", value: 1e-300, unit: "m", limits: .init(min: -1, max: 1e300), instance: text)
    ),
    .measurement(.init(name: "n", value: 3, unit: "", limits: .init(max: 0.25))),
    .caseFinished(.init(case: text, boards: boards, verdict: .flaky, reason: text, class: .varies)),
    .caseFinished(
      .init(
        case: "c", boards: [], verdict: .fail, class: .required, durationMicroseconds: .max,
        waived: text, quarantined: text)),
    .runFinished(.init(counts: counts, status: 143)),
    .step(.init(text)), .note(.init(text, instance: text)), .signal(.init(name: text)),
    .other(
      kind: "later",
      json: .object([.init(text, .array([.null, .bool(false), .number(0.5), .string(text)]))])),
  ]
}

/// Everything that a journal in memory holds.
func records(_ bytes: [UInt8]) throws -> (records: [JournalReader.Record], isTorn: Bool) {
  var reader = JournalReader(bytes: bytes)
  var result: [JournalReader.Record] = []
  while let record = try reader.next() { result.append(record) }
  return (result, reader.isTorn)
}

/// A path of its own below the folder for temporary files.
func temporaryPath(_ name: String) -> String {
  "/tmp/uwbrig-journal-\(ProcessInfo.processInfo.processIdentifier)-\(name)"
}

/// The bytes of a file; empty where there is none.
func contents(_ path: String) -> [UInt8] {
  Array(FileManager.default.contents(atPath: path) ?? Data())
}

/// Removes a file, if there is one.
func remove(_ path: String) {
  try? FileManager.default.removeItem(atPath: path)
}
