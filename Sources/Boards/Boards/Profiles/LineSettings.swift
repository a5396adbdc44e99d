public import BootProtocols
public import Links
public import UCI

/// How a terminal of a board wants to be opened.
public struct LineSettings: Sendable, Hashable {
  /// Rate, flow control and control lines; what is nil is left open.
  public var parameters: SerialParameters
  /// Wait after opening, before the first byte.
  public var settle: Duration?
  /// How UCI packets travel; nil for as they are.
  public var framing: UCIFraming?

  /// - Parameter firmware: what speaks there; nil where that is not known.
  init(_ port: BoardProfile.Port, with firmware: BoardProfile.FirmwareVariant?) {
    parameters = (firmware?.line ?? SerialParameters()).filled(
      from: SerialParameters(
        baud: port.baud?.value, flow: port.flow, dtr: port.dtr, rts: port.rts))
    settle = port.settle
    framing = firmware?.framing
  }
}

extension ProfileLibrary {
  /// How an interface of a device wants to be opened, by the profile that a rig file names, else by the
  /// profiles that fit; nil where they do not agree, or none says anything.
  ///
  /// A device that may be a board, but is as likely something else, is opened like anything else.
  /// - Parameter firmware: what speaks there; nil where that is not known.
  public func lineSettings(
    of device: USBDevice, interface: Int, profile name: String? = nil, firmware: Firmware? = nil
  ) -> LineSettings? {
    func settings(_ profile: BoardProfile, _ part: BoardProfile.Part?) -> LineSettings? {
      guard let part, let port = part.port(interface: interface) else { return nil }
      let variants = profile.firmware(at: interface, of: part.name)
      return LineSettings(port, with: variants.first { $0.speaks == firmware })
    }
    if let profile = name.flatMap(profile(named:)) {
      let said = settings(profile, profile.parts.first { $0.match.fits(device) })
      if let said { return said }
    }
    guard name == nil, let match = match([device]).first, match.certainty != .mayBe else {
      return nil
    }
    let said = match.candidates.filter(\.isHard).map { settings($0.profile, $0.part(of: 0)) }
    guard let first = said.first, said.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}

extension SerialParameters {
  /// What a profile says of a port where that is not the default of a link.
  public init(differing port: BoardProfile.Port?) {
    self.init()
    if let baud = port?.baud?.value, baud != 115_200 { self.baud = baud }
    if port?.flow == .rtscts { flow = .rtscts }
    if port?.dtr == false { dtr = false }
    if port?.rts == false { rts = false }
  }
}
