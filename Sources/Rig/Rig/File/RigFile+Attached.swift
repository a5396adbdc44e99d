public import BootProtocols
public import Links

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
    self.init(
      name: name, firmware: firmware, link: link, use: .device, profile: profile,
      framing: firmware == .niAccessory && !link.preservesMessages ? .length16 : nil,
      claims: Claims(), settle: nil, log: nil, reset: nil,
      power: link == .virtual ? .virtual : .none, probe: probe, recovery: RecoveryRung.standard,
      position: nil, facing: Facing(), image: nil, retries: 0, role: nil, dialect: nil,
      personality: nil, misbehaviour: nil, gatt: nil, rate: nil, buffer: nil, encoding: .base64,
      flash: Flash())
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
