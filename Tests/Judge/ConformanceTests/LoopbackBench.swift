import Conformance
import Journal
import LabRuntime
import Rehearsals
import RigFile
import Runner

/// A loopback bench in virtual time, with boards as a test wants them.
enum LoopbackBench {
  /// The shipped loopback rig, with lines added to boards: `["lock": ["misbehaviour: never-starts"]]`.
  static func rig(
    _ name: String = "loopback.yaml", changing changes: [String: [String]] = [:]
  ) throws -> RigFile {
    let shipped = ShippedRigs.text(named: name) ?? ""
    var lines: [String] = []
    var dropped: [String] = []
    for line in shipped.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let key = line.trimmingPrefix { $0 == " " }.prefix { $0 != ":" }
      if line.hasPrefix("    "), dropped.contains(String(key)) { continue }
      lines.append(line)
      guard line.hasPrefix("  - name: ") else {
        if !line.hasPrefix("    ") { dropped = [] }
        continue
      }
      let added = changes[String(line.dropFirst("  - name: ".count))] ?? []
      dropped = added.map { String($0.prefix { $0 != ":" }) }
      lines += added.map { "    " + $0 }
    }
    // Whatever the rig is for, the tests have no time.
    let text = lines.joined(separator: "\n").replacing("time: real", with: "time: virtual")
    return try RigFile.parse(text, file: name, directory: "")
  }

  /// The shipped loopback rig with a model of the phone that deviates.
  static func rig(withPhone misbehaviour: String) throws -> RigFile {
    let shipped = ShippedRigs.text(named: "loopback.yaml") ?? ""
    return try RigFile.parse(
      shipped + "\nphone: {misbehaviour: \(misbehaviour)}\n", file: "loopback.yaml",
      directory: "")
  }

  /// Runs cases on a rig in virtual time.
  static func run(
    _ cases: [Case], on file: RigFile, board: String? = nil, filter: String? = nil,
    seed: UInt64 = 1, options: Run.Options = Run.Options()
  ) throws -> Rehearsal {
    let known = KnownNames(
      ids: cases.map(\.id), suites: cases.map(\.suite), tags: cases.flatMap(\.tags))
    return try Rehearsal(
      cases, on: file, board: board, filter: try filter.map { try Filter.parse($0, known: known) },
      seed: seed, options: options)
  }
}
