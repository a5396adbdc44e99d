import ArgumentParser
import Journal
import RigFile

/// Whether a rig file may run programs.
struct ProgramOptions: ParsableArguments {
  @Flag(help: "Refuse a rig file that would run a program: for files that you did not write.")
  var noPrograms = false

  /// Throws ``Failure`` where a rig file names a program and none may be run.
  func check(_ file: RigFile) throws {
    let programs = noPrograms ? file.programs : []
    guard !programs.isEmpty else { return }
    throw Failure(
      .usage,
      programs.map { RigCheck.Fault($0, in: file.file).message }.joined(separator: "\n"))
  }
}
