import Files
import FoundationEssentials
import Journal
import Links
import Notation
package import RigFile
package import Runner

package enum SuppressionFiles {
  /// Reads both: the files that the arguments name, else those beside the rig file, else those in
  /// `Rigs`. Throws ``RigFileErrors`` with every fault of a file, or ``Failure`` for one that was named
  /// and is not there.
  package static func read(_ files: RunFiles, file: RigFile, known: KnownNames) throws
    -> Suppressions
  {
    let quarantine = try read(
      .quarantine, files.quarantine, Suppressions.quarantineFile, "--quarantine", file, known)
    let waivers = try read(
      .waiver, files.waivers, Suppressions.waiversFile, "--waivers", file, known)
    return Suppressions(quarantine.entries + waivers.entries, on: file)
  }

  private static func read(
    _ list: Event.Suppression.List, _ named: String?, _ name: String, _ option: String,
    _ file: RigFile,
    _ known: KnownNames
  ) throws -> Suppressions {
    let exists = FileManager.default.fileExists(atPath:)
    if let named, !exists(named) {
      throw Failure(
        .usage, "\(option): there is no file \(PrintableText.quoted(named, limit: 200))")
    }
    // The folder of a rig in the program is that of this process, which says nothing.
    let folder = file.file.lastIndex(of: "/").map { String(file.file[...$0]) } ?? ""
    let beside = file.directory.isEmpty ? [] : [folder + name]
    guard let path = named ?? (beside + ["Rigs/" + name]).first(where: exists) else {
      return .none
    }
    do {
      return try Suppressions.load(path, list: list, known: known)
    } catch let error as CocoaError {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(path)): the file cannot be read: \(FileReason.reason(of: error))")
    }
  }
}
