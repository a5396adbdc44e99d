import ArgumentParser
import Boards
import Doctor
import JSONDocuments
import Journal
import Links
import Notation
import Terminal

/// `udev`: the rules that give people their boards.
struct UdevCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "udev", abstract: "Prints, installs or checks the udev rules.",
    subcommands: [UdevPrintCommand.self, UdevInstallCommand.self, UdevCheckCommand.self])

  @OptionGroup var common: CommonOptions
}

/// Who gets the boards.
struct GroupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The group that may use boards without a session at the machine. (default: plugdev for USB "
        + "devices, dialout for serial ports)", valueName: "name"))
  var group: String?

  mutating func validate() throws {
    if let group, !UdevRules.isGroup(group) {
      throw ValidationError(
        "--group", expected: "1 to 32 of a-z, 0-9, _ and -, a letter or _ first",
        got: ValidationError.shown(group))
    }
  }

  func rules(_ library: ProfileLibrary) -> UdevRules {
    group.map { UdevRules(library, deviceGroup: $0, terminalGroup: $0) } ?? UdevRules(library)
  }
}

/// `udev print`: the rules on standard output.
struct UdevPrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Prints the udev rules, made from the board profiles.")

  @OptionGroup var groups: GroupOptions
  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let rules = groups.rules(try profiles.library())
    guard common.json else { return Output.result(rules.text) }
    UdevRulesDocument(file: UdevRules.fileName, mark: rules.mark, text: rules.text).print()
  }
}

struct UdevRulesDocument: Document, Described {
  static let schema = "uwbrig.udev-rules/1"
  static let about = "What `uwbrig udev print --json` prints."
  static let notes: [String: Note] = [
    "mark": Note(
      "the property UWBRIG_RULES of every device that these rules were applied to",
      pattern: "^[0-9a-f]{8}$")
  ]

  var file: String
  var mark: String
  var text: String
}

/// `udev install`: the rules where udev looks for them.
struct UdevInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Installs the udev rules and has udev apply them (as root).",
    discussion: """
      Without root: status 3, and the commands to type. sudo reads root's board profiles, not yours: name \
      your folder with --profiles.
      """)

  @OptionGroup var groups: GroupOptions
  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let rules = groups.rules(try profiles.library())
    let remark = try UdevInstallation(rules, .here { [] })
      .perform(.system, group: groups.group)
    if common.json {
      UdevInstallDocument(
        file: UdevRules.installedPath, mark: rules.mark, applied: remark == nil
      ).print()
    } else {
      Output.result("\(UdevRules.installedPath): installed")
    }
    if let remark { common.remark("Note: " + remark) }
  }
}

struct UdevInstallDocument: Document, Described {
  static let schema = "uwbrig.udev-install/1"
  static let about = "What `uwbrig udev install --json` prints."
  static let notes: [String: Note] = [
    "mark": Note(pattern: "^[0-9a-f]{8}$"),
    "applied": "whether udev has applied them to what is plugged in",
  ]

  var file: String
  var mark: String
  var applied: Bool
}

/// The document that `udev check --json` prints.
typealias UdevCheckDocument = ChecksDocument<UdevCheckCommand>

/// `udev check`: whether the rules are there, are ours and are in force.
struct UdevCheckCommand: ParsableCommand, CheckingCommand {
  static let schema = "uwbrig.udev-check/1"
  static let about = "What `uwbrig udev check --json` prints."
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks that the udev rules are installed, up to date and applied.",
    discussion: "Status 1 when they are not.")

  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    var examination = Examination(.here(), try profiles.library())
    // Who asks for the rules means those of this file system, whosever they are.
    examination.isGuest = false
    let report = DoctorReport(examination, checks: Check.udev)
    if common.json {
      UdevCheckDocument(report).print()
    } else {
      for line in report.lines(isQuiet: common.quiet) { Output.result(line) }
    }
    if !report.isHealthy { throw ExitStatus.no }
  }
}
