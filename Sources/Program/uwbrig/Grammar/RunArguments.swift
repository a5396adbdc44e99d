import ArgumentParser
import Links
import Notation
import RigFile
import Runner
import Runs
import Settings
import Terminal

/// What is selected, on which rig.
struct SelectionOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Cases: an id, a suite, or id(…) suite(…) tag(…) class(…) board(…) requires(…) all() joined "
        + "with & | ! ( ).", valueName: "filter"), completion: Completions.filters)
  var filters: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Option(
    help: ArgumentHelp("Only cases on this board of the rig.", valueName: "name"),
    completion: Completions.boards)
  var board: String?
}

extension Selection {
  /// Reads rig and filter.
  ///
  /// - Parameter opens: whether the rig is to be run on: then there is a standard one, and it must
  ///   not ask for what this build does not have.
  init(_ options: SelectionOptions, opens: Bool) throws {
    try self.init(options.filters, rig: options.rig, board: options.board, opens: opens)
  }

  /// Reads the filter, and the rig that is to be run on unless it is at hand.
  init(_ options: SelectionOptions, on rig: RigFile?) throws {
    try self.init(
      options.filters, on: try rig ?? RigSource.open(options.rig), board: options.board)
  }
}

extension ProgressChoice: ExpressibleByArgument {}
extension PassOrFail: ExpressibleByArgument {}

/// Which instances of the selection run, how often, and in which order.
struct PlanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run part m of n, such as 1/3: every n-th case. hash:m/n goes by a hash of the name, time:m/n "
        + "makes parts of about the same time.", valueName: "m/n"),
    transform: { text in
      guard let partition = Partition(text) else {
        throw ValidationError(
          expected: Partition.forms, got: ValidationError.shown(text))
      }
      return partition
    })
  var partition: Partition?

  @Option(help: ArgumentHelp("Run everything n times.", valueName: "n"))
  var `repeat`: Int?

  @Flag(help: "Shuffle the cases by the seed, seed 0 included.")
  var shuffle = false

  @Option(
    help: ArgumentHelp(
      "Run again what did not pass, or did not come to run, in the latest run below out/.",
      valueName: "latest"))
  var rerun: RerunSource?

  @Option(
    help: ArgumentHelp(
      "Retry a case up to n times when it ends in FAIL or ERROR, or when a busy machine may have "
        + "distorted its times.", valueName: "n"))
  var retries = 0

  @Option(
    help: ArgumentHelp("The result of a case that passed on a retry.", valueName: "pass|fail"))
  var flakyResult = PassOrFail.pass

  mutating func validate() throws {
    try ValidationError.check("--repeat", self.repeat)
    try ValidationError.check("--retries", retries, in: 0...100)
  }
}

enum RerunSource: String, ExpressibleByArgument, CaseIterable {
  case latest
}

/// A span of time on the command line.
enum DurationArgument {
  /// Reads a positive span such as `500ms`.
  static func parse(_ text: String) throws -> Duration {
    let duration: Duration
    do throws(DurationTextError) {
      duration = try DurationText.parse(text)
    } catch { throw ValidationError("\(error)") }
    guard duration > .zero else {
      throw ValidationError(expected: "more than nothing, such as 500ms", got: text)
    }
    return duration
  }
}
