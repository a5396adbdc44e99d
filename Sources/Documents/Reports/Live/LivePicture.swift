package import Journal
import Room

/// What the live page shows of a run while it goes on: the report of what there is so far, and
/// what each board is doing now.
package struct LivePicture: Sendable {
  /// Boards whose frames are told at a time.
  private static let maximumBoards = 64
  /// Cases that are told at once.
  private static let maximumCases = 300

  private var builder = RunReport.Builder()
  private var lanes = RunLanes(plan: [])
  /// Places in the report of the instances that have ended, in the order in which they did.
  private var finished: [Int] = []
  private var planned: Int64?
  private let describe: FrameDescriber
  private let round: RoundReader

  /// A picture of nothing yet.
  package init(
    describe: @escaping FrameDescriber = FrameWords.describer,
    round: @escaping RoundReader = FrameWords.round
  ) {
    self.describe = describe
    self.round = round
  }

  package mutating func take(_ entry: JournalEntry) {
    builder.add(entry)
    lanes.take(entry)
    switch entry.event {
    case .runStarted(let run): planned = planned ?? run.planned
    case .caseFinished:
      if let index = builder.lastFinished { finished.append(index) }
    default: break
    }
  }

  package mutating func damaged(line: Int, reason: String) {
    builder.damaged(line: line, reason: reason)
  }

  /// Whether the journal holds its end.
  package var isOver: Bool { builder.status != nil }

  /// The page of the run that goes on, without the cases that still run.
  private var live: HTMLDocument {
    var report = builder.finish()
    report.instances.removeAll { !$0.isFinished }
    var live = document(report)
    live.isLive = true
    return live
  }

  private func document(_ report: RunReport) -> HTMLDocument {
    HTMLDocument(report, describe: describe, round: round)
  }

  /// The whole page: the report where the run is over, else what there is of it, with a script that
  /// follows.
  ///
  /// - Parameter successor: the command that shows the run again, where what serves the page ends with it.
  package func page(isOver: Bool, successor: String? = nil) throws -> String {
    guard isOver else { return try live.renderLive(after: finished.count) }
    var whole = document(builder.finish())
    whole.again = successor.map(HTMLDocument.Again.command) ?? .link("replay")
    return try whole.render()
  }

  /// The page on which the run is seen again, from any moment on.
  package func replayPage() throws -> String { try live.renderReplay(until: end) }

  /// Lab time of the last line, in microseconds.
  package var end: Int64 { builder.moment.microseconds }

  /// How many cases have ended.
  package var count: Int { finished.count }

  /// The pictures and the groups of what did not pass, as a part of the page, with how many cases they are
  /// of: as ``now(at:until:)`` has it.
  package var overview: String {
    guard let html = try? live.renderOverview() else { return "" }
    return "<i data-done=\"\(lanes.tally.counts.total)\" hidden></i>" + html
  }

  /// What happened in an instance, as a part of the page; nil where there is none of this number.
  package func evidence(of ordinal: Int) -> String? {
    let report = builder.finish()
    guard report.instances.indices.contains(ordinal - 1) else { return nil }
    let instance = report.instances[ordinal - 1]
    let chart = instance.evidence.map {
      SequenceChart($0, on: instance.boards, of: report, describe).html()
    }
    return chart.map { $0.isEmpty ? Self.nothing : $0 } ?? Self.nothing
  }

  private static let nothing = "<p class=\"omitted\">Nothing is kept of what happened.</p>"

  // MARK: What is sent

  /// How far the run is, what each board does, and where it stands.
  ///
  /// - Parameters:
  ///   - at: the moment, in microseconds of lab time; that of the last line without one.
  ///   - end: the last moment that there is, for a run that is seen again.
  package func now(at: Int64? = nil, until end: Int64? = nil) -> [UInt8] {
    let moment = builder.moment
    let time = at ?? moment.microseconds
    let room = moment.places.map { place -> JSONValue in
      .array([
        .string(Visible.text(place.board)), .number(place.position.x), .number(place.position.y),
      ])
    }
    let counts = lanes.tally.counts
    let boards = lanes.lanes.prefix(Self.maximumBoards)
    return JSONValue.object([
      .init("time", .string(Visible.duration(time))), .init("us", .integer(time)),
      .init("end", end.map { .integer($0) } ?? .null),
      .init("endTime", end.map { .string(Visible.duration($0)) } ?? .null),
      .init("clock", .string(moment.clock ?? "")),
      .init("done", .integer(Int64(counts.total))),
      .init("planned", planned.map { .integer($0) } ?? .null),
      .init(
        "counts",
        .array(
          counts.verdicts.map { verdict in
            .array([
              .string(verdict.rawValue), .integer(Int64(counts[verdict])), .string(verdict.tone),
            ])
          })), .init("boards", .array(boards.map { board($0, time) })),
      .init("more", .integer(Int64(max(0, lanes.lanes.count - boards.count)))),
      .init("room", .array(room)),
    ]).encoded
  }

  private func board(_ lane: RunLanes.Lane, _ time: Int64) -> JSONValue {
    .object([
      .init("name", .string(Visible.text(lane.board))),
      .init("case", .string(Visible.text(lane.instance ?? ""))),
      .init("ordinal", .integer(Int64(lane.instance.flatMap { builder.ordinal(of: $0) } ?? 0))),
      .init("step", .string(Visible.text(lane.step))),
      .init(
        "since", .string(lane.instance == nil ? "" : Visible.duration(max(0, time - lane.since)))),
      .init("frames", .array(lane.frames.map { frame($0.at, $0.transfer, lane) })),
    ])
  }

  private func frame(_ at: Int64, _ transfer: Event.Transfer, _ lane: RunLanes.Lane) -> JSONValue {
    let words = describe(lane.firmware, lane.dialect, transfer.direction, transfer.bytes)
    let text = words ?? Visible.hexadecimal(transfer.bytes, of: transfer.bytes.count)
    return .array([
      .string(Visible.seconds(at)), .string(transfer.direction == .out ? "out" : "in"),
      .string(Visible.text(String(text.prefix(300)))),
    ])
  }

  /// A portion of the cases that ended after the first `count`, and the number of all that ended.
  package func cases(from first: Int) -> (json: [UInt8], next: Int, total: Int) {
    let start = min(max(0, first), finished.count)
    let end = min(finished.count, start + Self.maximumCases)
    let cases = finished[start..<end].compactMap { index in builder.instance(at: index).map(json) }
    return (JSONValue.array(cases).encoded, end, finished.count)
  }

  private func json(_ instance: Instance) -> JSONValue {
    let what = [instance.title, instance.verdict == .pass ? "" : instance.reason]
      .filter { !$0.isEmpty }.joined(separator: " – ")
    return .object([
      .init("ordinal", .integer(Int64(instance.ordinal))),
      .init("name", .string(Visible.text(instance.name, lines: true))),
      .init("verdict", .string(instance.verdict.rawValue)),
      .init("tone", .string(instance.verdict.tone)),
      .init("isProblem", .bool(instance.isRemarkable)),
      .init("place", .string(Visible.text(instance.place, lines: true))),
      .init("suite", .string(Visible.text(instance.suite))),
      .init("tags", .string(Visible.text(instance.tags.joined(separator: " ")))),
      .init("what", .string(Visible.text(String(what.prefix(600)), lines: true))),
      .init("microseconds", .integer(instance.microseconds)),
      .init("start", .integer(instance.start)),
      .init(
        "time",
        .string(instance.verdict == .skip ? "" : Visible.duration(instance.microseconds))),
    ])
  }
}
