import Foundation
import Testing

/// The built program, run in a folder of its own.
struct Program {
  /// What the program left behind.
  struct Ending {
    var status: Int32
    var output: String
    var errors: String
  }

  let folder: URL

  /// A fresh folder below the temporary one.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(
        path:
          "uwbrig-cli-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
      )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The program stands beside the bundle of the tests.
  static var path: URL {
    get throws {
      let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
      var folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
      for _ in 0..<4 {
        let candidate = folder.appending(path: "uwbrig")
        var isFolder = ObjCBool(false)
        let exists = unsafe FileManager.default.fileExists(
          atPath: candidate.path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { return candidate }
        folder = folder.deletingLastPathComponent()
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }

  /// A process that is not started yet.
  func process(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
    let process = Process()
    process.executableURL = try Self.path
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = surroundings(environment)
    return process
  }

  private func surroundings(_ more: [String: String]) -> [String: String] {
    [
      "PATH": "/usr/bin:/bin", "COLUMNS": "80", "TERM": "dumb", "HOME": folder.path,
    ].merging(more) { $1 }
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Ending {
    let mark = UInt32.random(in: 0 ... .max)
    let places = ["in", "out", "err"].map { folder.appending(path: "\($0)-\(mark)") }
    try Data(input.utf8).write(to: places[0])
    try Data().write(to: places[1])
    try Data().write(to: places[2])
    let status = try spawn(
      Self.path.path, arguments, environment: surroundings(environment), folder: folder.path,
      streams: places.map(\.path))
    return Ending(
      status: status,
      output: try String(contentsOf: places[1], encoding: .utf8),
      errors: try String(contentsOf: places[2], encoding: .utf8))
  }

  /// A file in the folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// The text of a file in the folder.
  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Removes the folder.
  func clean() { try? FileManager.default.removeItem(at: folder) }
}

/// Compares a text with the stored one. `UWBRIG_UPDATE_SNAPSHOTS=1` stores it instead.
func expectSnapshot(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
  let file = folder.appending(path: name)
  if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] == "1" {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return
  }
  let stored = try String(contentsOf: file, encoding: .utf8)
  #expect(text == stored, "\(name) differs from the snapshot", sourceLocation: sourceLocation)
}
