public import Boards
import BootProtocols
public import Errors
public import LabRuntime
public import Links
import Notation

/// A board that is attached by USB, stands in no rig file and is to be flashed. Nothing about it is
/// guessed: what is not certain is asked for.
public struct AttachedTarget: Sendable {
  /// The board as a flash sees it.
  public let target: FlashTarget
  /// The profile by which it is flashed.
  public let profile: BoardProfile
  let device: USBDevice
  let match: BoardMatch
  let choice: ProfileChoice
  /// How to go about it, where what was asked for leaves that open.
  let access: AttachedAccess
  /// What has to hold of the chip behind the probe; nil where the probe is what was named.
  let proof: ChipProof?
  private let selector: DeviceSelector
  private let tree: USBTree

  /// The board of an address.
  ///
  /// Throws ``FlashError``, or `RigError`, where it is not attached or anything is not certain.
  ///
  /// - Parameters:
  ///   - profile: the name of its profile; nil where that is not said.
  ///   - memory: what is remembered of boards.
  public init(
    _ selector: DeviceSelector, _ request: FlashRequest, profile named: String? = nil,
    _ library: ProfileLibrary, memory: ProbeMemory, tree: USBTree = .system
  ) throws {
    self.selector = selector
    self.tree = tree
    let name = PrintableText.escaped("\(selector)", limit: 80)
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
      match, device, word: name, named: named, method: request.method, library, evidence)
    profile = choice.profile
    access = try AttachedAccess(device, match, choice, request, evidence, inventory, word: name)
    target = access.target(named: name, profile)
    proof = ChipProof(
      access, request, isNamed: named != nil, device, memory, inventory)
  }

  /// The request, with the parts that the board decides.
  public func request(_ request: FlashRequest) -> FlashRequest {
    var request = request
    request.method = access.method
    if access.isByProbe { request.probe = access.probe }
    return request
  }

  /// Takes the other devices of the board, which no other program may use meanwhile; the bench takes
  /// its own.
  ///
  /// - Throws: ``RigError`` `busy`.
  public func claimOthers(_ program: String) throws(RigError) -> BoardClaim {
    let inventory = tree.snapshot()
    let others = match.devices.filter { part in
      let isProbe = part.isProbe && access.probe.map { SerialNumber.matches($0, part) } ?? false
      return part.path != access.device.path && !isProbe
    }
    return try BoardClaim(
      others.map { inventory.lockKey(of: $0) }, named: target.name, for: program)
  }

  /// Reads again who it is, just before the first byte is written.
  ///
  /// - Throws: ``FlashError`` where it is another board, or cannot be shown to be this one.
  public func verify(_ lab: Lab, searchPath: String) async throws(FlashError) {
    for part in [device, access.device] {
      do throws(RigError) {
        let asked = part.path == device.path ? selector : .path(part.path)
        _ = try tree.verifyIdentity(DeviceIdentity(part), askedFor: asked)
      } catch {
        throw FlashError(
          .line, error.reason, advice: error.advice.isEmpty ? "Flash again." : error.advice + ".")
      }
    }
    try await proof?.check(lab, searchPath: searchPath, profile: profile.name)
  }

  /// The identity of the board in a plan.
  public var description: String {
    let title = PrintableText.escaped(profile.title, limit: 80)
    let parts = [device] + match.devices.filter { $0.path != device.path }
    return "\(title) (\(profile.name)): " + parts.map(\.description).joined(separator: ", and ")
  }

  /// That it may be another kind of board, where that makes no difference.
  public var remark: String? {
    guard !choice.others.isEmpty else { return nil }
    let names = Wording.alternatives(choice.others.map(\.name))
    return "\(target.name): it may be \(names) as well, which makes no difference to this flash"
  }
}
