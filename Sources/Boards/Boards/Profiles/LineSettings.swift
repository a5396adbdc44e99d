public import Links

/// How a terminal of a board wants to be opened.
public struct LineSettings: Sendable, Hashable {
  /// Rate, flow control and control lines; what is nil is left open.
  public var parameters: SerialParameters
  /// Wait after opening, before the first byte.
  public var settle: Duration?

  init(_ port: BoardProfile.Port) {
    parameters = SerialParameters(
      baud: port.baud?.value, flow: port.flow, dtr: port.dtr, rts: port.rts)
    settle = port.settle
  }
}

extension ProfileLibrary {
  /// How an interface of a device wants to be opened, by the profile that a rig file names, else by the
  /// profiles that fit; nil where they do not agree, or none says anything.
  ///
  /// A device that may be a board, but is as likely something else, is opened like anything else.
  public func lineSettings(
    of device: USBDevice, interface: Int, profile name: String? = nil
  ) -> LineSettings? {
    let said = name.flatMap(profile(named:)).flatMap { profile in
      profile.parts.first { $0.match.fits(device) }?.port(interface: interface)
    }
    if let said { return LineSettings(said) }
    guard name == nil, let match = match([device]).first, match.certainty != .mayBe else {
      return nil
    }
    let settings = match.candidates.filter(\.isHard).map { candidate in
      candidate.part(of: 0)?.port(interface: interface).map(LineSettings.init)
    }
    guard let first = settings.first, settings.allSatisfy({ $0 == first }) else { return nil }
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
