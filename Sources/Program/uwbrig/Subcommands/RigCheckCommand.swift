import ArgumentParser
import BootProtocols
import JSONDocuments
import Journal
import Links
import Notation
import Reports
import RigFile
import Runs
import Terminal

/// `rig check`: a rig file held against the rules, without opening a board.
struct RigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a rig file without opening a board.",
    discussion: """
      Names every program that the file would run: it is trusted like a script. Status 2 when the \
      file is wrong or asks for what this build does not have, and with --no-programs when it names \
      a program.
      """)

  @Argument(help: ArgumentHelp("The rig file.", valueName: "file"), completion: Completions.yaml)
  var file: String

  @OptionGroup var programs: ProgramOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let check = RigCheck(file, programs)
    if common.json {
      check.document.print()
    } else if check.faults.isEmpty {
      Output.result(check.summary)
      for line in check.boardLines + check.programLines where !common.quiet { Output.result(line) }
      for line in check.placeholderLines { common.remark(line) }
    } else {
      for fault in check.faults { Output.diagnostic(fault.message) }
    }
    if !check.faults.isEmpty { throw ExitStatus.usage }
  }
}

/// A rig file and what is wrong with it.
struct RigCheck {
  /// One thing that is wrong, or not built.
  struct Fault: Codable, Described {
    static let notes: [String: Note] = ["line": Note(least: 1), "column": Note(least: 1)]

    var line: Int
    var column: Int
    var key: String
    var found: String
    var allowed: String
    var suggestion: String?
    var message: String
  }

  let path: String
  private(set) var faults: [Fault] = []
  private(set) var boards: [RigBoard] = []
  private var programs: [RigFile.Program] = []
  private var time = RigFile.Time.real

  init(_ path: String, _ bounds: ProgramOptions) {
    self.path = path
    do {
      let file = try RigSource.read(path)
      boards = file.boards
      time = file.time
      programs = file.programs
      faults = file.notAvailable.map(Fault.init)
      faults += bounds.faults(file)
    } catch let errors as RigFileErrors {
      faults = errors.errors.map(Fault.init)
    } catch {
      faults = [
        Fault(
          line: 1, column: 1, key: "", found: "no rig file", allowed: "the path of a rig file",
          message: "Error: \(Failure(error).message)")
      ]
    }
  }

  /// `FILE: ok: 5 boards, …`.
  var summary: String {
    let count = Counted.amount(boards.count, "board")
    let names = boards.map(\.name).joined(separator: ", ")
    return "\(PrintableText.escaped(path)): ok: \(count) (\(names)), time \(time.rawValue)"
  }

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

  var programLines: [String] {
    guard !programs.isEmpty else { return [] }
    return ["It runs programs:"]
      + programs.map { "  \($0.board)  \($0.key): \(PrintableText.escaped($0.command))" }
  }

  /// The boards whose serial number is still that of an example: no device has it.
  var placeholders: [(board: String, serial: String)] {
    let examples = Set(
      ShippedRigs.names.flatMap { name in
        ((try? ShippedRigs.rig(named: name))?.boards ?? []).compactMap(\.usbSerial)
      })
    return boards.compactMap { board in
      board.usbSerial.flatMap { examples.contains($0) ? (board.name, $0) : nil }
    }
  }

  var placeholderLines: [String] {
    guard !placeholders.isEmpty else { return [] }
    return placeholders.map {
      "Note: \($0.board): the serial number \($0.serial) is a placeholder of the shipped example"
    } + ["Put your boards' serial numbers there: `uwbrig boards` lists them."]
  }

  var document: RigCheckDocument {
    RigCheckDocument(
      file: path, ok: faults.isEmpty, errors: faults,
      boards: boards.map {
        .init(
          name: $0.name, firmware: $0.firmware.rawValue, link: $0.link.description, use: $0.use,
          role: $0.role)
      }, programs: programs.map { .init(board: $0.board, key: $0.key, command: $0.command) },
      placeholders: placeholders.map(\.board))
  }
}

struct RigCheckDocument: Document {
  static let schema = "uwbrig.rig-check/1"
  static let about = "What `uwbrig rig check --json` prints about a rig file."

  struct Board: Codable {
    var name: String
    var firmware: String
    var link: String
    var use: RigBoard.Use
    var role: RigBoard.Role?
  }

  struct Program: Codable {
    var board: String
    var key: String
    var command: String
  }

  var file: String
  var ok: Bool
  var errors: [RigCheck.Fault]
  var boards: [Board]
  var programs: [Program]
  /// Boards whose serial number is still that of the shipped example.
  var placeholders: [String]
}

extension RigBoard {
  /// The serial number that its link asks for.
  fileprivate var usbSerial: String? {
    guard case .usb(.serial(let serial), _, _) = link else { return nil }
    return serial
  }
}

extension RigCheck.Fault {
  init(_ error: DocumentError) {
    self.init(
      line: error.line, column: error.column, key: error.key, found: error.found,
      allowed: error.allowed, suggestion: error.suggestion, message: error.description)
  }

  init(_ missing: NotAvailable) {
    self.init(
      line: missing.line, column: missing.column, key: missing.key, found: missing.what,
      allowed: "what this build has", message: missing.description)
  }

  /// What an option forbids.
  init(_ key: String, of file: String, allowed: String, by option: String, got found: String) {
    self.init(
      line: 1, column: 1, key: key, found: found, allowed: allowed,
      message: "\(PrintableText.escaped(file)): error: \(key): expected \(allowed) (\(option)), "
        + "got \(found)")
  }
}

extension RigBoard.Use: Codable {}
extension RigBoard.Role: Codable {}
