import Glibc
import Journal
import Links
import Notation
import RigFile
import RunStore

/// Where a file lies, whatever path leads there.
struct FilePlace: Hashable {
  private var device: UInt64 = 0
  private var node: UInt64 = 0
  /// What is not there yet, below what is.
  private var rest: [String] = []

  init(_ path: String) {
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
struct InputFiles {
  private var files: [(path: String, what: String, place: FilePlace)] = []

  /// None yet.
  init() {}

  /// Takes a file; one that is not there is left to who reads it.
  ///
  /// Throws ``Failure`` for a pipe or a device, which might keep the program waiting for ever.
  ///
  /// - Parameter what: what it is, such as `the rig file`.
  mutating func add(_ path: String, as what: String) throws {
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
  func check(_ path: String?, for option: String, _ word: String? = nil) throws {
    guard let path else { return }
    let place = FilePlace(path)
    guard let file = files.first(where: { $0.place == place }) else { return }
    throw Failure(
      .usage,
      "\(option) \(PrintableText.escaped(word ?? path)) would overwrite "
        + "\(PrintableText.escaped(file.path)), \(file.what), which is still read; name another "
        + (word == nil ? "file" : "folder") + ", or make a copy first and use that")
  }
}

extension InputFiles {
  /// What a run reads.
  init(_ command: RunCommand, _ selection: Selection) throws {
    guard let file = selection.file else { return }
    for board in file.boards {
      guard case .replay(let path, _) = board.link.relative(to: file.directory) else { continue }
      let isFile = path.hasSuffix(".pcapng") || path.hasSuffix(".ndjson")
      try add(isFile ? path : path + "/events.ndjson", as: "the recording of \(board.name)")
    }
    if let rig = command.selection.rig, !rig.hasPrefix("replay:") { try add(rig, as: Self.rig) }
    for path in Selection.scenarioFiles(in: command.selection.filters) {
      try add(path, as: "a scenario")
    }
    for image in file.boards.compactMap(\.image) { try add(image.file, as: "an image") }
    for (path, what) in [(command.quarantine, "the quarantine"), (command.waivers, "the waivers")] {
      if let path { try add(path, as: what) }
    }
  }

  private static let rig = "the rig file"

  /// Throws ``Failure`` where a run would destroy what it reads, or its own journal.
  func check(_ command: RunCommand) throws {
    var inputs = self
    if let out = command.out {
      // The rig file is kept in the folder as it is, so that one that lies there already stays.
      let kept = FilePlace(out + "/" + RunDirectory.rigName)
      var read = self
      read.files.removeAll { $0.what == Self.rig && $0.place == kept }
      for path in RunDirectory.replaced(in: out) { try read.check(path, for: "--out", out) }
      for (name, what) in [
        (RunDirectory.rigName, "the rig file of the run"), ("run.json", "the record of the run"),
        ("events.ndjson", "the journal of the run"),
      ] {
        let path = out + "/" + name
        inputs.files.append((path, what, FilePlace(path)))
      }
    }
    for (option, path) in [
      ("--junit", command.junit), ("--html", command.html), ("--ctrf", command.ctrf),
      ("--tap", command.tap),
      ("--events", command.events), ("--ledger", command.ledger),
    ] {
      // The copy of a journal onto itself changes nothing.
      if option == "--events", let path, let out = command.out,
        FilePlace(path) == FilePlace(out + "/events.ndjson")
      {
        try check(path, for: option)
      } else {
        try inputs.check(path, for: option)
      }
    }
  }
}
