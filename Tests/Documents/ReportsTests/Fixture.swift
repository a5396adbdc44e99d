import Foundation
import Journal
import LabRuntime
import Reports
import RunStore
import Testing

/// What a hostile board or file might say.
let hostile = "<b>&\"'\u{1B}[31m\u{0}\u{202E}]]>\u{FFFE}\u{2028}[[ATTACHMENT|/etc/passwd]]"

/// Decodes as little as the snapshots need.
let describe: FrameDescriber = { firmware, _, direction, bytes in
  guard firmware == "ni-accessory", let first = bytes.first else { return nil }
  let names: [UInt8: String] = [
    0x01: "ACCESSORY_CONFIGURATION_DATA", 0x02: "UWB_DID_START", 0x03: "UWB_DID_STOP",
    0x0A: "INITIALIZE", 0x0B: "CONFIGURE_AND_START", 0x0C: "STOP",
  ]
  return names[first].map { "\($0), \(bytes.count - 1) bytes \(direction.rawValue)" }
}

/// A journal that is written event by event, a millisecond apart.
struct Script {
  private(set) var bytes: [UInt8] = []
  private var microseconds: Int64 = 0

  mutating func add(_ event: Event, after: Int64 = 1_037) {
    microseconds += after
    bytes += JournalEntry(microseconds: microseconds, event: event).line
  }

  mutating func frame(_ board: String, _ direction: Direction, _ bytes: [UInt8]) {
    add(.frame(.init(board: board, direction: direction, bytes: bytes)))
  }

  /// A case with an assertion that holds between its start and its end.
  mutating func instance(
    _ id: String, on boards: [String], _ verdict: Verdict, _ reason: String = "",
    class caseClass: CaseClass = .required, attempt: Int = 1, waived: String? = nil,
    quarantined: String? = nil, microseconds: Int64? = nil,
    _ body: (inout Script) -> Void = { _ in }
  ) {
    let suite = String(id.prefix { $0 != "." })
    add(
      .caseStarted(
        .init(
          case: id, boards: boards, attempt: attempt, suite: suite,
          title: "A title for \(id)",
          requirement: "The accessory answers the message that asks for it within one second.",
          source: "accessory protocol §2.3", tags: ["accessory"],
          reproduce: "uwbrig run 'id(\(id)) & board(\(boards.joined(separator: "+")))' --seed 7")))
    add(.assertion(.init(requirement: "an answer came", ok: true, expected: "any", got: "one")))
    body(&self)
    add(
      .caseFinished(
        .init(
          case: id, boards: boards, verdict: verdict, reason: reason, class: caseClass,
          durationMicroseconds: microseconds, waived: waived, quarantined: quarantined)),
      after: 250_000)
  }
}

/// A journal with every verdict; real boards where asked for.
func everyVerdict(isVirtual: Bool = true) -> Script {
  var script = Script()
  script.add(.runStarted(.init(version: "0.1.0", seed: 7, rig: "loopback")), after: 0)
  for (name, firmware, identity) in [
    ("lock", "ni-accessory", "reference 1.0"), ("tag", "ni-accessory", hostile),
    ("phone", "uci", "fira2-qorvo"),
  ] {
    script.add(
      .boardOpened(
        .init(board: name, identity: identity, virtual: isVirtual, firmware: firmware)))
  }
  script.add(.note(.init("the clock of the host jumped")))
  addSuppressions(&script)
  script.instance("accessory.configuration", on: ["lock"], .pass) { script in
    script.frame("lock", .out, [0x0A])
    script.frame("lock", .in, [0x01, 0x02, 0x03])
    script.add(
      .measurement(
        .init(name: "answer time", value: 12.25, unit: "ms", limits: .init(max: 1000))))
  }
  script.instance("accessory.stop-while-idle", on: ["lock"], .fail, "no answer came") { script in
    script.add(.step(.init("sends a stop while nothing runs")))
    script.frame("lock", .out, [0x0C])
    script.frame("lock", .in, [0x02])
    script.frame("phone", .in, [0x60, 0x07])
    script.add(
      .assertion(
        .init(
          requirement: "a stop while idle is answered with did-stop", ok: false,
          expected: "UWB_DID_STOP (0x03)", got: "UWB_DID_START (0x02)")))
    script.frame("lock", .out, [UInt8](repeating: 0xA5, count: 40))
    script.add(
      .measurement(
        .init(name: "distance", value: 3.5, unit: "m", limits: .init(min: 1, max: 2.5))))
  }
  script.instance("accessory.malformed[\(hostile)]", on: ["tag"], .fail, hostile, class: .inferred)
  { script in
    for index in 0..<70 { script.frame("tag", .out, [0xFF, UInt8(index)]) }
    script.add(
      .assertion(.init(requirement: hostile, ok: false, expected: hostile, got: hostile)))
    for index in 0..<20 { script.frame("tag", .in, [0x03, UInt8(index)]) }
  }
  script.instance(
    "accessory.waived", on: ["tag"], .fail, "answers late", waived: "accepted for firmware 1.0")
  script.instance(
    "accessory.quarantined", on: ["tag"], .error, "board not ready",
    quarantined: "the anchor misses rounds (tracker UWB-17)")
  script.instance("ranging.two-sided", on: ["lock", "phone"], .error, "board lost") { script in
    script.add(
      .boardClosed(
        .init(board: "phone", identity: "", virtual: isVirtual, reason: "the link broke")))
    addRecoveries(&script)
  }
  script.instance("ranging.distance", on: ["lock", "phone"], .inconclusive, "no line of sight")
  script.instance("ranging.flaky", on: ["lock", "phone"], .fail, "one round was missed") { script in
    script.add(
      .assertion(
        .init(requirement: "no round is missed", ok: false, expected: "10 rounds", got: "9 rounds"))
    )
  }
  script.instance(
    "ranging.flaky", on: ["lock", "phone"], .flaky, "passed on attempt 2", attempt: 2)
  script.instance(
    "accessory.version", on: ["lock"], .finding, "offers 1.1 only", class: .varies)
  for (id, reason) in [
    ("background.wake", "not claimed: background"), ("background.sleep", "not claimed: background"),
    ("aoa.azimuth", "the rig has no controller with two antennas"),
  ] {
    script.add(
      .caseFinished(
        .init(case: id, boards: ["lock"], verdict: .skip, reason: reason, class: .required))
    )
  }
  script.add(.other(kind: "power", json: .object([.init("watts", .number(0.5))])))
  return script
}

