/// What the profiles make of one device, in the words of a listing.
public struct DeviceDescription: Sendable, Hashable {
  /// The profile's name; nil where it is not certain.
  public var profile: String?
  /// The board, with "may be" where it is not certain.
  public var title: String
  /// What is not certain, and what is to be known about the board.
  public var remarks: [String]
  /// What its terminals are for, by interface.
  public var roles: [Role]

  /// What one interface is for.
  public struct Role: Sendable, Hashable {
    /// The interface number.
    public var interface: Int
    /// A word or two: `uci or qorvo-cli`, `console`, `loader`.
    public var role: String

    /// The role of an interface.
    public init(interface: Int, role: String) {
      self.interface = interface
      self.role = role
    }
  }
}

extension ProfileLibrary {
  /// What a device is, by itself; nil where no profile fits.
  public func description(
    of device: USBDevice, evidence: IdentityEvidence = IdentityEvidence()
  ) -> DeviceDescription? {
    guard let match = match([device], evidence: evidence).first, let best = match.likeliest else {
      return nil
    }
    let others = match.candidates.count - 1
    let isCertain = match.certainty == .certain
    let title =
      isCertain
      ? best.title
      : "may be \(best.title)"
        + (others > 1 ? " (or one of \(others) others)" : others == 1 ? " (or one other)" : "")
    return DeviceDescription(
      profile: isCertain ? best.name : nil, title: title,
      remarks: match.questions.map { $0.what + " " + $0.how },
      roles: match.ports.compactMap { port in
        Self.role(of: port, best).map { .init(interface: port.interface, role: $0) }
      })
  }

  private static func role(of port: MatchedPort, _ profile: BoardProfile) -> String? {
    guard let role = port.port?.role else { return nil }
    guard role == .command else { return role.rawValue }
    let kinds = profile.firmware.filter {
      $0.port?.part == port.part && $0.port?.interface == port.interface
    }.map(\.speaks.rawValue)
    return kinds.isEmpty ? role.rawValue : kinds.joined(separator: " or ")
  }
}
