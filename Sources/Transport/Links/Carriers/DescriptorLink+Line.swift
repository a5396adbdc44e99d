import CRigShims

/// The board's side of a pseudo-terminal: both sides share its settings.
extension DescriptorLink: WatchedLine {
  var rate: Int? {
    var rate: Int?
    _ = control { descriptor in
      let now = rig_tty_speed(descriptor)
      if now > 0 { rate = Int(now) }
      return 0
    }
    return rate
  }

  func watchLines(_ told: @escaping @Sendable (ModemLines) -> Void) {}
}
