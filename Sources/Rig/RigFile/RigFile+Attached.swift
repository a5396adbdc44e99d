public import BootProtocols
public import Links
import Room
import WireFormat

extension RigFile {
  /// The bench of attached boards that stand in no file.
  public static func attached(_ boards: [RigBoard]) -> RigFile {
    RigFile(
      file: "", directory: "", version: 1, name: "attached", time: .real, boards: boards,
      room: RigRoom(), phone: RigPhone(), faults: .clean, limits: RigLimits(), retries: [],
      notAvailable: [], text: "")
  }
}

extension RigBoard {
  /// A board as a rig file has it that says no more of it than this.
  public init(
    name: String, firmware: Firmware, link: LinkAddress, profile: String? = nil,
    probe: String? = nil
  ) {
    let kind: Kind =
      switch firmware {
      case .niAccessory: .accessory(framing: link.preservesMessages ? nil : .length16)
      case .uci: .uci(role: nil, dialect: nil)
      case .shell(let shell): .shell(shell)
      case .bootloader(let boot): .bootloader(boot, encoding: .base64)
      case .unknown: .unknown
      }
    self.init(
      name: name, kind: kind, link: link, use: .device, profile: profile, claims: Claims(),
      power: .none, probe: probe, recovery: RecoveryRung.standard, facing: Facing(), retries: 0)
  }

  /// The keys of it that this build does not have, in sentences that go on with "not available".
  public var notAvailable: [(key: String, what: String)] {
    var missing: [(key: String, what: String)] = []
    // A real bootloader is flashed; a virtual one has to be played as well.
    let isKnown = link == .virtual ? firmware.hasLine : firmware.bootProtocol != nil
    if firmware != .niAccessory, firmware != .uci, !isKnown {
      missing.append(("firmware", "firmware \(firmware.rawValue) is"))
    }
    if !link.isAvailable { missing.append(("link", "\(link.scheme.rawValue): links are")) }
    return missing
  }
}
