import Journal
import Links
import Rig
import Simulation

/// What a soak has found, as text or JSON.
struct SoakPrinter {
  static let schema = "uwbrig.soak/1"
  /// Failures that are shown as text.
  private static let mostShown = 40

  /// A failure that was made smaller.
  struct Shrunk {
    var failure: Soak.Failure
    var rig: String
    /// The file of the scenario; nil where the failing case is none.
    var scenario: String?
    var instances: [String]
    var faults: FaultPlan
    var worlds: Int
    var reproduce: String
  }

  private let verb: SoakVerb
  private let soak: Soak

  init(_ verb: SoakVerb, _ soak: Soak) {
    self.verb = verb
    self.soak = soak
  }

  func show(_ summary: Soak.Summary, _ shrunk: [Shrunk]) {
    if verb.common.json {
      Output.result(json(summary, shrunk).indented)
    } else {
      for line in lines(summary, shrunk) { Output.result(line) }
    }
  }

  private func lines(_ summary: Soak.Summary, _ shrunk: [Shrunk]) -> [String] {
    var lines: [String] = []
    if !summary.failures.isEmpty {
      var table = Table([
        .init("SEED"), .init("INSTANCE"), .init("VERDICT"), .init("REASON", minimum: 30),
      ])
      for failure in summary.failures.prefix(Self.mostShown) {
        table.add([
          String(failure.place.seed), failure.instance ?? "(world \(failure.place.part))",
          failure.verdict?.rawValue ?? "BROKEN",
          (failure.invariant.map { $0.rawValue + ": " } ?? "") + failure.reason,
        ])
      }
      lines += table.lines(width: Terminal.width(.output))
      let more = summary.failureCount - min(summary.failures.count, Self.mostShown)
      if more > 0 { lines.append("and \(more) more") }
      lines.append("")
    }
    for shrunk in shrunk {
      lines.append(
        "Seed \(shrunk.failure.place.seed) made smaller in "
          + "\(Self.amount(shrunk.worlds, "world")): "
          + PrintableText.escaped(shrunk.instances.joined(separator: ", "), limit: 400)
          + ", faults \(shrunk.faults)")
      let files = [shrunk.rig, shrunk.scenario].compactMap { $0 }.joined(separator: ", ")
      lines.append("  files  \(PrintableText.escaped(files, limit: 400))")
      lines.append("  again  \(PrintableText.escaped(shrunk.reproduce, limit: 2000))")
    }
    if !shrunk.isEmpty {
      lines.append(
        "Each of these lines leaves a journal below \(PrintableText.escaped(verb.out))/seed-N; "
          + "`uwbrig report JOURNAL --html FILE` makes a page of it.")
      lines.append("")
    }
    let counts = Verdict.allCases.filter { summary.counts[$0] > 0 }
      .map { "\(summary.counts[$0]) \($0.rawValue)" }.joined(separator: ", ")
    lines.append(
      "\(Self.amount(summary.seeds, "seed")) from \(soak.first), faults \(soak.file.faults): "
        + "\(Self.amount(summary.worlds, "world")), \(Self.amount(summary.counts.total, "case run")): "
        + (counts.isEmpty ? "none" : counts))
    let seconds = summary.took.seconds
    lines.append(
      "\(Self.rounded(summary.worldsPerSecond)) worlds/s, "
        + "\(Self.rounded(summary.speed)) times real time, \(Self.rounded(seconds)) s, "
        + "\(summary.foreignEnqueues) foreign enqueues")
    lines.append(
      summary.failureCount == 0
        ? "Nothing failed."
        : "\(Self.amount(summary.failureCount, "failure")) in "
          + "\(Self.amount(failedSeeds(summary), "seed")).")
    return lines
  }

  private static func amount(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }

  private func json(_ summary: Soak.Summary, _ shrunk: [Shrunk]) -> JSONValue {
    .object([
      .init("schema", .string(Self.schema)),
      .init("rig", .string(soak.file.name)),
      .init("faults", .string(soak.file.faults.description)),
      .init("tolerated", .bool(soak.file.faults.isTolerated)),
      .init("first", .integer(Int64(clamping: soak.first))),
      .init("seeds", .integer(Int64(summary.seeds))),
      .init("worlds", .integer(Int64(summary.worlds))),
      .init("counts", summary.counts.json),
      .init("virtual_seconds", .number(summary.lasted.seconds)),
      .init("seconds", .number(summary.took.seconds)),
      .init("worlds_per_second", .number(summary.worldsPerSecond)),
      .init("times_real_time", .number(summary.speed)),
      .init("foreign_enqueues", .integer(Int64(summary.foreignEnqueues))),
      .init("failed", .integer(Int64(summary.failureCount))),
      .init("failures", .array(summary.failures.map(json))),
      .init(
        "shrunk",
        .array(
          shrunk.map { shrunk in
            .object([
              .init("seed", .integer(Int64(clamping: shrunk.failure.place.seed))),
              .init("rig", .string(shrunk.rig)),
              .init("scenario", shrunk.scenario.map { .string($0) } ?? .null),
              .init("instances", .array(shrunk.instances.map { .string($0) })),
              .init("faults", .string(shrunk.faults.description)),
              .init("worlds", .integer(Int64(shrunk.worlds))),
              .init("reproduce", .string(shrunk.reproduce)),
            ])
          })),
    ])
  }

  private func json(_ failure: Soak.Failure) -> JSONValue {
    .object([
      .init("seed", .integer(Int64(clamping: failure.place.seed))),
      .init("part", .integer(Int64(failure.place.part))),
      .init("instance", failure.instance.map { .string($0) } ?? .null),
      .init("verdict", failure.verdict.map { .string($0.rawValue) } ?? .null),
      .init("invariant", failure.invariant.map { .string($0.rawValue) } ?? .null),
      .init("reason", .string(failure.reason)),
    ])
  }

  private func failedSeeds(_ summary: Soak.Summary) -> Int {
    Set(summary.failures.map(\.place.seed)).count
  }

  /// Whole where there is much of it, else with one digit.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    return value >= 100
      ? String(Int(value.rounded())) : String((value * 10).rounded() / 10)
  }
}

extension Soak.Summary {
  var worldsPerSecond: Double { took > .zero ? Double(worlds) / took.seconds : 0 }
  var speed: Double { took > .zero ? lasted.seconds / took.seconds : 0 }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
