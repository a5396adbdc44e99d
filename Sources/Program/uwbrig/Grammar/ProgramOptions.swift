import ArgumentParser
import Journal
import Links
import Notation
import RigFile

/// What a rig file may reach.
struct ProgramOptions: ParsableArguments {
  @Flag(help: "Refuse a rig file that would run a program; for files that you did not write.")
  var noPrograms = false

  @Flag(help: "Refuse a rig file with a board that is neither virtual nor recorded.")
  var virtualOnly = false

  /// Where a rig file reaches further than it may: to programs, or to real boards.
  func faults(_ file: RigFile) -> [RigCheck.Fault] {
    let real =
      virtualOnly ? file.boards.filter { ![.virtual, .replay].contains($0.link.scheme) } : []
    let programs = noPrograms ? file.programs : []
    return real.map { RigCheck.Fault($0, in: file.file) }
      + programs.map { RigCheck.Fault($0, in: file.file) }
  }

  /// Throws ``Failure`` where a rig file reaches further than it may.
  func check(_ file: RigFile) throws {
    let faults = faults(file)
    guard faults.isEmpty else {
      throw Failure(.usage, faults.map(\.message).joined(separator: "\n"))
    }
  }
}