/// Both lists, one entry of the quarantine past its day on 2026-11-21.
private func addSuppressions(_ script: inout Script) {
  script.add(
    .suppression(
      .init(
        list: .quarantine, cases: "accessory.quarantined", board: nil,
        reason: "the anchor misses rounds", link: "tracker UWB-17",
        date: "2026-12-24", matches: 1)))
  script.add(
    .suppression(
      .init(
        list: .quarantine, cases: hostile, board: "tag", reason: hostile, link: hostile,
        date: "2026-11-20", matches: 0)))
  script.add(
    .suppression(
      .init(
        list: .waiver, cases: "accessory.waived", board: "tag",
        reason: "accepted for firmware 1.0", link: "tracker UWB-23",
        date: "2026-10-01", matches: 1)))
}

/// One rung that does not help, and one that does.
private func addRecoveries(_ script: inout Script) {
  for (rung, ok) in [("reopen", false), ("power", true)] {
    script.add(
      .recoveryStarted(
        .init(
          board: "phone", rung: rung, reason: "board lost: \(hostile)",
          touches: ok ? ["cuts the power of phone"] : [])))
    script.add(
      .recoveryFinished(.init(board: "phone", rung: rung, ok: ok, reason: ok ? "" : "no answer")))
  }
}

/// The report of a run that started on 2026-11-21.
func judged(_ bytes: [UInt8]) throws -> RunReport {
  var report = try RunReport.read(bytes)
  report.day = record.day
  return report
}

/// The same with its last line.
func finishedJournal(isVirtual: Bool = true) throws -> [UInt8] {
  var script = everyVerdict(isVirtual: isVirtual)
  let counts = try RunReport.read(script.bytes).tally.counts
  script.add(.runFinished(.init(counts: counts, status: 1)))
  return script.bytes
}

let record = RunRecord(
  id: RunIdentifier("20261121-013000-1a2b"), version: "0.1.0", host: "bench-3",
  arguments: ["run"], started: Date(timeIntervalSince1970: 1_795_224_600))

/// Compares a document with the stored one. `UWBRIG_UPDATE_SNAPSHOTS=1` stores it instead.
func expectSnapshot(
  _ document: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
  let file = folder.appending(path: name)
  if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] == "1" {
    try Data(document.utf8).write(to: file)
    return
  }
  let stored = try String(contentsOf: file, encoding: .utf8)
  let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
  let storedLines = stored.split(separator: "\n", omittingEmptySubsequences: false)
  let first = zip(lines, storedLines).enumerated().first { $0.element.0 != $0.element.1 }
  #expect(
    document == stored,
    """
    \(name) differs from line \((first?.offset ?? min(lines.count, storedLines.count)) + 1) on:
    is     \(first?.element.0 ?? "")
    stored \(first?.element.1 ?? "")
    """, sourceLocation: sourceLocation)
}

/// Whether printing or showing the text could do more than show it.
func isHarmless(_ text: String) -> Bool {
  !text.unicodeScalars.contains { $0 != "\n" && $0.isHarmful }
}
