import ArgumentParser
import Boards
import FoundationEssentials
import Journal
import Links
import Notation

/// Where the board profiles are from.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "A folder of your own board profiles; repeatable. (default: uwbrig/boards below "
        + "$XDG_CONFIG_HOME or ~/.config)", valueName: "folder"), completion: .directory)
  var directories: [String] = []

  /// The built-in profiles and those of the folders.
  ///
  /// Throws `DocumentErrors` with every fault, or ``Failure`` where a named folder is not there.
  func library() throws -> ProfileLibrary {
    try checkDirectories()
    return directories.isEmpty
      ? try ProfileLibrary.usual() : try ProfileLibrary.load(directories: directories)
  }

  /// As much of the same as these devices need.
  func library(about devices: [USBDevice]) throws -> ProfileLibrary {
    try checkDirectories()
    return try ProfileLibrary.load(
      directories: directories.isEmpty ? ProfileLibrary.usualDirectories : directories,
      about: devices)
  }

  private func checkDirectories() throws {
    for directory in directories {
      guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
        throw Failure(
          .usage, "--profiles: \(PrintableText.quoted(directory)) is not a readable folder")
      }
    }
  }
}
