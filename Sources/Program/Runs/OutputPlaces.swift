import Files
import FoundationEssentials
import Glibc
import Journal
import Notation
import RunStore

/// The places that a run is told to write to, looked at before anything runs.
package enum OutputPlaces {
  /// Throws ``Failure`` where a file or the folder of the run could not be written.
  package static func check(_ files: RunFiles) throws {
    // A ledger that cannot be written costs a remark, not the run.
    try check(
      files.documents.map { ($0.option, $0.path) } + [("--events", files.events)],
      madeFolder: files.out ?? runs)
    try check(folder: files.out)
  }

  /// The same for documents of a run that is over.
  package static func check(_ documents: [RunFiles.Place], folder: String?) throws {
    try check(documents.map { ($0.option, $0.path) }, madeFolder: folder)
    if folder != nil { try check(folder: folder) }
  }

  /// Throws ``Failure`` where a folder could not be made; nil is the one where runs are kept.
  package static func check(folder: String?) throws {
    if let folder {
      if let why = obstacle(folder: folder) { throw refusal("--out", folder, why) }
    } else if let why = obstacle(folder: runs) {
      throw refusal("the folder of the run", runs, why + "; name another one with --out")
    }
  }

  /// Where runs are kept when nothing is said.
  private static let runs = RunDirectory.runs

  private static func check(_ files: [(String, String?)], madeFolder: String?) throws {
    for (option, path) in files {
      guard let path, let why = obstacle(file: path) else { continue }
      // The run makes its own folder.
      let folder = parent(of: path)
      let isMade =
        isFolder(folder) == nil
        && (madeFolder.map { [$0, $0 + "/captures"] } ?? []).contains {
          FilePlace($0) == FilePlace(folder)
        }
      if !isMade { throw refusal(option, path, why) }
    }
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
    case true: return permission(folder) ?? trial(path, isFile: true)
    }
  }

  private static func obstacle(folder path: String) -> String? {
    var place = path
    var first: String?
    while true {
      switch isFolder(place) {
      case true: return permission(place) ?? first.flatMap { trial($0, isFile: false) }
      case false:
        return place == path
          ? "is a file; name a folder"
          : "cannot be made: \(PrintableText.quoted(place, limit: 200)) is a file, not a folder"
      case nil:
        let above = parent(of: place)
        guard above != place else { return nil }
        (first, place) = (place, above)
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

  /// Makes what is not there yet and removes it again: rights do not tell everything. Nil where it can be
  /// made, and where there is no room, which the run itself says.
  private static func trial(_ path: String, isFile: Bool) -> String? {
    do {
      if isFile {
        _ = try SystemFile(confidential: path)
        unsafe unlink(path)
      } else {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        unsafe rmdir(path)
      }
      return nil
    } catch {
      return switch FileReason.code(of: error) {
      case nil, .ENOSPC?, .EDQUOT?, .EEXIST?: nil
      case .ENOENT?: "cannot be made: this file system does not let it be made"
      case let code?: "cannot be made: \(FileReason.reason(of: code))"
      }
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
