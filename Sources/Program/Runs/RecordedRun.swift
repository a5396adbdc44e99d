import FoundationEssentials
import Journal
package import Links
import Notation
package import Reports
package import RigFile
import RunStore
import Runner

/// A run that is played again: its journal and its rig file.
package struct RecordedRun {
  private let run: NamedRun
  /// The folder of its journal and its rig file.
  package let path: String
  /// The words of its command line; none where they are not known.
  package let arguments: [String]

  /// Finds a run as `report` does: a folder, a name below out, or `latest`.
  /// So does a folder that holds nothing but a journal and a rig file, or such a journal.
  package init(_ word: String) throws {
    let bare = word + "/events.ndjson"
    let isBare =
      FileManager.default.fileExists(atPath: bare)
      && !FileManager.default.fileExists(atPath: word + "/run.json")
    run = try NamedRun(isBare ? bare : word, below: RunDirectory.runs)
    // `latest` may point elsewhere once the replay begins.
    let place = URL(filePath: run.directory?.path ?? run.journal).resolvingSymlinksInPath()
    if let directory = run.directory {
      path = place.path
      name = run.name
      arguments = directory.record.arguments
    } else {
      path = place.deletingLastPathComponent().path
      name = word
      arguments = []
      guard place.lastPathComponent == "events.ndjson" else {
        throw Failure(
          .usage,
          "\(PrintableText.escaped(word)) is not the folder of a run; name the one that "
            + "`uwbrig run` made, with \(RunDirectory.rigName) in it")
      }
    }
  }

  package let name: String

  /// The run that a rig `replay:RUN` names, and how closely it is played; nil for another rig.
  package static func named(by rig: String) throws -> (
    run: RecordedRun, mode: LinkAddress.ReplayMode
  )? {
    guard rig.hasPrefix("replay:") else { return nil }
    let address: LinkAddress
    do throws(NotationError) { address = try LinkAddress(parsing: rig) } catch {
      throw Failure(.usage, "\(PrintableText.escaped(rig)): \(error)")
    }
    guard case .replay(let path, let mode) = address else { return nil }
    return (try RecordedRun(path), mode)
  }

  /// The recorded bench, every board played from the journal.
  package func rig(_ mode: LinkAddress.ReplayMode = .strict) throws -> RigFile {
    let file = path + "/" + RunDirectory.rigName
    guard FileManager.default.fileExists(atPath: file) else {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(path)) has no \(RunDirectory.rigName), which says what its boards "
          + "are: it cannot be replayed; put the run's rig file there, or run the cases again")
    }
    return try RigFile.load(file).replaying(path, mode: mode)
  }

  package func report() throws -> RunReport { try run.report() }

  /// The instances that a rig `replay:RUN` has recorded; nil for any other rig.
  package static func names(_ rig: String?) throws -> Set<String>? {
    guard let named = try rig.flatMap({ try named(by: $0) }) else { return nil }
    return Set(
      try named.run.instances().map { instanceName(case: $0.case, boards: $0.boards) })
  }

  /// The instances that ran on boards, in order; without those that the end of the run has cut off, and
  /// those whose times are the machine's.
  package func instances() throws -> [Reports.Instance] {
    let report = try report()
    let boards = report.boards.map(\.name)
    return report.instances.filter { instance in
      let isCutOff =
        instance.verdict == .inconclusive && StopReason.explains(inconclusive: instance.reason)
      return instance.isFinished && instance.verdict != .skip && !isCutOff && !instance.wasHeldUp
        && instance.boards.contains(where: boards.contains)
    }
  }

}
