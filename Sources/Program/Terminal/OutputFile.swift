import Files
import FoundationEssentials
import Journal
import Notation

/// Files that a subcommand leaves behind beside a run.
package enum OutputFile {
  /// Writes a file, and makes the folders that it lies in.
  ///
  /// Throws ``Failure`` where it cannot be.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    } catch {
      throw Failure(
        .internalError,
        "\(PrintableText.escaped(path)) cannot be written; make room, or choose a place where you may "
          + "write: \(FileReason.reason(of: error))")
    }
  }
}
