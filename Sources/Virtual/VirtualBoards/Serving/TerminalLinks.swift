import FoundationEssentials
import Journal
import Links
import Notation
import Synchronization

/// Symbolic links with the names of boards to their terminals.
package final class TerminalLinks: Sendable {
  private let folder: String
  private let made = Mutex<[(link: String, target: String)]>([])

  package init(folder: String) { self.folder = folder }

  /// Makes the link of a board, and the folder where it is missing; a link of an earlier run is
  /// replaced, anything else is left alone.
  package func make(_ board: String, to target: String) throws {
    let files = FileManager.default
    let link = folder + "/" + board
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let attributes = try? files.attributesOfItem(atPath: link)
      if let attributes {
        guard attributes[.type] as? FileAttributeType == .typeSymbolicLink else {
          throw Failure(
            .usage,
            "\(PrintableText.escaped(link)) is in the way and no symbolic link; choose another "
              + "folder with --pty-dir")
        }
        try files.removeItem(atPath: link)
      }
      try files.createSymbolicLink(atPath: link, withDestinationPath: target)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        .usage,
        "failed to link \(PrintableText.escaped(link)) to \(target): is "
          + "\(PrintableText.escaped(folder)) a folder that you may write to?")
    }
    made.withLock { $0.append((link, target)) }
  }

  package func removeAll() {
    let files = FileManager.default
    let links = made.withLock { made in
      defer { made = [] }
      return made
    }
    for (link, target) in links
    where (try? files.destinationOfSymbolicLink(atPath: link)) == target {
      try? files.removeItem(atPath: link)
    }
  }
}
