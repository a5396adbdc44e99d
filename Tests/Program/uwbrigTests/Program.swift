import Foundation
import TestSupport
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

  /// Starts the program in the folder.
  ///
  /// - Parameter wrapper: A program with its arguments that starts it: the path and the arguments
  ///   come behind.
  func start(
    _ arguments: [String], through wrapper: [String] = [], environment: [String: String] = [:],
    input: ChildProcess.Stream = .null, output: ChildProcess.Stream = .null,
    errors: ChildProcess.Stream = .null
  ) throws -> ChildProcess {
    let words = wrapper + [try Self.path.path] + arguments
    let surroundings = [
      "PATH": "/usr/bin:/bin", "COLUMNS": "80", "TERM": "dumb", "HOME": folder.path,
    ].merging(environment) { $1 }
    return try ChildProcess(
      words[0], Array(words.dropFirst()), environment: surroundings, folder: folder.path,
      input: input, output: output, errors: errors)
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String], through wrapper: [String] = [], input: String = "",
    environment: [String: String] = [:]
  ) throws -> Ending {
    let mark = UInt32.random(in: 0 ... .max)
    let places = ["in", "out", "err"].map { folder.appending(path: "\($0)-\(mark)") }
    try Data(input.utf8).write(to: places[0])
    try Data().write(to: places[1])
    try Data().write(to: places[2])
    // Not through pipes: what a program leaves behind may keep them open.
    let child = try start(
      arguments, through: wrapper, environment: environment, input: .file(places[0].path),
      output: .file(places[1].path), errors: .file(places[2].path))
    return Ending(
      status: try child.wait().number,
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
