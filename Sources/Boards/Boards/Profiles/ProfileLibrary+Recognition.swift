import BootProtocols

extension ProfileLibrary {
  /// The kind of a device, by itself; nil where no profile fits.
  public func description(
    of device: USBDevice, evidence: IdentityEvidence = IdentityEvidence()
  ) -> BoardRecognition? {
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
    return BoardRecognition(
      profile: isCertain ? best.name : nil, title: title,
      remarks: match.questions.map { $0.what + " " + $0.how },
      roles: match.ports.compactMap { port in
        Self.role(of: port, best).map { .init(interface: port.interface, role: $0) }
      })
  }

  private static func role(of port: MatchedPort, _ profile: BoardProfile) -> String? {
    guard let role = port.port?.role else { return nil }
    guard role == .command else { return role.rawValue }
    let kinds = profile.firmware(at: port.interface, of: port.part).map(\.speaks.rawValue)
    return kinds.isEmpty ? role.rawValue : kinds.joined(separator: " or ")
  }
}
