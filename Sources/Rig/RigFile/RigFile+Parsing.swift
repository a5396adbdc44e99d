import BootProtocols
import FileGrammar
import FoundationEssentials
import Journal
import Links
import Notation

extension RigFile {
  /// Reads a rig file; relative paths in it are taken from its folder.
  ///
  /// Throws `RigFileErrors` with every fault of the file.
  public static func load(_ path: String) throws -> RigFile {
    guard let text = try RigKeys.kind.text(of: path) else {
      throw RigKeys.kind.unreadable(
        path, found: "no such file", allowed: "the path of a rig file")
    }
    let url = URL(fileURLWithPath: path)
    return try parse(text, file: path, directory: url.deletingLastPathComponent().path)
  }

  /// Reads the text of a rig file.
  ///
  /// `file` is its name in messages; relative paths are taken from `directory`. Throws
  /// `RigFileErrors` with every fault of the text.
  public static func parse(_ text: String, file: String, directory: String) throws -> RigFile {
    let findings = Findings(file: file)
    let result = YAMLDocument.root(of: text, findings: findings).flatMap {
      read($0, text: text, file: file, directory: directory, findings: findings)
    }
    guard let result, findings.faults == nil else {
      throw findings.faults ?? RigFileErrors(errors: [])
    }
    return result
  }

  private static func read(
    _ root: Field, text: String, file: String, directory: String, findings: Findings
  ) -> RigFile? {
    guard let values = RigKeys.mapping.values(root) else { return nil }
    _ = values.version
    let (name, time) = (values.name, values.time)
    let boards = (values.boards ?? []).map { BoardReading($0, directory: directory) }
    BenchRules(boards: boards, time: time).check(room: values[\.room], faults: values[\.faults])
    let hasAccessory = boards.contains {
      [.niAccessory, .rangingOOB].contains($0.board.firmware)
    }
    let (room, faults, limits) = (values.room, values.faults, values.limits)
    let (phone, retries) = (values.phone, values.retries)
    _ = values.twister
    let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    return RigFile(
      file: file, directory: directory, name: name ?? stem, time: time,
      boards: boards.map { $0.finished(besideAccessory: hasAccessory) }, room: room ?? RigRoom(),
      phoneMisbehaviour: phone?.misbehaviour, faults: faults ?? .clean,
      limits: limits ?? RigLimits(), retries: retries ?? [],
      notAvailable: findings.notAvailable.sorted { ($0.line, $0.column) < ($1.line, $1.column) },
      text: text)
  }
}
