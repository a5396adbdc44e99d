import CRigShims

/// The board's side of a pseudo-terminal: both sides share its settings.
extension DescriptorLink: WatchedLine {
  var rate: Int? { control(rig_tty_speed).flatMap { $0 > 0 ? Int($0) : nil } }

  func watchLines(_ told: @escaping @Sendable (ModemLines) -> Void) {}
}
