import FoundationEssentials
import Journal
import LabRuntime
import Links
import Notation
import Reports
import RigFile
import RunStore
import Runs
import Terminal

/// What a run looks at after a change of an image.
struct RunFocus {
  /// The boards that have the image.
  var boards: [String]
  /// The instances that did not pass last time; they come first.
  var failed: Set<String> = []
}

extension RunCommand {
  /// Runs, and runs again after each change of an image, until a signal comes.
  ///
  /// Throws ``Failure`` where the first run cannot begin; later an image that cannot be written is
  /// told, and its next version awaited.
  func perform(watching image: String) throws -> ExitStatus {
    guard FileManager.default.fileExists(atPath: image) else {
      throw Failure(
        .usage,
        "--watch: there is no file \(PrintableText.quoted(image, limit: 200)); build it first")
    }
    let whole = try RigSource.open(selection.rig)
    let boards = try boards(of: image, in: whole)
    // An image can be written to hardware, not to a program or over a network.
    let written = boards.filter { $0.image != nil || $0.isOnTerminal }.map(\.name)
    let file = whole.flashing(image, onto: written)
    let watch = try ImageWatch(image)
    var focus = RunFocus(boards: boards.map(\.name))
    if written.isEmpty {
      common.remark(
        "Note: nothing is written to \(focus.boards.joined(separator: ", ")), which is reached over "
          + "\(boards.map(\.link.scheme.rawValue).joined(separator: ", ")): it is reopened")
    }
    var isFirst = true
    while true {
      do {
        let (status, directory) = try perform(on: file, focus: focus)
        guard !status.isSignal else { return status }
        focus.failed = try Self.failed(in: directory)
      } catch let failure as Failure where !isFirst {
        Output.diagnostic("Error: \(failure.message)")
      }
      isFirst = false
      common.remark("Waiting for a change of \(PrintableText.escaped(image)); Ctrl-C ends it.")
      if let signal = try watch.change() { return ExitStatus(signal.exitStatus) }
    }
  }

  /// The boards that an image is for: the one that --board names, those whose image it is, or the only
  /// device.
  private func boards(of image: String, in file: RigFile) throws -> [RigBoard] {
    try RigSource.check(board: selection.board, in: file)
    if let name = selection.board { return [file.board(named: name)].compactMap(\.self) }
    let own = file.boards.filter { board in
      board.image.map { FilePlace($0.file) == FilePlace(image) } ?? false
    }
    if !own.isEmpty { return own }
    let devices = file.boards.filter { $0.use == .device }
    guard devices.count == 1 else {
      throw Failure(
        .usage,
        "--watch: expected one board for \(PrintableText.quoted(image, limit: 200)), got "
          + "\(devices.map(\.name).joined(separator: ", ")); name one with --board, or give it "
          + "`image: {file: …}` in the rig file")
    }
    return devices
  }

  private static func failed(in directory: RunDirectory) throws -> Set<String> {
    let report = try RunReport.read(journal: directory.events)
    return Set(
      report.instances.filter(\.verdict.isBad).map {
        instanceName(case: $0.case, boards: $0.boards)
      })
  }
}

extension ExitStatus {
  fileprivate var isSignal: Bool { code == 130 || code == 143 }
}
