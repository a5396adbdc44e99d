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
      machine: every message dropped, sent twice, sent after its limit, swapped with the next and \
      followed by bytes that are no message; every field at its limits, beyond them and, where its \
      values have names, at one that has none; every step of the state machine to every other state; \
      every distance that radios measure. The defect is active while the body of a case runs: the case \
      has to find it, not the start state around it. A mutant is killed when a case ends in FAIL, or a \
      rule of the frame watch does where that is what it is for; a case that ends in ERROR has not \
      judged the board.

      Suites: \(MutationSubject.suites.joined(separator: ", ")); all of them by default. Mutants \
      that a clause of the protocol allows are listed in a file, each with its clause, and are left \
      out of the score.

      Exit status: 0 at least \(Int(MutationReport.leastScore)) % are killed in every suite; 1 fewer \
      are, more than \(Int(MutationReport.mostEquivalents)) % are listed as equivalent, or one that \
      is listed is killed.
      """)

  @Argument(help: ArgumentHelp("A suite. (default: all of them)", valueName: "suite"))
  var suite: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The rig, with reference boards.", valueName: "file"))
  var rig: String?

  @Option(help: ArgumentHelp("Try n mutants of each suite, chosen by the seed.", valueName: "n"))
  var sample: Int?

  @Option(help: ArgumentHelp("Seed of all randomness.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Try the mutants with matching names alone; * matches anything.", valueName: "glob"))
  var only: String?

  @Option(help: ArgumentHelp("Repeat this mutant alone, with journals.", valueName: "id"))
  var mutant: String?

  @Option(
    help: ArgumentHelp(
      "The mutants that a clause allows. (default: the list in the program)", valueName: "file"))
  var equivalents: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Cases at a time. (default: one per core)", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where the report and journals go.", valueName: "folder"))
  var out = "out/mutate"

  @Option(help: "How to show progress.")
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
