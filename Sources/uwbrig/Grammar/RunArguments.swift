import ArgumentParser
import Links

/// What is selected, on which rig.
struct SelectionOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Cases: an id, a suite, or id(…) suite(…) tag(…) class(…) board(…) requires(…) all() joined "
        + "with & | ! ( ).", valueName: "filter"))
  var filters: [String] = []

  @Option(help: ArgumentHelp("The rig file.", valueName: "file"))
  var rig: String?

  @Option(help: ArgumentHelp("Only cases on this board of the rig.", valueName: "name"))
  var board: String?
}

/// How a run shows what it is doing.
enum ProgressChoice: String, ExpressibleByArgument, CaseIterable {
  /// A bar on terminals, else lines.
  case auto
  /// One line that moves.
  case bar
  /// A line for each finished case.
  case plain
  /// Nothing.
  case none
}

/// Whether something passes or fails.
enum PassOrFail: String, ExpressibleByArgument, CaseIterable {
  case pass
  case fail
}

/// Flags of `run` that this build does not have.
struct UnbuiltRunOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Not available in this build.", valueName: "file"))
  var ctrf: String?

  @Option(help: ArgumentHelp("Not available in this build.", valueName: "file"))
  var tap: String?

  @Option(help: ArgumentHelp("Not available in this build.", valueName: "slice:m/n"))
  var partition: String?

  @Option(help: ArgumentHelp("Not available in this build.", valueName: "n"))
  var retries: Int?

  @Option(help: "Not available in this build.")
  var flakyResult: PassOrFail?

  @Option(help: ArgumentHelp("Not available in this build.", valueName: "n"))
  var `repeat`: Int?

  @Flag(help: "Not available in this build.")
  var shuffle = false

  @Option(help: ArgumentHelp("Not available in this build.", valueName: "latest"))
  var rerun: String?

  /// Throws ``Failure`` when one of them was given.
  func refuse() throws {
    let given: [(String, Bool)] = [
      ("--ctrf", ctrf != nil), ("--tap", tap != nil), ("--partition", partition != nil),
      ("--retries", retries != nil), ("--flaky-result", flakyResult != nil),
      ("--repeat", self.repeat != nil), ("--shuffle", shuffle),
      ("--rerun", rerun != nil),
    ]
    if let first = given.first(where: \.1) { throw Failure.notAvailable(first.0) }
  }
}

/// A span of time on the command line.
enum DurationArgument {
  /// Reads a positive span such as `500ms`.
  static func parse(_ text: String) throws -> Duration {
    let duration: Duration
    do throws(DurationTextError) {
      duration = try DurationText.parse(text)
    } catch { throw ValidationError("\(error)") }
    guard duration > .zero else { throw ValidationError("found nothing, allowed more") }
    return duration
  }
}
