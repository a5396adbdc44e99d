import ArgumentParser
import Boards
import Doctor
import JSONDocuments
import Journal
import Notation
import Reports
import Terminal

/// The document that `doctor --json` prints.
typealias DoctorDocument = ChecksDocument<DoctorCommand>

/// `doctor`: everything that can be wrong between a fresh computer and a green run.
struct DoctorCommand: ParsableCommand, CheckingCommand {
  static let schema = "uwbrig.doctor/1"
  static let about = "What `uwbrig doctor --json` prints."
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks everything between a fresh computer and a passing run.",
    discussion: """
      Each finding says what is wrong, what was seen, and how to fix it. Status 1 when there is a \
      fault; a warning leaves it 0. With --fix, as root, it applies the unambiguous fixes: it installs \
      and loads the udev rules, and keeps boards from being suspended. sudo reads root's \
      board profiles, not yours: name your folder with --profiles.
      """)

  @Flag(help: "Apply the unambiguous fixes (needs root).")
  var fix = false

  @OptionGroup var profiles: ProfileOptions

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (library, faults) = try readProfiles()
    var examination = Examination(.here(profileFaults: faults), library)
    var report = DoctorReport(examination)
    if fix, !report.possibleRepairs.isEmpty {
      let results = mend(report, examination)
      examination = Examination(.here(profileFaults: faults), library)
      report = DoctorReport(examination)
      report.repairs = results
    }
    if fix, report.repairs.isEmpty {
      common.remark("Note: nothing was found that --fix can fix without a guess")
    }
    if common.json {
      DoctorDocument(report).print()
    } else {
      let width = Terminal.width(.output)
      for line in report.lines(isQuiet: common.quiet, isVerbose: common.verbose) {
        for part in Self.wrapped(line, width) { Output.result(part) }
      }
    }
    if !report.isHealthy { throw ExitStatus.no }
  }

  /// A line as a terminal shows it; a command to be copied stays whole.
  private static func wrapped(_ line: String, _ width: Int?) -> [String] {
    guard let width, !line.contains("    $ ") else { return [line] }
    let blanks = line.prefix { $0 == " " }
    return Wrapping.lines(
      String(line.dropFirst(blanks.count)), width: width, first: String(blanks),
      firstWidth: blanks.count, indent: DoctorReport.indent(of: line))
  }

  /// Wrong profiles of a user's own are a finding here, and no reason to say nothing else.
  private func readProfiles() throws -> (ProfileLibrary, [String]) {
    do { return (try profiles.library(), []) } catch let errors as DocumentErrors {
      return (try ProfileLibrary.shipped(), errors.errors.map(\.description))
    }
  }

  private func mend(_ report: DoctorReport, _ examination: Examination) -> [RepairResult] {
    guard examination.machine.user.isRoot else {
      return report.possibleRepairs.map {
        RepairResult(what: $0.what, failure: "it needs root: run the commands below")
      }
    }
    return report.possibleRepairs.map { $0.perform(examination.rules.expected, .system) }
  }
}
