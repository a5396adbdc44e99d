import ArgumentParser
import Boards
import Foundation
import Links

/// Where the board profiles are from.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "A folder of board profiles of your own; may be given several times. Default: "
        + "uwbrig/boards below $XDG_CONFIG_HOME or ~/.config.", valueName: "dir"))
  var directories: [String] = []

  /// The built-in profiles and those of the folders.
  ///
  /// Throws `DocumentErrors` with every fault, or ``Failure`` where a named folder is not there.
  func library() throws -> ProfileLibrary {
    for directory in directories {
      guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
        throw Failure(
          .usage, "--profiles: \(PrintableText.quoted(directory)) is no folder that can be read")
      }
    }
    return directories.isEmpty
      ? try Self.standard() : try ProfileLibrary.load(directories: directories)
  }

  /// The built-in profiles and the user's own, from the usual place.
  ///
  /// Throws `DocumentErrors` with every fault.
  static func standard() throws -> ProfileLibrary {
    let own = ProfileLibrary.userDirectory(ProcessInfo.processInfo.environment)
    return try ProfileLibrary.load(directories: own.map { [$0] } ?? [])
  }
}
