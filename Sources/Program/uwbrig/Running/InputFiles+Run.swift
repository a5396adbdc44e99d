import Journal
import Links
import Notation
import RigFile
import RunStore

extension InputFiles {
  init(_ command: RunCommand, _ selection: Selection) throws {
    self.init()
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
      let read = without(Self.rig, at: kept)
      for path in RunDirectory.replaced(in: out) { try read.check(path, for: "--out", out) }
      for (name, what) in [
        (RunDirectory.rigName, "the rig file of the run"), ("run.json", "the record of the run"),
        ("events.ndjson", "the journal of the run"),
      ] {
        inputs.reserve(out + "/" + name, as: what)
      }
    }
    for (option, path) in command.documents.files.map({ ($0.option, $0.path) }) + [
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
