import BootProtocols

/// The recognised kind of a device.
public struct BoardRecognition: Equatable, Sendable {
  /// The profile's name, such as `dwm3001cdk`; nil without a profile.
  public var profile: String?
  /// Its name for people.
  public var title: String
  /// Remarks on how sure that is, or on known quirks.
  public var remarks: [String] = []
  /// The uses of its ports.
  public var roles: [PortRole] = []

  /// The use of one interface.
  public struct PortRole: Equatable, Sendable {
    /// The interface.
    public var interface: Int
    /// One word, such as `uci`, `console`, `vcom0`.
    public var role: String
  }

  /// The use of an interface; nil where it is unknown.
  public func role(ofInterface number: Int) -> String? {
    roles.first { $0.interface == number }?.role
  }
}

extension ProfileLibrary {
  /// What a device is, by its profile and, where that says nothing, by its descriptors; nil where
  /// nothing is known of it.
  public func recognize(
    _ device: USBDevice, evidence: IdentityEvidence = IdentityEvidence()
  ) -> BoardRecognition? {
    let plain = described(device)
    guard var known = description(of: device, evidence: evidence) else { return plain }
    let others = plain?.roles.filter { known.role(ofInterface: $0.interface) == nil }
    known.remarks = (plain?.remarks ?? []) + known.remarks
    known.roles += others ?? []
    return known
  }

  /// A probe, or a device with a serial port; nil for anything else that one plugs in.
  private func described(_ device: USBDevice) -> BoardRecognition? {
    let ports = device.interfaces.filter { !$0.terminals.isEmpty }
    let name = device.productName ?? "USB device \(device.identifier)"
    if let probe = JLinkProduct(device) {
      guard probe.isProbe || probe.serialPorts > 0 else { return nil }
      return BoardRecognition(
        title: name,
        remarks: probe.hasDrive && probe.serialPorts > 0
          ? [
            "its drive makes the serial port lose bytes: switch it off with MSDDisable in JLinkExe"
          ]
          : [],
        roles: ports.enumerated().map { .init(interface: $1.number, role: "vcom\($0)") })
    }
    if device.vendor == SerialNumber.nordic, device.product == 0x521F {
      return BoardRecognition(
        title: name,
        roles: ports.map { .init(interface: $0.number, role: BootProtocol.secureDFU.rawValue) })
    }
    return ports.isEmpty ? nil : BoardRecognition(title: name)
  }
}
