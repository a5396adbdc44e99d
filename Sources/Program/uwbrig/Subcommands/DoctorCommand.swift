import ArgumentParser
import Boards
import Doctor
import JSONDocuments
import Journal
import Notation

/// The document that `doctor --json` prints.
typealias DoctorDocument = ChecksDocument<DoctorCommand>

/// `doctor`: everything that can be wrong between a fresh computer and a green run.
struct DoctorCommand: ParsableCommand, CheckingCommand {
  static let schema = "uwbrig.doctor/1"
  static let about = "What `uwbrig doctor --json` prints."
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Looks for what can be wrong between a fresh computer and a green run.",
    discussion: """
      Each finding says what is wrong, what was seen, and what mends it. Status 1 when there is a \
      fault; a warning leaves it 0. With --fix, as root, it does what needs no guess: it installs \
      and loads the udev rules, and keeps boards from being put to sleep. Under sudo the board \
      profiles of your own are root's: name yours with --profiles.
      """)

  @Flag(help: "Mend what needs no guess (as root).")
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
      common.remark("Note: nothing was found that --fix mends without a guess")
    }
    if common.json {
      DoctorDocument(report).print()
    } else {
      for line in report.lines(isQuiet: common.quiet) { Output.result(line) }
    }
    if !report.isHealthy { throw ExitStatus.no }
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
        RepairResult(what: $0.what, failure: "only root may: type the commands below")
      }
    }
    return report.possibleRepairs.map { $0.perform(examination.rules.expected, .system) }
  }
}
