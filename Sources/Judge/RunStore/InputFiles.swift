import Glibc
import Journal
import Notation

/// Where a file lies, whatever path leads there.
package struct FilePlace: Hashable {
  private var device: UInt64 = 0
  private var node: UInt64 = 0
  /// What is not there yet, below what is.
  private var rest: [String] = []

  package init(_ path: String) {
    var path = path
    while true {
      var status = stat()
      if unsafe stat(path.isEmpty ? "." : path, &status) == 0 {
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
        return
      }
      while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
      let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
      // Not even the root or the folder of the process: nothing can be said.
      guard !name.isEmpty else { return }
      rest.insert(String(name), at: 0)
      path = String(path.dropLast(name.count))
    }
  }
}

/// The files that a subcommand reads: nothing that it writes may take the place of one of them.
package struct InputFiles {
  private var files: [(path: String, what: String, place: FilePlace)] = []

  /// None yet.
  package init() {}

  /// Takes a file; one that is not there is left to who reads it.
  ///
  /// Throws ``Failure`` for a pipe or a device, which might keep the program waiting for ever.
  ///
  /// - Parameter what: what it is, such as `the rig file`.
  package mutating func add(_ path: String, as what: String) throws {
    if let obstacle = InputFile.obstacle(path) {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(path)), \(what), is \(obstacle), not a file: name one that is "
          + "written to its end")
    }
    guard unsafe access(path, F_OK) == 0 else { return }
    files.append((path, what, FilePlace(path)))
  }

  /// Throws ``Failure`` where a file that is to be written would take the place of one that is read.
  ///
  /// - Parameters:
  ///   - option: who asks for it, such as `--html`.
  ///   - word: what the option was given; nil for the file itself.
  package func check(_ path: String?, for option: String, _ word: String? = nil) throws {
    guard let path else { return }
    let place = FilePlace(path)
    guard let file = files.first(where: { $0.place == place }) else { return }
    throw Failure(
      .usage,
      "\(option) \(PrintableText.escaped(word ?? path)) would overwrite "
        + "\(PrintableText.escaped(file.path)), \(file.what), which is still read; name another "
        + (word == nil ? "file" : "folder") + ", or make a copy first and use that")
  }

  /// Takes a file that the program itself is about to write.
  package mutating func reserve(_ path: String, as what: String) {
    files.append((path, what, FilePlace(path)))
  }

  package func without(_ what: String, at place: FilePlace) -> InputFiles {
    var rest = self
    rest.files.removeAll { $0.what == what && $0.place == place }
    return rest
  }
}
