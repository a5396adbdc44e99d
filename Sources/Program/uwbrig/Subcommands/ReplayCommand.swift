import ArgumentParser
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import Reports
import RunStore

/// `replay`: a run again, from its journal, without its boards.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Repeats a run from its journal, without its boards.",
    discussion: """
      Every board does what the journal says it did, in virtual time; the cases are judged anew. \
      Status 0 when each ends as it was recorded, 1 when one does not, 3 when none could be judged \
      again. Where the cases of this \
      build send something else than those that were recorded, the difference is shown.

      The run is a folder that `uwbrig run` made, the name of one below out, or `latest`; rig.yaml \
      and events.ndjson are enough. Retries, repetitions, the timeout and the scenarios are \
      those of the run, as long as run.json is there too. As the rig `replay:RUN` it can be given \
      to other subcommands; `link: replay:RUN?mode=tolerant` in a rig file answers commands in any order, \
      also from a capture (.pcapng) of UCI packets.
      """)

  @Argument(help: ArgumentHelp("The run.", valueName: "run"))
  var recording: String

  @Argument(
    help: ArgumentHelp("Cases, where not all of them are wanted.", valueName: "filter"))
  var filters: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the new run. (default: out/<run id>)", valueName: "folder"))
  var out: String?

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    LabSignal.block()
    throw try RecordedRun(recording).replay(filters, out: out, common: common)
  }
}

extension RecordedRun {
  /// Runs the recorded instances again, compares and prints.
  ///
  /// Throws ``Failure``; returns status 1 where a verdict is another one.
  func replay(_ filters: [String], out: String?, common: CommonOptions) throws -> ExitStatus {
    let (status, found) = try judgeAgain(filters, out: out)
    guard let found else { return status }
    if common.json {
      found.print()
    } else {
      Self.show(found.differences)
      Output.result(
        "\(PrintableText.escaped(name)): \(Counted.amount(found.replayed, "instance")) replayed, "
          + (found.differences.isEmpty
            ? "each with its recorded verdict"
            : "\(found.differences.count) with another verdict"))
      if found.interrupted {
        Output.result(
          "The recording has no end: its run was interrupted, and what came after is not in it.")
      }
    }
    return status
  }

  /// Runs the recorded instances again and compares; nothing where the new run did not come to its end.
  ///
  /// Throws ``Failure``.
  func judgeAgain(
    _ filters: [String], out: String?
  ) throws -> (status: ExitStatus, found: ReplayDocument?) {
    let before = try report()
    var arguments = ["--rig", "replay:\(path)", "--seed", String(before.run?.seed ?? 0)]
    if let out { arguments += ["--out", out] }
    let asked = asked
    arguments += ["--progress", "none", "--quiet", "--no-tests", "fail"] + asked.options + filters
    // A scenario is known where its file is named.
    if filters.isEmpty, !asked.scenarios.isEmpty { arguments += ["all()"] + asked.scenarios }
    let (status, directory) = try RunCommand.parse(arguments).perform(printsResult: false)
    guard status != .nothingRan else {
      throw Failure(
        .bench,
        filters.isEmpty
          ? "\(PrintableText.escaped(path)) has no case that came to its end: there is nothing to replay"
          : "no recorded case is selected by \(PrintableText.escaped(filters.joined(separator: " "))); "
            + "`uwbrig report show \(PrintableText.escaped(path))` lists what was recorded")
    }
    // An exchange that is not the recorded one is an ERROR, which is status 3.
    guard [.done, .no, .bench].contains(where: { $0 == status }) else { return (status, nil) }
    let after = try RunReport.read(journal: directory.events)
    let names = Set(after.instances.map(\.name))
    let differences = try differences(from: after).filter {
      filters.isEmpty || names.contains($0.instance)
    }
    let count = after.instances.filter { $0.verdict != .skip }.count
    guard count > 0 else {
      throw Failure(
        .bench,
        "no verdict of \(PrintableText.escaped(path)) was repeated: expected at least one case that "
          + "runs against the recording, got none; record it anew")
    }
    return (
      differences.isEmpty ? .done : .no,
      ReplayDocument(
        recording: name, interrupted: before.isInterrupted, replayed: count, run: directory.path,
        differences: differences)
    )
  }

  /// Prints what ended otherwise, and why.
  static func show(_ differences: [VerdictDifference], atMost shown: Int = .max) {
    for difference in differences.prefix(shown) {
      Output.result(
        "\(difference.instance)  recorded \(difference.recorded.rawValue), replayed "
          + "\(difference.replayed?.rawValue ?? "not at all")")
      for line in lines(of: difference.reason) { Output.result("  " + line) }
    }
    if differences.count > shown { Output.result("… and \(differences.count - shown) more") }
  }

  /// A reason; the bytes of an exchange that is not the recorded one stand below each other.
  private static func lines(of reason: String) -> [String] {
    guard !reason.isEmpty else { return [] }
    let bytes = /^(.*), recorded (.*?), sent ([0-9a-f ]+(?:… \([0-9]+ bytes\))?)(?:\. )?(.*)$/
    guard let match = reason.firstMatch(of: bytes) else {
      return [PrintableText.escaped(reason, limit: 2000)]
    }
    let lines = [match.1, "recorded  \(match.2)", "sent      \(match.3)", match.4]
    return lines.filter { !$0.isEmpty }.map { PrintableText.escaped(String($0), limit: 2000) }
  }
}

/// The document that `replay --json` and `record --json` print last.
struct ReplayDocument: Document, Described {
  static let schema = "uwbrig.replay/1"
  static let about = "What `uwbrig replay --json` and `uwbrig record --json` print last."
  static let notes: [String: Note] = [
    "recording": "The name of the recorded run.",
    "interrupted": "Whether the recording has no end: what came after is not in it.",
    "replayed": Note("Instances that ran again.", least: 0), "run": "The folder of the new run.",
  ]

  var recording: String
  var interrupted: Bool
  var replayed: Int
  var run: String
  var differences: [VerdictDifference]
}
