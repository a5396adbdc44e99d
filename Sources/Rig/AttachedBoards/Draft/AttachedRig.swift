import Bench
package import Boards
import BootProtocols
import Journal
import Links
import NearbyAccessory
import Notation
package import RigFile

/// A bench of boards that are attached by USB and stand in no rig file: what `rig init` would write of
/// them, with nothing in it that is a guess.
package enum AttachedRig {
  /// Devices that are named by their `ble:` links alone; nil unless every word is one.
  ///
  /// Throws ``Failure`` for a link that is none.
  package static func bluetooth(_ words: [String]) throws -> RigFile? {
    guard !words.isEmpty, words.allSatisfy({ $0.hasPrefix("ble:") }) else { return nil }
    return RigFile(
      boards: try words.map { word in
        let link: LinkAddress
        do { link = try LinkAddress(parsing: word) } catch {
          throw Failure(.usage, "\(shown(word)): \(error)")
        }
        guard case .ble(let selector, let parameters) = link else {
          throw Failure(.usage, "\(shown(word)): it is no Bluetooth LE device")
        }
        let update = GATTLayout.channel(parameters.service).flatMap {
          FlashMethod.bluetooth($0.name)?.bootProtocol
        }
        let name = "\(selector)".split(separator: "=", maxSplits: 1).last
        return RigBoard(
          name: String(name ?? "device"), firmware: update.map(Firmware.bootloader) ?? .niAccessory,
          link: link)
      })
  }

  /// The bench of these boards; nil unless every word is `serial=…` or `path=…`, or every word a
  /// `ble:` link.
  ///
  /// Throws ``Failure``, or `RigError`, where a board is not attached or it is not known what it
  /// speaks.
  package static func file(_ words: [String], tree: USBTree = .system) throws -> RigFile? {
    if let file = try bluetooth(words) { return file }
    let selectors = words.compactMap { DeviceSelector($0) }
    guard !words.isEmpty, selectors.count == words.count else { return nil }
    let inventory = tree.snapshot()
    let devices = try selectors.map { try inventory.device($0) }
    let evidence = IdentityEvidence(FirmwareMemory.load(), inventory)
    let library = try ProfileLibrary.usual()
    let boards = library.match(inventory.devices, evidence: evidence)
    let found = try devices.map { device in
      guard let board = boards.first(where: { $0.contains(device) }) else {
        throw Failure(
          .bench,
          "\(device.summary): no profile knows it. Write a rig file that says what it speaks, and "
            + "name it with --rig")
      }
      return board
    }
    let meant = found.flatMap(\.devices).reduce(into: [USBDevice]()) { meant, part in
      if !meant.contains(where: { $0.path == part.path }) { meant.append(part) }
    }
    let draft = RigDraft(meant, library, name: "attached", evidence: evidence)
    for (word, board) in zip(words, found) {
      try check(word, board, draft.entries.first { $0.paths == board.devices.map(\.path) })
    }
    return RigFile(boards: draft.boards)
  }

  /// Nothing is sent to a board of which it is not known what it speaks.
  private static func check(
    _ word: String, _ board: BoardMatch, _ entry: RigDraft.Entry?
  ) throws {
    if let entry, entry.obstacle == nil, entry.alternatives.isEmpty { return }
    if let missing = MissingPort.ports(of: board).first,
      board.ports.allSatisfy({ $0.terminal == nil })
    {
      throw Failure(
        .bench,
        "\(shown(word)): it has no serial port: \(missing.reason)"
          + (missing.remedy.isEmpty ? "" : ". Fix it with: \(missing.remedy)"))
    }
    let canAsk = board.ports.contains { $0.terminal != nil && !board.questions(for: $0).isEmpty }
    let kinds = entry.map { [$0.board.firmware.rawValue] + $0.alternatives } ?? []
    throw Failure(
      .bench,
      "\(shown(word)): it is not known what it speaks"
        + (kinds.isEmpty ? "" : "; it may be " + kinds.joined(separator: " or ")) + ". "
        + (canAsk
          ? "`uwbrig boards --probe` asks it, and remembers"
          : "Write a rig file that says so (`uwbrig rig init` begins one), and name it with --rig"))
  }

  private static func shown(_ word: String) -> String { PrintableText.escaped(word, limit: 80) }
}
