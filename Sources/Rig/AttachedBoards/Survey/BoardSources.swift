package import Boards
package import Flashing
import FoundationEssentials
import Links
import RigFile

/// Where `boards` has from what devices do not say of themselves.
package struct BoardSources: Sendable {
  package var library = ProfileLibrary([])
  /// The addresses of the chips behind debug probes, by the port of the probe, where they were
  /// read.
  var chips: [String: ChipAddress] = [:]
  /// The ports of the probes whose chips are known from an earlier call.
  var remembered: [String] = []
  /// Who has taken a board for a run, as text; nil where it is free.
  var holder: @Sendable (USBDevice, USBInventory) -> String? = { device, inventory in
    BoardLock.holder(of: device, in: inventory)?.description
  }
  /// Who says which of the boards' nodes can be opened.
  var access: @Sendable (USBInventory) -> any AccessJudge = { AccessCheck($0) }
  /// What firmware boards were last seen with, and which devices were seen to be one board.
  package var memory = ProbeMemory()
  package var evidence = IdentityEvidence()

  package init(memory: ProbeMemory) { self.memory = memory }

  package init(_ library: ProfileLibrary) {
    self.init(memory: FirmwareMemory.load())
    self.library = library
  }

  /// The same with what was read of the chips in an earlier call and still holds.
  package func recalling(_ inventory: USBInventory) -> BoardSources {
    var sources = self
    let remembered = IdentityEvidence(memory, inventory)
    sources.evidence.firmware = remembered.firmware
    for pair in memory.pairs(in: inventory) {
      guard let probe = pair.probe(in: inventory), chips[probe.path] == nil else { continue }
      sources.chips[probe.path] = pair.address
      sources.remembered.append(probe.path)
      if let serial = probe.serial { sources.evidence.chips[serial] = pair.chip }
    }
    return sources
  }

  /// Forgets the pairs that are no longer together, here and in the user's file.
  package mutating func forgetSeparated(
    _ inventory: USBInventory, remark: (String) -> Void
  ) {
    FirmwareMemory.forgetSeparated(inventory, in: &memory, remark)
  }

  /// The same access with a remedy that helps: the rules leave out devices whose ids are those of
  /// common adapters.
  func mendable(_ access: NodeAccess, _ device: USBDevice) -> NodeAccess {
    guard access.remedy == NodeAccess.installRules, !library.profiles.isEmpty,
      !UdevRules(library).identities.contains(where: { $0.fits(device) })
    else { return access }
    var access = access
    access.remedy += ", once its serial number stands in a profile of yours (like: and serials:)"
    return access
  }
}

/// What this user's boards were found to speak, kept from one call to the next.
package enum FirmwareMemory {
  private static var path: String? {
    ProbeMemory.userFile(ProcessInfo.processInfo.environment)
  }

  package static func load() -> ProbeMemory { path.map { ProbeMemory.load($0) } ?? ProbeMemory() }

  /// Forgets a board that is about to be flashed: what was known to speak on any of its devices
  /// becomes wrong.
  package static func forget(_ board: FlashTarget) {
    guard let path else { return }
    let inventory = USBTree.system.snapshot()
    var devices: [USBDevice] = []
    if case .usb(let selector, _, _) = board.link {
      devices += (try? inventory.device(selector)).map { [$0] } ?? []
    }
    if let probe = board.probe {
      devices += inventory.devices.filter { $0.isProbe && SerialNumber.matches(probe, $0) }
    }
    for pair in load().pairs(in: inventory) {
      let both = [pair.probe(in: inventory), pair.port(in: inventory)].compactMap(\.self)
      if both.contains(where: devices.contains) { devices += both }
    }
    guard !devices.isEmpty else { return }
    _ = try? ProbeMemory.update(path) { memory in
      for device in devices { memory.forget(device) }
    }
  }

  /// Forgets the pairs that are no longer together, in what was loaded and in the user's file.
  static func forgetSeparated(
    _ inventory: USBInventory, in memory: inout ProbeMemory, _ remark: (String) -> Void
  ) {
    let before = memory
    memory.forgetSeparated(inventory)
    if memory != before { update(remark) { $0.forgetSeparated(inventory) } }
  }

  /// Changes what is remembered; what cannot be kept costs a remark and nothing else.
  package static func update(
    _ remark: (String) -> Void, _ change: (inout ProbeMemory) -> Void
  ) {
    guard let path else { return }
    do { try ProbeMemory.update(path, change) } catch {
      remark("Note: what boards speak is not remembered: \(path) cannot be written")
    }
  }
}
