import FoundationEssentials
import Glibc
import Journal
import Notation
import RunStore

/// The places that a run is told to write to, looked at before anything runs.
package enum OutputPlaces {
  /// Throws ``Failure`` where a file or the folder of the run could not be written.
  package static func check(_ files: RunFiles) throws {
    for (option, path) in files.documents.map({ ($0.option, $0.path) }) + [
      // A ledger that cannot be written costs a remark, not the run.
      ("--events", files.events)
    ] {
      // The run makes its own folder.
      if let path, !isMade(by: files, parent(of: path)), let why = obstacle(file: path) {
        throw refusal(option, path, why)
      }
    }
    if let out = files.out {
      if let why = obstacle(folder: out) { throw refusal("--out", out, why) }
    } else if let why = obstacle(folder: folder) {
      throw refusal("the folder of the run", folder, why + "; name another one with --out")
    }
  }

  /// Where runs are kept when nothing is said.
  private static let folder = RunDirectory.runs

  private static func isMade(by files: RunFiles, _ folder: String) -> Bool {
    let own = files.out ?? folder
    return isFolder(folder) == nil
      && [own, own + "/captures"].contains { FilePlace($0) == FilePlace(folder) }
  }

  private static func refusal(_ option: String, _ path: String, _ why: String) -> Failure {
    Failure(.usage, "\(option): \(PrintableText.escaped(path, limit: 400)) \(why)")
  }

  private static func obstacle(file path: String) -> String? {
    switch isFolder(path) {
    case true: return "is a folder; name a file"
    case false:
      return unsafe access(path, W_OK) == 0 || errno != EACCES
        ? nil : "may not be written by this user; name another file"
    case nil: break
    }
    let folder = parent(of: path)
    switch isFolder(folder) {
    case nil:
      return
        "cannot be made: there is no folder \(PrintableText.quoted(folder, limit: 200)); make it first"
    case false:
      return "cannot be made: \(PrintableText.quoted(folder, limit: 200)) is a file, not a folder"
    case true: return permission(folder)
    }
  }

  private static func obstacle(folder path: String) -> String? {
    var place = path
    while true {
      switch isFolder(place) {
      case true: return permission(place)
      case false:
        return place == path
          ? "is a file; name a folder"
          : "cannot be made: \(PrintableText.quoted(place, limit: 200)) is a file, not a folder"
      case nil:
        let above = parent(of: place)
        guard above != place else { return nil }
        place = above
      }
    }
  }

  private static func permission(_ folder: String) -> String? {
    guard unsafe access(folder, W_OK | X_OK) != 0 else { return nil }
    return switch errno {
    case EACCES:
      "cannot be made: this user may not write into \(PrintableText.quoted(folder, limit: 200))"
    case EROFS:
      "cannot be made: \(PrintableText.quoted(folder, limit: 200)) is on a read-only file system"
    default: nil
    }
  }

  /// Nil where there is nothing.
  private static func isFolder(_ path: String) -> Bool? {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
  }

  private static func parent(of path: String) -> String {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
