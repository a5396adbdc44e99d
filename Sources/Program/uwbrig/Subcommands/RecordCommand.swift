import ArgumentParser
import Foundation
import Journal
import LabRuntime
import RunStore

/// `record`: a run that is kept to be replayed.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Runs cases and keeps what is needed to replay them.",
    discussion: """
      Takes the options of `uwbrig run`; --out names the folder of the recording. Afterwards it is \
      replayed once, so that a recording that does not lead to its own verdicts is noticed at once: \
      that is status 1. The recording is rig.yaml and events.ndjson in the folder; give it to \
      `uwbrig replay`.
      """)

  @OptionGroup var given: RunCommand

  mutating func validate() throws {
    guard given.out != nil else {
      throw ValidationError("Say where the recording goes: --out FOLDER.")
    }
  }

  mutating func run() throws {
    LabSignal.block()
    let (status, directory) = try given.perform()
    guard status == .done || status == .no else { throw status }
    let again = FileManager.default.temporaryDirectory
      .appending(path: "uwbrig-replay-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: again) }
    throw try RecordedRun(directory.path).replay([], out: again, common: given.common)
  }
}
