import ArgumentParser
import BootProtocols
import Journal
import Links
import Notation
import Rig

/// `rig check`: a rig file held against the rules, without opening a board.
struct RigCheckVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a rig file without opening a board.",
    discussion: "Status 2 when the file is wrong or asks for what this build does not have.")

  @Argument(help: ArgumentHelp("The rig file.", valueName: "file"))
  var file: String

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let check = RigCheck(file)
    if common.json {
      Output.result(check.json.indented)
    } else if check.faults.isEmpty {
      Output.result(check.summary)
      for line in check.boardLines where !common.quiet { Output.result(line) }
    } else {
      for fault in check.faults { Output.diagnostic(fault.message) }
    }
    if !check.faults.isEmpty { throw ExitStatus.usage }
  }
}

/// A rig file and what is wrong with it.
struct RigCheck {
  /// One thing that is wrong, or not built.
  struct Fault {
    var line: Int
    var column: Int
    var key: String
    var found: String
    var allowed: String
    var suggestion: String?
    var message: String
  }

  /// Names the shape of the document.
  static let schema = "uwbrig.rig-check/1"

  let path: String
  private(set) var faults: [Fault] = []
  private(set) var boards: [RigBoard] = []
  private var time = RigFile.Time.real

  init(_ path: String) {
    self.path = path
    do {
      let file = try RigSource.read(path)
      boards = file.boards
      time = file.time
      faults = file.notAvailable.map(Fault.init)
    } catch let errors as RigFileErrors {
      faults = errors.errors.map(Fault.init)
    } catch {
      faults = [
        Fault(
          line: 1, column: 1, key: "", found: "no rig file", allowed: "the path of a rig file",
          suggestion: nil, message: "Error: \(Failure(error).message)")
      ]
    }
  }

  /// `FILE: ok: 5 boards, …`.
  var summary: String {
    let count = boards.count == 1 ? "1 board" : "\(boards.count) boards"
    let names = boards.map(\.name).joined(separator: ", ")
    return "\(PrintableText.escaped(path)): ok: \(count) (\(names)), time \(time.rawValue)"
  }

  /// A line a board.
  var boardLines: [String] {
    var table = Table([
      .init("  BOARD"), .init("FIRMWARE"), .init("USE"), .init("LINK", minimum: 12),
    ])
    for board in boards {
      table.add([
        "  " + board.name, board.firmware.rawValue, board.use.rawValue, board.link.description,
      ])
    }
    return table.lines(width: Terminal.width(.output))
  }

  /// The document.
  var json: JSONValue {
    .object([
      .init("schema", .string(Self.schema)), .init("file", .string(path)),
      .init("ok", .bool(faults.isEmpty)),
      .init("errors", .array(faults.map(\.json))),
      .init("boards", .array(boards.map(Self.json))),
    ])
  }

  private static func json(_ board: RigBoard) -> JSONValue {
    .object([
      .init("name", .string(board.name)), .init("firmware", .string(board.firmware.rawValue)),
      .init("link", .string(board.link.description)), .init("use", .string(board.use.rawValue)),
      .init("role", board.role.map { .string($0.rawValue) } ?? .null),
    ])
  }
}

extension RigCheck.Fault {
  init(_ error: RigFileError) {
    self.init(
      line: error.line, column: error.column, key: error.key, found: error.found,
      allowed: error.allowed, suggestion: error.suggestion, message: error.description)
  }

  init(_ missing: NotAvailable) {
    self.init(
      line: missing.line, column: missing.column, key: missing.key, found: missing.what,
      allowed: "what this build has", suggestion: nil, message: missing.description)
  }

  var json: JSONValue {
    .object([
      .init("line", .integer(Int64(line))), .init("column", .integer(Int64(column))),
      .init("key", .string(key)), .init("found", .string(found)),
      .init("allowed", .string(allowed)),
      .init("suggestion", suggestion.map { .string($0) } ?? .null),
      .init("message", .string(message)),
    ])
  }
}
