import Boards
import BootProtocols
import Flashing
import Journal
import LabRuntime
import Links
import Notation
import Rig

/// A board that is attached by USB, stands in no rig file and is to be flashed. Nothing about it is
/// guessed: what is not certain is asked for.
struct AttachedFlash: Sendable {
  /// What messages call it: the word that names it.
  let name: String
  /// The device that was named.
  let device: USBDevice
  /// The devices of the same board, as far as is known.
  let match: BoardMatch
  /// The profile by which it is flashed.
  let choice: ProfileChoice
  /// How to go about it, where what was asked for leaves that open.
  let way: AttachedWay
  /// A bench of this board alone.
  let file: RigFile
  /// Its description.
  let board: RigBoard
  /// What has to hold of the chip behind the probe; nil where the probe is what was named.
  let proof: ChipProof?
  private let selector: DeviceSelector
  private let tree: USBTree

  /// What is asked for, as far as it decides how the board is reached.
  struct Wish: Sendable {
    var method: FlashMethod?
    var entry: BootloaderEntry?
    var probe: String?
    var profile: String?
  }

  /// The board of an address.
  ///
  /// - Throws: ``Failure``, or `BoardError`, where it is not attached or anything is not certain.
  init(
    _ selector: DeviceSelector, _ wish: Wish, _ library: ProfileLibrary, memory: ProbeMemory,
    tree: USBTree = .system
  ) throws {
    self.selector = selector
    self.tree = tree
    let name = PrintableText.escaped("\(selector)", limit: 80)
    self.name = name
    let inventory = tree.snapshot()
    let device = try inventory.device(selector)
    self.device = device
    var memory = memory
    memory.forgetSeparated(inventory)
    let evidence = IdentityEvidence(memory, inventory)
    let matches = library.match(inventory.devices, evidence: evidence)
    guard let match = matches.first(where: { $0.contains(device) }) else {
      throw ProfileChoice.unknown(name, device)
    }
    self.match = match
    choice = try ProfileChoice(
      match, device, word: name, named: wish.profile, method: wish.method, library, evidence)
    way = try AttachedWay(device, match, choice, wish, evidence, inventory, word: name)
    file = try RigFile.parse(way.text(choice.profile.name), file: "", directory: "")
    guard let board = file.boards.first else {
      throw Failure(.internalError, "\(name) makes no board of a rig")
    }
    self.board = board
    proof = ChipProof(way, wish, device, memory, inventory)
  }

  /// What is asked for, with what the board decides of it.
  func wish(_ wish: BoardFlash.Wish) -> BoardFlash.Wish {
    var wish = wish
    wish.method = way.method
    if way.isByProbe { wish.probe = way.probe }
    return wish
  }

  /// The other devices of the board, which nobody may be using meanwhile; the bench takes its own.
  func claimOthers() throws -> () -> Void {
    let inventory = tree.snapshot()
    let others = match.devices.filter { part in
      let isProbe = part.isProbe && way.probe.map { SerialNumber.matches($0, part) } ?? false
      return part.path != way.device.path && !isProbe
    }
    var claims: [BoardClaim] = []
    for key in others.map({ inventory.lockKey(of: $0) }).sorted() {
      do throws(BoardLockError) { claims.append(try BoardClaim(key, "uwbrig flash")) } catch {
        // A machine on which no lock file can be made still has the terminals' own locks.
        guard case .held = error.kind else { continue }
        for claim in claims { claim.release() }
        throw LinkError(.busy, link: name, reason: error.description)
      }
    }
    return { for claim in claims { claim.release() } }
  }

  /// Reads again who it is, just before the first byte is written.
  ///
  /// - Throws: ``FlashError`` where it is another board, or cannot be shown to be this one.
  func verify(_ lab: Lab, searchPath: String) async throws(FlashError) {
    for part in [device, way.device] {
      do throws(BoardError) {
        let asked = part.path == device.path ? selector : .path(part.path)
        _ = try tree.verifyIdentity(DeviceIdentity(part), askedFor: asked)
      } catch {
        throw FlashError(
          .line, error.reason, advice: error.advice.isEmpty ? "Flash again." : error.advice + ".",
          imageTouched: false)
      }
    }
    try await proof?.check(lab, searchPath: searchPath, profile: choice.profile.name)
  }

  /// What a plan says of who it is.
  var words: String {
    let title = PrintableText.escaped(choice.profile.title, limit: 80)
    let parts = [device] + match.devices.filter { $0.path != device.path }
    return "\(title) (\(choice.profile.name)): " + parts.map(\.words).joined(separator: ", and ")
  }

  /// That it may be another kind of board, where that makes no difference.
  var remark: String? {
    guard !choice.others.isEmpty else { return nil }
    let names = Wording.alternatives(choice.others.map(\.name))
    return "\(name): it may be \(names) as well, which makes no difference to this flash"
  }
}
