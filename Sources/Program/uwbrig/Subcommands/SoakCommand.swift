import ArgumentParser
import LabRuntime
import Links
import Notation
import Simulation
import Terminal

/// `soak`: many worlds with many seeds, in which everything goes wrong that can.
struct SoakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Runs cases on virtual boards for many seeds, with faults.",
    discussion: """
      Each seed decides the order of the cases, the interleaving of all tasks and the faults. Under \
      faults that the protocols must tolerate, a healthy board has to pass; under all faults every \
      wait has to end and every resource has to be released. A failing seed is repeated with \
      --seed, and reduced to a rig file that fails the same way. A world is one simulated bench that runs \
      some of the cases (--world); each seed takes as many worlds as it needs to run all of them.

      Faults: a profile (\(FaultPlan.profiles.map(\.name).joined(separator: ", "))) or names joined \
      by +, such as close=50ms@37. Names: \
      \(Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")).

      Exit status: 1 a healthy board failed; 5 an invariant of the simulation is broken.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(help: ArgumentHelp("The number of seeds. (default: 100)", valueName: "n"))
  var seeds: Int?

  @Option(help: ArgumentHelp("The first seed. (default: 1)", valueName: "n"))
  var first: UInt64?

  @Option(help: ArgumentHelp("Repeat only this seed, with journals.", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp("The faults. (default: those of the rig file)", valueName: "profile"),
    completion: .list(FaultPlan.names),
    transform: { text in
      do throws(NotationError) { return try FaultPlan(parsing: text) } catch {
        throw ValidationError("\(error)")
      }
    })
  var faults: FaultPlan?

  @Option(
    help: ArgumentHelp("Start no world after this duration.", valueName: "d"),
    transform: DurationArgument.parse)
  var until: Duration?

  @Option(help: ArgumentHelp("Cases per world.", valueName: "n"))
  var world = 8

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Worlds at a time. (default: one per core)", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for journals and reduced rig files.", valueName: "folder"),
    completion: .directory)
  var out = Self.standardOut
  /// The default folder.
  static let standardOut = "out/soak"

  @Option(help: ArgumentHelp("How to show progress.", valueName: "how"))
  var progress = ProgressChoice.auto

  /// A violation on purpose, to see that it is found.
  @Option(
    help: .hidden,
    transform: { text in
      guard let planted = Planted(rawValue: text) else {
        throw ValidationError(
          NearestName.refusal(of: text, expected: Planted.allCases.map(\.rawValue)))
      }
      return planted
    })
  var plant: Planted?

  /// A file for a line with the digest of each world, by which two processes are compared.
  @Option(help: .hidden)
  var digests: String?

  /// Compares what is in use after a number of worlds with what is after eleven times as many.
  @Option(help: .hidden)
  var checkMemory: Int?

  /// Measures how fast worlds go by, and nothing else.
  @Flag(help: .hidden)
  var throughput = false

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    for (option, value) in [
      ("--seeds", seeds), ("--world", world), ("--jobs", jobs),
      ("--check-memory", checkMemory),
    ] {
      try ValidationError.check(option, value, in: 1...1_000_000)
    }
    if seed != nil, seeds != nil || first != nil || until != nil {
      throw ValidationError("--seed is one seed: it excludes --seeds, --first and --until.")
    }
  }

  mutating func run() throws {
    LabSignal.block()
    throw try perform()
  }
}
