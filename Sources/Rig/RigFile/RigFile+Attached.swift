public import BootProtocols
public import Links
import Room
import WireFormat

extension RigFile {
  /// The bench of boards that stand in no file.
  public init(boards: [RigBoard], room: RigRoom = RigRoom()) {
    self.init(
      file: "", directory: "", name: "attached", time: .real, boards: boards,
      room: room, phoneMisbehaviour: nil, faults: .clean, limits: RigLimits(), retries: [],
      notAvailable: [], text: "")
  }
}

extension RigBoard {
  /// A board as a rig file has it that says no more of it than this.
  public init(
    name: String, firmware: Firmware, link: LinkAddress, profile: String? = nil,
    probe: String? = nil
  ) {
    let kind = Kind(
      firmware, framing: link.preservesMessages ? nil : .length16, uci: UCISettings(),
      encoding: link.scheme == .ble ? .raw : .base64)
    self.init(
      name: name, kind: kind, link: link, profile: profile, power: .none, probe: probe)
  }

  /// A virtual board that says no more of itself than this.
  public init(virtual name: String, _ kind: Kind, personality: String) {
    self.init(name: name, kind: kind, link: .virtual, power: .virtual, part: VirtualPart())
    part?.personality = personality
  }

  /// The keys of it that this build does not have, in sentences that go on with "not available".
  public var notAvailable: [(key: String, what: String)] {
    var missing: [(key: String, what: String)] = []
    // A real bootloader is flashed, and a real shell of Qorvo's calibrated; a virtual one has to be played
    // as well.
    let isSpoken = firmware.bootProtocol != nil || firmware.shell == .qorvoCLI
    let isKnown = link == .virtual ? firmware.hasLine : isSpoken
    if ![.niAccessory, .rangingOOB, .uci].contains(firmware), !isKnown {
      missing.append(("firmware", "firmware \(firmware.rawValue) is"))
    }
    return missing
  }
}
