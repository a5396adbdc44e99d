import ArgumentParser
import AttachedBoards
import Boards
import Journal
import LabRuntime
import Printing
import RigFile
import Runs
import Terminal

/// `boards`: the boards that are plugged in.
struct BoardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards",
    abstract: "Lists the attached boards, and what keeps them from being used.",
    discussion: """
      Each board with how to address it, its serial ports by interface and role, and whether this \
      user can open them; where not, the reason and the command that fixes it. ADDRESS is what \
      other subcommands and the usb: links of rig files take.

      Nothing is opened without --probe. With it, the ports of boards with a known profile are \
      asked which firmware speaks there, by requests that change nothing and that the profile allows. \
      The answers are remembered by board and firmware, and shown later without asking again. So is \
      what --chips reads: a probe and a port count as one board until one is seen without the other.
      """)

  @Flag(help: "Keep running, and report what is plugged in and unplugged.")
  var watch = false

  @Flag(help: "Ask the ports of known boards what firmware speaks there, and remember it.")
  var probe = false

  @Flag(help: "Ask debug probes for firmware, hardware version and target voltage.")
  var probes = false

  @Flag(
    help:
      "Read through debug probes which chip is behind them (OpenOCD), to recognise the ports of one board."
  )
  var chips = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Show which board of a rig file each one is.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if watch, probes { throw ValidationError("--watch and --probes exclude each other.") }
    if watch, chips { throw ValidationError("--watch and --chips exclude each other.") }
    if watch, probe { throw ValidationError("--watch and --probe exclude each other.") }
  }

  mutating func run() throws {
    let file = try rig.map { try RigSource.read($0) }
    if watch {
      let sources = BoardSources(try profiles.library())
      LabSignal.block()
      throw try BoardsWatch(options: common, sources: sources, rig: file).perform()
    }
    let tree = USBTree.system
    let inventory = tree.snapshot()
    let library = try profiles.library(about: inventory.devices)
    var sources = BoardSources(library)
    if chips || probe { LabSignal.block() }
    sources.forgetSeparated(inventory, remark: common.remark)
    var status = ExitStatus.done
    if chips { status = try read(inventory, tree, &sources) }
    if probe { status = .strongest([status, try ask(inventory, tree, library, &sources)]) }
    let view = BoardsView(
      inventory, source: tree.source, sources: sources.recalling(inventory), rig: file,
      asksProbes: probes)
    if common.json {
      BoardsDocument(view).print()
    } else {
      Self.say(view, common)
    }
    if status != .done { throw status }
  }

  /// Reads which chips are behind the probes.
  private func read(
    _ inventory: USBInventory, _ tree: USBTree, _ sources: inout BoardSources
  ) throws -> ExitStatus {
    let (answers, status) = try Self.survey { lab, end in
      await ChipSurvey(tree: tree).perform(inventory, lab, until: end)
    }
    for answer in answers {
      if let failure = answer.failure {
        common.remark("Note: the chip behind path=\(answer.device.path) was \(failure)")
      }
    }
    sources.take(answers)
    sources.memory.remember(answers, in: inventory)
    FirmwareMemory.update(common.remark) { $0.remember(answers, in: inventory) }
    return status
  }

  private func ask(
    _ inventory: USBInventory, _ tree: USBTree, _ library: ProfileLibrary,
    _ sources: inout BoardSources
  ) throws -> ExitStatus {
    let survey = FirmwareSurvey(library: library, tree: tree)
    let (answers, status) = try Self.survey { lab, end in
      await survey.perform(inventory, lab, until: end)
    }
    sources.memory.remember(answers)
    FirmwareMemory.update(common.remark) { $0.remember(answers) }
    for answer in answers {
      let failure: String? =
        switch (answer.failure, answer.result) {
        case (let failure?, _): failure
        case (nil, let result?) where result.firmware == nil:
          result.heard.isEmpty
            ? "nothing answered" : "what answered is none of the firmware that was asked for"
        default: nil
        }
      if let failure { common.remark("Note: \(answer.node): \(failure)") }
    }
    return status
  }

  /// Asks in a live lab until the first signal.
  private static func survey<Answer: Sendable>(
    _ ask: @escaping @Sendable (Lab, @escaping @Sendable () async -> Void) async -> [Answer]
  ) throws -> ([Answer], ExitStatus) {
    let lab = Lab.live(seed: 0)
    let end = EndOfService(lab)
    end.openAtSignal()
    return (try lab.run { await ask(lab, end.wait) }, end.status)
  }

  /// Prints the table, or that there is none.
  static func say(_ view: BoardsView, _ options: CommonOptions) {
    let lines = view.lines(
      width: Terminal.width(.output), isColoured: Terminal.isColoured(.output, options.color),
      wrapping: Terminal.isInteractive(.output) ? Terminal.width(.output) : nil)
    for line in lines { Output.result(line) }
    if lines.isEmpty {
      options.remark(
        "No board is attached to this computer by USB; `uwbrig doctor` looks for the reason. A "
          + "container has to be given the devices: docker run --device=/dev/ttyACM0 "
          + "-v /dev/bus/usb:/dev/bus/usb …")
    }
  }
}
