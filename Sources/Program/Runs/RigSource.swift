import AttachedBoards
import Bench
import Boards
import FoundationEssentials
import Journal
import Links
import Notation
package import RigFile
import Runner
import Settings

package enum RigSource {
  /// The rig of `run` when none is named.
  package static let standard = "loopback.yaml"

  /// Reads a rig file; `replay:RUN` is the rig of a run, played from its journal, with
  /// `?mode=tolerant` to questions in any order; a path that does not exist but names a shipped
  /// rig means that one.
  ///
  /// Throws ``RigFileErrors`` with every fault, or ``Failure`` when there is no such file.
  package static func read(_ path: String) throws -> RigFile {
    if let named = try RecordedRun.named(by: path) { return try named.run.rig(named.mode) }
    if FileManager.default.fileExists(atPath: path) { return try RigFile.load(path) }
    if let shipped = try ShippedRigs.rig(named: path) { return shipped }
    let names = ShippedRigs.names.map { "Rigs/\($0)" }
    throw Failure(
      .usage,
      "\(PrintableText.escaped(path)): there is no such rig file"
        + (NearestName.hint(for: path, among: names)
          ?? "; in the program are \(names.joined(separator: ", "))"))
  }

  /// Reads a rig file that is to be opened; nil means the standard one.
  ///
  /// Throws ``RigFileErrors``, or ``Failure`` when it asks for what this build does not have.
  package static func open(_ path: String?) throws -> RigFile {
    guard let path else {
      guard let file = try ShippedRigs.rig(named: standard) else {
        throw Failure(.internalError, "the rig \(standard) is not in the program")
      }
      return file
    }
    let file = try read(path)
    guard file.notAvailable.isEmpty else {
      throw Failure(.usage, file.notAvailable.map(\.description).joined(separator: "\n"))
    }
    return file
  }

  /// Reads the rig file of a subcommand that is given boards: the one that is named, else the
  /// attached boards where all of them are named by their USB devices, else the standard one.
  package static func open(_ path: String?, boards words: [String]) throws -> RigFile {
    if path == nil, let file = try AttachedRig.file(words) { return file }
    return try open(path ?? ProjectSettings.current.rig)
  }

  /// Reads a rig file whose boards are reached, whatever speaks on them: no case runs here, so that
  /// firmware for which there are no cases is no obstacle.
  ///
  /// Throws ``RigFileErrors``, or ``Failure`` when it asks for what this build does not have.
  package static func reach(_ path: String?) throws -> RigFile {
    guard let path = path ?? ProjectSettings.current.rig else { return try open(nil) }
    let file = try read(path)
    let missing = file.notAvailable.filter { !$0.key.hasSuffix(".firmware") }
    guard missing.isEmpty else {
      throw Failure(.usage, missing.map(\.description).joined(separator: "\n"))
    }
    return file
  }

  /// Throws ``Failure`` unless the rig has a board of this name.
  package static func check(board name: String?, in file: RigFile) throws {
    guard let name, file.board(named: name) == nil, name != Case.phoneName else { return }
    throw Failure(.usage, "--board: \(missing(name, in: file))")
  }

  private static func missing(_ board: String, in file: RigFile) -> String {
    let names = file.boards.map(\.name)
    return "the rig \(PrintableText.escaped(file.name)) has no board "
      + "\(PrintableText.quoted(board, limit: 60)), it has \(names.joined(separator: ", "))"
      + (NearestName.hint(for: board, among: names) ?? "")
  }

  /// True for a word that names a board, not a parameter: `anchor`, `serial=…`, `path=…`, `ble:…`.
  package static func isBoard(_ word: String) -> Bool {
    !word.contains("=") || ["serial=", "path=", "ble:"].contains { word.hasPrefix($0) }
  }

  /// The board that a word names: by the name of the rig file, or by the serial number or the port
  /// path of its USB link.
  ///
  /// Throws ``Failure`` when no board, or more than one, is meant.
  ///
  /// - Parameter orAttached: whether an attached board would do as well.
  package static func board(
    _ word: String, in file: RigFile, orAttached: Bool = false
  ) throws -> RigBoard {
    if let link = try? LinkAddress(parsing: word), link.scheme == .ble,
      let board = file.boards.first(where: { $0.link == link })
    {
      return board
    }
    guard word.contains("=") else {
      if let board = file.board(named: word) { return board }
      let missing = missing(word, in: file)
      throw Failure(
        .usage,
        missing
          + (orAttached && !missing.hasSuffix("?")
            ? ". --rig FILE names another rig; an attached board is named by serial=… or path=…, as "
              + "`uwbrig boards` lists them" : ""))
    }
    guard DeviceSelector(word) != nil else {
      throw Failure(
        .usage,
        "expected a name of the rig file, serial=NUMBER or path=PORT, got "
          + "\(PrintableText.quoted(word, limit: 60)); `uwbrig boards` lists both")
    }
    let found = try boards(word, in: file)
    guard found.count == 1, let board = found.first else {
      let names = found.map(\.name).joined(separator: ", ")
      throw Failure(
        .bench,
        "\(PrintableText.quoted(word, limit: 60)) is "
          + (found.isEmpty
            ? "no board of the rig \(PrintableText.escaped(file.name)) (--rig FILE names another, "
              + "`uwbrig rig init` writes one of what is plugged in)"
            : "several boards: \(names)"))
    }
    return board
  }

  /// The boards whose link is written so, else those that are reached on the device that is meant.
  private static func boards(_ word: String, in file: RigFile) throws -> [RigBoard] {
    let literal = file.boards.filter { board in
      if case .usb(let selector, _, _) = board.link { "\(selector)" == word } else { false }
    }
    guard literal.isEmpty, let selector = DeviceSelector(word),
      file.boards.contains(where: { $0.link.scheme == .usb || $0.link.scheme == .serial })
    else { return literal }
    let inventory = USBTree.system.snapshot()
    let device = try inventory.device(selector)
    let names = device.interfaces.flatMap { interface in
      interface.terminals.compactMap {
        file.board(at: $0, of: device, interface: interface.number, in: inventory)
      }
    }
    return file.boards.filter { names.contains($0.name) }
  }
}
