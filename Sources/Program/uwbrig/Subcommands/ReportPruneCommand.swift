import ArgumentParser
import Errors
import FoundationEssentials
import JSONDocuments
import Journal
import Links
import Notation
import Reports
import RunStore
import Runs
import Terminal

/// `report prune`
struct ReportPruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Removes old runs.",
    discussion: """
      Removes runs that are beyond a limit, the oldest first, and nothing without a limit. Only \
      folders that hold a run.json of this program are runs, and only what it has written there is \
      removed. The latest run stays.
      """)

  @Option(help: ArgumentHelp("Keep at most n runs.", valueName: "n"))
  var keep: Int?

  @Option(
    help: ArgumentHelp("Remove runs that are older, such as 30d, 12h.", valueName: "age"),
    transform: Self.age)
  var olderThan: Duration?

  @Option(
    help: ArgumentHelp(
      "Remove the oldest until the runs take no more, such as 500MB, 2GB.", valueName: "size"),
    transform: Self.size)
  var maxSize: Int64?

  @Flag(help: "Only say what would be removed.")
  var dryRun = false

  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if keep == nil, olderThan == nil, maxSize == nil {
      throw ValidationError("give a limit: --keep, --older-than or --max-size.")
    }
    try ValidationError.check("--keep", keep)
  }

  mutating func run() throws {
    let catalogue = try Catalogues.read(folder.runs)
    let limits = Retention(count: keep, age: olderThan, bytes: maxSize)
    var document = PruneDocument(folder: folder.runs, dryRun: dryRun)
    var status = ExitStatus.done
    let candidates = limits.candidates(in: catalogue, now: Date())
    for candidate in candidates {
      let directory = candidate.entry.directory
      var left: [String] = []
      do throws(RigError) {
        if !dryRun { left = try directory.remove() }
      } catch {
        Output.diagnostic("Error: \(error)")
        status = .internalError
        continue
      }
      document.bytes &+= candidate.entry.bytes
      document.removed.append(.init(candidate.entry, why: candidate.why, left: left))
      guard !common.json else { continue }
      let stays =
        left.isEmpty
        ? "" : "; not of this program, so left: \(left.prefix(5).joined(separator: ", "))"
      let word = dryRun ? "would remove" : "removed"
      let path = PrintableText.escaped(directory.path)
      Output.result("\(word) \(path): \(candidate.why)\(PrintableText.lines(stays))")
    }
    document.kept = catalogue.entries.count - document.removed.count
    if common.json {
      document.print()
    } else {
      let (removed, kept, freed) = (document.removed, document.kept, document.bytes)
      let word = dryRun ? "would be freed" : "freed"
      Output.result(
        "\(Counted.amount(removed.count, "run")), \(freed) bytes \(word); "
          + "\(Counted.amount(kept, "run")) "
          + (kept == 1 ? "stays" : "stay"))
    }
    if status != .done { throw status }
  }

  /// `30d` and `2w`, beside the spans of a rig file.
  private static func age(_ text: String) throws -> Duration {
    for (unit, hours) in [("d", 24), ("w", 168)] where text.hasSuffix(unit) {
      if let count = Int64(text.dropLast()), (1...100_000).contains(count) {
        return .seconds(count * Int64(hours) * 3600)
      }
    }
    return try DurationArgument.parse(text)
  }

  /// A number of bytes with its unit.
  private static func size(_ text: String) throws -> Int64 {
    let units: [(String, Int64)] = [
      ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
    ]
    for (unit, bytes) in units where text.hasSuffix(unit) {
      if let count = Int64(text.dropLast(2)), (1...1_000_000).contains(count) {
        return count * bytes
      }
    }
    throw ValidationError(
      expected: "a whole number and KB, MB, GB or TB", got: ValidationError.shown(text))
  }
}
