import ArgumentParser
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import Reports
import RunStore
import Runs
import Terminal

/// `replay`: a run again, from its journal, without its boards.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Repeats a run from its journal, without its boards.",
    discussion: """
      Every board does what the journal says it did, in simulated time, and the cases are judged again. \
      Status 0 when every verdict is the recorded one, 1 when one differs, 3 when none could be judged \
      again. Where the cases of this build send something else than the recorded ones did, the difference \
      is shown.

      The run is a folder that `uwbrig run` made, the name of a run below out, or `latest`; rig.yaml and \
      events.ndjson are enough. Retries, repetitions, timeouts and scenarios are those of the run if \
      run.json is there too. Other subcommands take a run as the rig `replay:RUN`; \
      `link: replay:RUN?mode=tolerant` in a rig file answers commands in any order, also from a capture \
      (.pcapng) of UCI packets.
      """)

  @Argument(help: ArgumentHelp("The run.", valueName: "run"), completion: Completions.runs)
  var recording: String

  @Argument(
    help: ArgumentHelp("Only these cases.", valueName: "filter"),
    completion: Completions.filters)
  var filters: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the new run. (default: out/<run id>)", valueName: "folder"),
    completion: .directory)
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
      VerdictDifference.show(found.differences)
      Output.result(
        "\(PrintableText.escaped(name)): \(Counted.amount(found.replayed, "instance")) replayed, "
          + (found.differences.isEmpty
            ? "each with its recorded verdict"
            : "\(found.differences.count) with another verdict"))
      if found.heldUp > 0 {
        Output.result(
          "Not judged again: \(Counted.amount(found.heldUp, "instance")), since the machine had stood still "
            + "while they ran.")
      }
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
    let heldUp = before.instances.count(where: \.wasHeldUp)
    guard status != .nothingRan else {
      guard heldUp == 0 || !filters.isEmpty else {
        throw Failure(
          .bench,
          "no case of \(PrintableText.escaped(path)) can be judged again: the machine had stood still in "
            + "\(Counted.amount(heldUp, "instance")) of it; record it again while nothing else runs"
        )
      }
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
          + "runs against the recording, got none; record it again")
    }
    return (
      differences.isEmpty ? .done : .no,
      ReplayDocument(
        recording: name, interrupted: before.isInterrupted, replayed: count,
        heldUp: heldUp, run: directory.path,
        differences: differences)
    )
  }

  /// What decides verdicts beside the boards, as the run was asked for it: how often, how long, and
  /// which scenarios; nothing where the arguments are none of a run.
  private var asked: (options: [String], scenarios: [String]) {
    guard ["run", "record"].contains(arguments.first),
      let command = try? RunCommand.parse(Array(arguments.dropFirst()))
    else { return ([], []) }
    var options: [String] = []
    if command.planning.retries > 0 { options += ["--retries", String(command.planning.retries)] }
    if let times = command.planning.repeat { options += ["--repeat", String(times)] }
    if let timeout = command.timeout { options += ["--timeout", DurationText.format(timeout)] }
    return (options, Selection.scenarioFiles(in: command.selection.filters))
  }
}
