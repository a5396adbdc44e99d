import ArgumentParser
import AttachedBoards
import Boards
import BootProtocols
import Files
import FoundationEssentials
import Journal
import Links
import Notation
import Reports
import RigFile
import RunStore
import Runs
import Terminal
import UCI

extension RecordCommand {
  /// The cases of a first contact: who the board is, its versions and capabilities, a first session.
  private static let cases = """
    UC01|UC02|UC04|UC05|UC06|UC07|UC08|UC09|UC12|UC14|UC15|UC16|UC17|US01|US03|US04|US05|US06|US09|US10\
    |US12|US17|US24|UR01|UR02|UR03|UR06|UR07|UR10|UR12|UR30\
    |N01|N02|N03|N04|N05|N06|N07|N08|N09|N10|N11|N12|N13|N19|N20|S01|S02|S04|C01|C02|C03|C04|L01|L02|R01\
    |OB03|OB04|OB14|OB15|OB16|OB17|OB18|OB19|OB20|OB21|OB22|OB23|OB26|OB32|OB33|OB35|OB36
    """

  /// Records the first minute of contact, leaves out what tells whose boards they are, checks that,
  /// replays it and says so.
  func share() throws -> ExitStatus {
    let file = try bench()
    let folder = try unusedFolder(file.boards)
    var run = try RunCommand.parse([Self.cases, "--run-timeout", "60s"])
    (run.common, run.seed, run.progress) = (given.common, given.seed, given.progress)
    run.timeout = given.timeout
    run.runTimeout = given.runTimeout ?? run.runTimeout
    let (status, directory) = try run.perform(on: file, printsResult: false)
    guard [.done, .no, .bench].contains(where: { $0 == status }) else { return status }

    let profiles = try ProfileLibrary.shipped().profiles.map(\.name)
    var recording = try SharedRecording(
      journal: directory.events,
      setup: file.boards.flatMap { ($0.uci?.setup ?? []).map(\.bytes) },
      serials: file.boards.flatMap(Self.texts))
    guard recording.heard > 0 else {
      throw Failure(
        .bench,
        "nothing was recorded: \(given.selection.filters.joined(separator: " and ")) sent no byte; "
          + "`uwbrig boards --probe` asks what speaks, and \(directory.report) shows what was tried"
      )
    }
    let rig = file.shared(profiles: profiles) { recording.replaced($0) }
    let journal = recording.bytes
    let known = file.boards.compactMap(\.profile).filter(profiles.contains)
    var document = SharingDocument(
      folder: folder, boards: known, run: directory.report, bytes: journal.count,
      heard: recording.heard, microseconds: recording.microseconds, verdicts: recording.verdicts,
      replaced: recording.replaced, given: recording.given)
    let page = document.page(version: Uwbrig.version)
    let texts = [rig, page, String(decoding: journal, as: UTF8.self)]
    document.left = try recording.left(in: journal, texts)
    guard document.left == 0 else {
      throw Failure(
        .internalError,
        "\(Counted.amount(document.left, "value")) of the board would be left in the recording: "
          + "nothing was written. This is a fault of the program; please report it")
    }
    try Self.write(
      [("rig.yaml", rig), ("events.ndjson", texts[2]), ("README.md", page)], to: folder)
    let again = try Self.replayed { try RecordedRun(folder).judgeAgain([], out: $0) }
    guard let found = again.found else { return again.status }
    (document.replayed, document.differences) = (found.replayed, found.differences)
    given.common.json ? document.print() : document.show()
    return again.status
  }

  /// The boards that are meant, and nothing else of their rig.
  private func bench() throws -> RigFile {
    let words = given.selection.filters
    let file = try RigSource.open(given.selection.rig, boards: words)
    let isAttached = given.selection.rig == nil
    let boards =
      try words.map { try RigSource.board($0, in: file, orAttached: isAttached).name }
    return file.unnamed(only: boards)
  }

  private func unusedFolder(_ boards: [RigBoard]) throws -> String {
    let base =
      given.out
      ?? "recording-\(boards.first?.profile ?? boards.first?.firmware.rawValue ?? "board")"
    let names = [base] + (given.out == nil ? (2..<1000).map { "\(base)-\($0)" } : [])
    let free = names.first { !FileManager.default.fileExists(atPath: $0) }
    guard let free else {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(base)) is there already: name a folder that is not, with --out")
    }
    return free
  }

  /// The texts that tell a board: serial numbers, its Bluetooth address, and what looks like either in
  /// the way to it.
  private static func texts(_ board: RigBoard) -> [String] {
    let device = USBTree.system.snapshot().device(behind: board.link)
    var texts = [device?.serial, board.probe].compactMap(\.self)
    switch board.link {
    case .ble(.address(let address), _): texts.append(address.filter(\.isHexDigit))
    case .usb(.serial(let serial), _, _): texts.append(serial)
    case .serial(let path, _):
      texts += path.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        .filter { $0.count > 5 && $0.contains(where: \.isNumber) }
    default: break
    }
    return texts
  }

  private static func write(_ files: [(name: String, text: String)], to folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for (name, text) in files {
        try Data(text.utf8).write(to: URL(filePath: folder).appending(path: name))
      }
    } catch {
      throw Failure(
        .internalError,
        "failed to write \(PrintableText.escaped(folder)): \(FileReason.reason(of: error))")
    }
  }
}
