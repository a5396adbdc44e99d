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
    let real = virtualOnly ? file.boards.filter { !$0.link.isStaged } : []
    let programs = noPrograms ? file.programs : []
    return real.map {
      RigCheck.Fault(
        "boards.\($0.name).link", of: file.file, allowed: "a virtual board", by: "--virtual-only",
        got: "the link \(PrintableText.quoted("\($0.link)", limit: 60))")
    }
      + programs.map {
        RigCheck.Fault(
          $0.key, of: file.file, allowed: "no programs", by: "--no-programs",
          got: "the program \(PrintableText.quoted($0.command, limit: 60))")
      }
  }

  /// Throws ``Failure`` where a rig file reaches further than it may.
  func check(_ file: RigFile) throws {
    let faults = faults(file)
    guard faults.isEmpty else {
      throw Failure(.usage, faults.map(\.message).joined(separator: "\n"))
    }
  }
}
