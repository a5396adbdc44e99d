import ArgumentParser
import Errors
import JSONDocuments
import Journal
import Notation
import Ranging
import RunStore
import Runs
import Terminal
import UCIHost

/// `explain`: why two boards of a run do not range with each other.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains why two boards of a run do not range with each other.",
    discussion: """
      Compares what the two were given to range with, as the journal of the run has it: a UCI board \
      its application parameters, an accessory what it agreed on with the phone. The first difference \
      is given as the cause, in one sentence: a byte order, the key, the role, a slot. Without --case it \
      takes, of the cases in which both boards had parameters, the last failed one with a difference, \
      else the last failed one, else the last.

      Status 0 when nothing keeps the two from ranging, 1 when something does.
      """)

  @Argument(
    help: ArgumentHelp(
      "The boards, such as the phone's radio and an accessory.", valueName: "board board"),
    completion: Completions.boards)
  var boards: [String] = []

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run: a folder, a journal, or a name below out.", valueName: "run"),
    completion: Completions.runs)
  var recording = "latest"

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp("The case to look at, such as OB47.", valueName: "id"))
  var caseName: String?

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    guard boards.count == 2, boards[0] != boards[1] else {
      let got = boards.count == 2 ? "one of them twice" : "\(boards.count)"
      throw ValidationError("expected the names of two boards, got \(got)")
    }
  }

  mutating func run() throws {
    var given = GivenInRun(boards[0], boards[1])
    _ = try NamedRun(recording, below: RunDirectory.runs).report { given.take($0) }
    for name in boards where !given.known.contains(name) {
      throw Failure(
        .usage,
        given.known.isEmpty
          ? "in the run \(PrintableText.escaped(recording)) no board was given anything to range with"
          : "in the run \(PrintableText.escaped(recording)) no board "
            + "\(PrintableText.quoted(name, limit: 60)) was given anything to range with: "
            + NearestName.refusal(of: name, expected: given.known))
    }
    let pairs = given.pairs.filter { pair in
      caseName.map { pair.instance.hasPrefix($0 + "@") || pair.instance.hasPrefix($0 + "[") }
        ?? true
    }
    let failed = pairs.filter(\.isFailed)
    // The cause of a case may be out of reach where another failure of the run names it.
    let told = failed.last { !ParameterDifference($0.first, $0.second).isEmpty }
    guard let pair = told ?? failed.last ?? pairs.last else {
      throw Failure(
        .usage,
        "in no case of this run were both \(boards[0]) and \(boards[1]) given something to range with; "
          + "`uwbrig report show` lists what ran")
    }
    let difference = ParameterDifference(pair.first, pair.second)
    if common.json {
      ExplainDocument(pair, difference).print()
    } else {
      Output.result(PrintableText.lines(text(pair, difference)))
    }
    if !difference.isEmpty { throw ExitStatus.no }
  }

  private func text(_ pair: GivenInRun.Pair, _ difference: ParameterDifference) -> String {
    guard let first = difference.findings.first else {
      return """
        \(pair.instance): \(difference).
        Of an accessory the journal has what it agreed on with the phone, not what it gave its radio: \
        look there for the order of the bytes of session id, addresses and key, and for the role.
        """
    }
    let others = difference.findings.dropFirst().map(\.sentence)
    return
      (["\(pair.instance): \(first.sentence)"] + (others.isEmpty ? [] : ["Also:"] + others)
      + ["", "\(difference)"]).joined(separator: "\n")
  }
}
