import ArgumentParser
import LabRuntime
import Simulation
import Terminal

/// `mutate`: the judge is judged, by boards with one fault each.
struct MutateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Mutation-tests a suite: runs it against boards with one injected defect each.",
    discussion: """
      A mutant is the reference virtual board with one defect in what it sends, or in its state \
      machine: every message dropped, sent twice, sent too late, swapped with the next, or followed by \
      stray bytes; every field at its limits, beyond them and, for an enumeration, at an unassigned value; \
      every transition of the state machine to every other state; every measured distance. The defect is \
      active while the body of a case runs: the case has to find it, not the start state around it. A \
      mutant is killed when a case ends in FAIL or, for defects that only the frame watch can see, when \
      one of its rules does; ERROR does not count.

      Suites: \(MutationSubject.suites.joined(separator: ", ")); all of them by default. Mutants \
      that a clause of the protocol allows are listed in a file, each with its clause, and are left \
      out of the score.

      Exit status: 0 at least \(Int(MutationReport.leastScore)) % are killed in every suite; 1 fewer \
      are, more than \(Int(MutationReport.mostEquivalents)) % are listed as equivalent, or one that \
      is listed is killed.
      """)

  @Argument(
    help: ArgumentHelp("A suite. (default: all of them)", valueName: "suite"),
    completion: .list(MutationSubject.suites))
  var suite: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The rig, with reference boards.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Option(help: ArgumentHelp("Try n mutants of each suite, chosen by the seed.", valueName: "n"))
  var sample: Int?

  @Option(help: ArgumentHelp("The seed of all randomness.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Try only the mutants with matching names; * matches anything.", valueName: "glob"))
  var only: String?

  @Option(help: ArgumentHelp("Repeat only this mutant, with journals.", valueName: "id"))
  var mutant: String?

  @Option(
    help: ArgumentHelp(
      "The mutants that a clause allows. (default: the built-in list)", valueName: "file"),
    completion: Completions.yaml)
  var equivalents: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Cases at a time. (default: one per core)", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the report and journals.", valueName: "folder"),
    completion: .directory)
  var out = "out/mutate"

  @Option(help: ArgumentHelp("How to show progress.", valueName: "how"))
  var progress = ProgressChoice.auto

  @Flag(help: "List all mutants, without running anything.")
  var list = false

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    for (option, value) in [("--sample", sample), ("--jobs", jobs)] {
      try ValidationError.check(option, value, in: 1...1_000_000)
    }
    if mutant != nil, sample != nil {
      throw ValidationError("--mutant and --sample exclude each other.")
    }
  }

  mutating func run() throws {
    LabSignal.block()
    throw try perform()
  }
}
