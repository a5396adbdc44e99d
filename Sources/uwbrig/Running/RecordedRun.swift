import Foundation
import Journal
import Reports
import Rig
import RunStore

/// A run that is played again: its journal and its rig file.
struct RecordedRun {
  /// The rig file's name in the folder of a run.
  static let rigName = "rig.yaml"

  private let run: NamedRun
  private let folder: String

  /// Finds a run as `report` does: a folder, a name below out, or `latest`.
  init(_ word: String) throws {
    run = try NamedRun(word, below: "out")
    guard let directory = run.directory else {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(word)) is a journal without its folder; name the folder that "
          + "`uwbrig run` made, with \(Self.rigName) in it")
    }
    // `latest` may point elsewhere once the replay begins.
    folder = URL(filePath: directory.path).resolvingSymlinksInPath().path
  }

  /// The name of the run.
  var name: String { run.name }

  /// The path of its folder.
  var path: String { folder }

  /// The recorded bench, every board played from the journal.
  func rig() throws -> RigFile {
    let path = folder + "/" + Self.rigName
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(folder)) has no \(Self.rigName): it was made by an earlier version "
          + "and cannot be replayed; run the cases again")
    }
    return try RigFile.load(path).replaying(folder)
  }

  /// What the journal says.
  func report() throws -> RunReport { try run.report() }

  /// The instances that a rig `replay:RUN` has recorded; nil for any other rig.
  static func names(_ rig: String?) throws -> Set<String>? {
    guard let rig, rig.hasPrefix("replay:") else { return nil }
    return Set(try RecordedRun(String(rig.dropFirst(7))).instances().map(Self.name))
  }

  /// The instances that ran on boards, in order.
  func instances() throws -> [Instance] {
    let report = try report()
    let boards = report.boards.map(\.name)
    return report.instances.filter { instance in
      instance.isFinished && instance.verdict != .skip
        && instance.boards.contains(where: boards.contains)
    }
  }

  private static func name(_ instance: Instance) -> String {
    instanceName(case: instance.case, boards: instance.boards)
  }

  /// Where the verdicts of another run of the same instances differ, in order.
  func differences(from other: RunReport) throws -> [VerdictDifference] {
    var found: [String: Instance] = [:]
    for instance in other.instances { found[Self.name(instance)] = instance }
    return try instances().compactMap { instance in
      let name = Self.name(instance)
      let now = found[name]
      guard now?.verdict != instance.verdict else { return nil }
      return VerdictDifference(
        instance: name, recorded: instance.verdict, replayed: now?.verdict,
        reason: now?.reason ?? "it did not run")
    }
  }
}

/// An instance that ended otherwise in a replay.
struct VerdictDifference {
  let instance: String
  let recorded: Verdict
  /// Nil where it did not run.
  let replayed: Verdict?
  let reason: String
}
