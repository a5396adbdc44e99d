import ArgumentParser
import AttachedBoards
import Boards
import Doctor
import Files
import FoundationEssentials
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import Terminal

/// `rig init`: a rig file from what is plugged in.
struct RigInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a rig file from what is plugged in, and from what advertises.",
    discussion: """
      With --ble it adds the accessories that advertise over Bluetooth LE within 5 s. What could not be \
      decided is a comment in the file that says how to decide it. No board is opened. Status 3 when \
      there is no board that this build can open.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; an existing file is not overwritten. (default: standard output)",
      valueName: "file"), completion: Completions.yaml)
  var out: String?

  @Flag(
    name: .customLong("ble"), help: "Listen for Bluetooth LE accessories as well.")
  var listens = false

  @OptionGroup var profiles: ProfileOptions

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let library = try profiles.library()
    let devices: [USBDevice]
    do { devices = try SysfsGlance().devices() } catch {
      throw Failure(
        .bench,
        "failed to read what is attached to USB: \(FileReason.reason(of: error)). `uwbrig doctor` "
          + "looks for the reason")
    }
    let memory = FirmwareMemory.load()
    var draft = RigDraft(
      devices, library, evidence: IdentityEvidence(memory, USBInventory(devices)))
    if listens {
      LabSignal.block()
      let (heard, status) = try AirScan.perform(on: nil, for: .seconds(5))
      guard status == .done else { throw status }
      draft.add(onAir: heard)
    }
    guard !draft.boards.isEmpty else {
      for line in draft.text.split(separator: "\n") where line.hasPrefix("  #") {
        common.remark(String(line.dropFirst(2)))
      }
      throw Failure(
        .bench,
        "no board is plugged in that this build can open"
          + (listens ? ", and no accessory advertises" : "")
          + "; `uwbrig doctor` looks for the reason, and "
          + "`uwbrig run` without a rig file uses virtual boards")
    }
    if let out { try write(draft.text, to: out) }
    if common.json {
      draft.document(file: out).print()
    } else if let out {
      let count = Counted.amount(draft.boards.count, "board")
      Output.result("\(PrintableText.escaped(out)): \(count)")
    } else {
      Output.result(draft.text)
    }
    for question in draft.questions where out != nil && !common.json {
      common.remark("Open: \(question.what) \(question.how)")
    }
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw Failure(
        .usage,
        "--out: \(PrintableText.quoted(path)) "
          + (exists
            ? "is there already: name another file, or remove it"
            : "cannot be written (\(FileReason.reason(of: error)))"))
    }
  }
}
