import Journal
import Links
import Notation
import RigFile
package import RunStore

extension InputFiles {
  package init(_ files: RunFiles, _ selection: Selection) throws {
    self.init()
    guard let file = selection.file else { return }
    for board in file.boards {
      guard case .replay(let path, _) = board.link.relative(to: file.directory) else { continue }
      let isFile = path.hasSuffix(".pcapng") || path.hasSuffix(".ndjson")
      try add(isFile ? path : path + "/events.ndjson", as: "the recording of \(board.name)")
    }
    if let rig = files.rig, !rig.hasPrefix("replay:") { try add(rig, as: Self.rig) }
    for path in Selection.scenarioFiles(in: files.filters) {
      try add(path, as: "a scenario")
    }
    for image in file.boards.compactMap(\.image) { try add(image.file, as: "an image") }
    for (path, what) in [(files.quarantine, "the quarantine"), (files.waivers, "the waivers")] {
      if let path { try add(path, as: what) }
    }
  }

  private static let rig = "the rig file"

  /// Throws ``Failure`` where a run would destroy what it reads, or its own journal.
  package func check(_ files: RunFiles) throws {
    var inputs = self
    if let out = files.out {
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
    for (option, path) in files.documents.map({ ($0.option, $0.path) }) + [
      ("--events", files.events), ("--ledger", files.ledger),
    ] {
      // The copy of a journal onto itself changes nothing.
      if option == "--events", let path, let out = files.out,
        FilePlace(path) == FilePlace(out + "/events.ndjson")
      {
        try check(path, for: option)
      } else {
        try inputs.check(path, for: option)
      }
    }
  }
}
