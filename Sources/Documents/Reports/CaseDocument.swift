package import JSONDocuments
package import Journal
import Notation

/// Everything that a run knows of one instance of a case, for who wants to know why it ended so.
///
///     try CaseDocument("S08@lock", in: report, FrameWords.describer).print()
package struct CaseDocument: Document, Described {
  package static let schema = "uwbrig.case/1"
  package static let about = "What `uwbrig report show RUN --case CASE --json` prints."
  package static let notes: [String: Note] = [
    "rig": "The name of the rig; empty where the journal does not say.",
    "case": "The instance as the result of the run has it.",
    "boards": "The boards of the case, as they described themselves.",
    "group": "Everything in the run that ended badly for the same cause.",
    "moments": "What happened around the failure, or at the end, in the order of time.",
    "explanation": "The next step that tells more.",
  ]

  struct Board: Codable, Described {
    static let notes: [String: Note] = [
      "identity": "What it says it is: a text of the board.",
      "kind": "`virtual`, `real` or `recorded`.", "firmware": "What speaks on its link.",
    ]
    var name: String
    var identity: String
    var kind: String
    var firmware: String
  }

  struct Line: Codable, Described {
    static let notes: [String: Note] = [
      "time": "Seconds of the run's time.", "way": "From whom to whom; `!!` marks what went wrong.",
      "text": "The bytes in hexadecimal, or the sentence.", "decoded": "The fields of a frame.",
    ]
    var time: String
    @IfPresent var way: String?
    var text: String
    @IfPresent var decoded: String?

    init(_ line: EvidenceLine) {
      time = line.seconds
      way = line.way.unlessEmpty
      text = line.text
      decoded = line.decoded.unlessEmpty
    }
  }

  var rig: String
  var `case`: CaseResult
  var boards: [Board]
  @IfPresent var group: GroupResult?
  @IfPresent var moments: [Line]?
  @IfPresent var explanation: String?

  /// What a run knows of the instance of this name, or of the only one of this id.
  package init(
    _ name: String, in report: RunReport, _ describe: FrameDescriber
  ) throws(Failure) {
    let instance = try Self.find(name, in: report)
    rig = report.run?.rig ?? ""
    `case` = CaseResult(instance)
    boards = instance.boards.compactMap(report.board).map {
      Board(name: $0.name, identity: $0.identity, kind: $0.kind, firmware: $0.firmware)
    }
    group = report.problems.first { group in group.instances.contains { $0.name == instance.name } }
      .map { GroupResult($0) }
    moments = instance.evidence.flatMap { report.evidence($0, describe).map(Line.init).unlessEmpty }
    explanation = group.flatMap {
      $0.leading == instance.name ? nil : "the cause is told best by \($0.leading)"
    }
  }

  private static func find(_ name: String, in report: RunReport) throws(Failure) -> Instance {
    if let exact = report.instances.first(where: { $0.name == name }) { return exact }
    let ofCase = report.instances.filter {
      $0.case == name || $0.case.hasPrefix(name + "[")
    }
    if let only = ofCase.first, ofCase.count == 1 { return only }
    guard ofCase.isEmpty else {
      let names = ofCase.prefix(12).map(\.name).joined(separator: ", ")
      throw Failure(
        .usage,
        "expected one case, got \(ofCase.count) of the id "
          + "\(PrintableText.quoted(name, limit: 60)): \(names)")
    }
    let names = report.instances.map(\.name)
    throw Failure(
      .usage,
      "no case \(PrintableText.quoted(name, limit: 60)) ran"
        + (NearestName.hint(for: name, among: names) ?? "; `uwbrig report show` tells what did"))
  }

  /// The document as lines for people.
  package func lines(width: Int) -> [String] {
    var lines = ["\(`case`.verdict.rawValue)  \(Visible.text(`case`.instance))"]
    func add(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines += Wrapping.lines(
        Visible.text(value), width: width, first: Self.label(name), indent: 15)
    }
    add("title", `case`.title)
    add("requirement", `case`.requirement)
    add("source", `case`.source)
    for failure in `case`.failures ?? [] {
      add("assertion", failure.requirement)
      add("expected", failure.expected)
      add("got", failure.got.isEmpty ? "nothing" : failure.got)
    }
    add("reason", `case`.reason)
    add("same cause", group.map { $0.count > 1 ? "\($0.count) cases" : "" })
    for board in boards {
      add("board", "\(board.name): \(board.kind), \(board.firmware), \(board.identity)")
    }
    for measurement in `case`.measurements ?? [] {
      let value = measurement.value.map { "\($0)" } ?? "none"
      add("measured", "\(measurement.name) \(value) \(measurement.unit)")
    }
    for (index, moment) in (moments ?? []).enumerated() {
      let text = [moment.time, moment.way ?? "", moment.text, moment.decoded ?? ""]
        .filter { !$0.isEmpty }.joined(separator: "  ")
      add(index == 0 ? "frames" : "", text)
    }
    if let command = `case`.reproduce {
      // A command that is to be copied stays on one line.
      lines.append(Self.label("again") + Visible.text(command))
    }
    return lines
  }

  private static func label(_ name: String) -> String {
    "  " + name + String(repeating: " ", count: max(1, 13 - name.count))
  }
}
