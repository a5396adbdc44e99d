import Conformance
import Journal
import LabRuntime
import Rig
import Runner

/// What one run of some cases on a loopback bench brought about.
struct BenchResult {
  /// How every instance ended, in order.
  var finished: [Event.CaseFinished] = []
  /// The assertions that did not hold, by instance.
  var broken: [Event.Assertion] = []

  /// The verdict of an instance.
  func verdict(_ instance: String) -> Verdict? {
    finished.first { $0.instance == instance }?.verdict
  }
}

/// A loopback bench in virtual time, with boards as a test wants them.
enum LoopbackBench {
  /// The shipped loopback rig, with lines added to boards: `["lock": ["misbehaviour: never-starts"]]`.
  static func rig(changing changes: [String: [String]] = [:]) throws -> RigFile {
    let shipped = ShippedRigs.text(named: "loopback.yaml") ?? ""
    var lines: [String] = []
    var dropped: [String] = []
    for line in shipped.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let key = line.trimmingPrefix { $0 == " " }.prefix { $0 != ":" }
      if line.hasPrefix("    "), dropped.contains(String(key)) { continue }
      lines.append(line)
      guard line.hasPrefix("  - name: ") else {
        if !line.hasPrefix("    ") { dropped = [] }
        continue
      }
      let added = changes[String(line.dropFirst("  - name: ".count))] ?? []
      dropped = added.map { String($0.prefix { $0 != ":" }) }
      lines += added.map { "    " + $0 }
    }
    return try RigFile.parse(
      lines.joined(separator: "\n"), file: "loopback.yaml", directory: "")
  }

  /// Runs cases on a rig in virtual time.
  static func run(
    _ cases: [Case], on file: RigFile, board: String? = nil, filter: String? = nil,
    seed: UInt64 = 1, options: Run.Options = Run.Options()
  ) throws -> BenchResult {
    let lab = Lab.simulated(seed: seed)
    let sink = MemorySink()
    let journal = Journal(now: { lab.now }, sink: sink)
    let known = KnownNames(
      ids: cases.map(\.id), suites: cases.map(\.suite), tags: cases.flatMap(\.tags))
    let plan = Plan(
      cases: cases, file: file, filter: try filter.map { try Filter.parse($0, known: known) },
      board: board, seed: 0)
    _ = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        await Run(bench, plan: plan, options: options, stop: StopSwitch(lab)).perform()
      }
    }
    try journal.close()
    var result = BenchResult()
    var reader = JournalReader(bytes: sink.bytes)
    while let record = try reader.next() {
      guard case .entry(let entry) = record else { continue }
      switch entry.event {
      case .caseFinished(let finished): result.finished.append(finished)
      case .assertion(let assertion) where !assertion.ok: result.broken.append(assertion)
      default: break
      }
    }
    return result
  }
}
