import ArgumentParser
import FoundationEssentials
import Journal
import LabRuntime
import RunStore
import Runs

/// `record`: a run that is kept to be replayed.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Runs cases and keeps what is needed to replay them.",
    discussion: """
      Takes the options of `uwbrig run`; --out names the folder of the recording. The recording is \
      replayed once at the end: status 1 when it does not reproduce its verdicts. It consists of rig.yaml \
      and events.ndjson in the folder; give the folder to `uwbrig replay`.

      With --for-sharing the arguments are boards (names of the rig file, or serial=… or path=… of \
      attached ones), and the first minute of contact with them is recorded: identity, versions and \
      capabilities, a first session, and all times. Addresses, keys, chip identities and serial numbers \
      are replaced, equal values by equal ones, and the files are checked for them before the folder is \
      written (default: recording-BOARD). Its README.md lists what was replaced. Send the folder to the \
      project: the board then becomes part of the tests.
      """)

  @Flag(help: "Record the first minute of contact with boards, with secrets replaced.")
  var forSharing = false

  @OptionGroup var given: RunCommand

  mutating func validate() throws {
    guard given.watch == nil else {
      throw ValidationError("--watch belongs to `uwbrig run`: a recording is one run.")
    }
    if forSharing {
      guard !given.selection.filters.isEmpty else {
        throw ValidationError(
          "Say which board: a name of the rig file, or serial=… or path=…, as `uwbrig boards` lists them."
        )
      }
    } else if given.out == nil {
      throw ValidationError("Say where the recording goes: --out FOLDER.")
    }
  }

  mutating func run() throws {
    LabSignal.block()
    if forSharing { throw try share() }
    let (status, directory) = try given.perform()
    guard status == .done || status == .no else { throw status }
    throw try Self.replayed {
      try RecordedRun(directory.path).replay([], out: $0, common: given.common)
    }
  }

  /// Replays into a folder that is gone afterwards.
  static func replayed<Result>(_ replay: (_ out: String) throws -> Result) throws -> Result {
    let again = FileManager.default.temporaryDirectory
      .appending(path: "uwbrig-replay-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: again) }
    return try replay(again)
  }
}
