import BootProtocols
import Foundation
import Journal
import Links
import NearbySession
import Notation

extension RigFile {
  /// Reads a rig file; relative paths in it are taken from its folder.
  ///
  /// Throws `RigFileErrors` with every fault of the file.
  public static func load(_ path: String) throws -> RigFile {
    let findings = Findings(file: path)
    func unreadable(_ found: String, _ allowed: String) -> RigFileErrors {
      findings.fault(line: 1, column: 1, key: "", found: found, allowed: allowed)
      return RigFileErrors(errors: findings.errors)
    }
    if let obstacle = InputFile.obstacle(path) {
      throw unreadable(obstacle, "a file with a rig in it")
    }
    let url = URL(fileURLWithPath: path)
    var data = Data()
    do {
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      // A pipe hands over its bytes in pieces.
      while data.count <= YAMLDocument.largest,
        let piece = try handle.read(upToCount: YAMLDocument.largest + 1 - data.count),
        !piece.isEmpty
      {
        data += piece
      }
    } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw unreadable(
        exists ? "a file that cannot be read" : "no such file", "the path of a rig file")
    }
    guard data.count <= YAMLDocument.largest else {
      throw unreadable("more bytes", "at most \(YAMLDocument.largest) bytes")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw unreadable("bytes that are not UTF-8", "YAML in UTF-8")
    }
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
    guard let entries = root.entries(RigGrammar.file, allowed: "a mapping of keys and values")
    else { return nil }
    _ = entries.required("version", allowed: "1")?.integer(1...1)
    let name = entries["name"]?.line("a name of at most 64 characters", longest: 64)
    let time = entries["time"]?.choice(Time.self) ?? .real
    var boards: [BoardReading] = []
    if let list = entries.required("boards", allowed: "a list of boards") {
      let allowed = "a list of at least one board"
      let items = list.items(allowed)
      if let items, items.isEmpty { list.fault(found: "an empty list", allowed: allowed) }
      boards = (items ?? []).compactMap { BoardReading($0, directory: directory) }
    }
    BenchRules(boards: boards, time: time).check(room: entries["room"], faults: entries["faults"])
    let hasAccessory = boards.contains { $0.board.firmware == .niAccessory }
    let room = entries["room"].map(RoomReading.room) ?? RigRoom()
    let faults = entries["faults"].flatMap(readFaults) ?? .clean
    let limits = entries["limits"].map(readLimits) ?? RigLimits()
    let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    return RigFile(
      file: file, directory: directory, version: 1, name: name ?? stem, time: time,
      boards: boards.map { $0.finished(besideAccessory: hasAccessory) }, room: room,
      phone: entries["phone"].map(readPhone) ?? RigPhone(),
      faults: faults, limits: limits,
      retries: entries["retries"].map(RigRetryRule.list(reading:)) ?? [],
      notAvailable: findings.notAvailable.sorted { ($0.line, $0.column) < ($1.line, $1.column) },
      text: text)
  }

  private static func readPhone(_ field: Field) -> RigPhone {
    var phone = RigPhone()
    phone.misbehaviour = field.entries(RigGrammar.phone)?["misbehaviour"]?
      .misbehaviour(among: PhoneDeviation.allCases.map(\.rawValue))
    return phone
  }

  private static func readFaults(_ field: Field) -> FaultPlan? {
    guard let text = field.line("a fault profile or faults, joined by +", longest: 1024) else {
      return nil
    }
    do throws(FaultPlanError) { return try FaultPlan(parsing: text) } catch {
      field.fault(
        found: PrintableText.code(error.found, limit: 60), allowed: error.allowed,
        suggestion: error.suggestion)
      return nil
    }
  }

  private static func readLimits(_ field: Field) -> RigLimits {
    var limits = RigLimits()
    guard let entries = field.entries(RigGrammar.limits) else { return limits }
    for (name, path) in RigLimits.durations {
      if let value = entries[name]?.duration(positive: true) { limits[keyPath: path] = value }
    }
    for (name, path, range) in RigLimits.counts {
      if let value = entries[name]?.integer(range) { limits[keyPath: path] = value }
    }
    if limits.intervalMinimum > limits.intervalMaximum {
      let at = entries["interval-minimum"] ?? entries["interval-maximum"] ?? field
      at.fault(
        allowed: "interval-minimum up to interval-maximum ("
          + "\(DurationText.format(limits.intervalMaximum)))")
    }
    return limits
  }
}
