/// The board's end of a link, where it can see what the other side does with the line beside sending:
/// what a board that goes into its bootloader looks for.
public protocol WatchedLine: Link {
  /// The rate that the other side has set last; nil where it has set none, or that cannot be seen.
  var rate: Int? { get }
  /// Calls `told` whenever the other side moves a modem line, where that can be seen; a
  /// pseudo-terminal has no such lines.
  func watchLines(_ told: @escaping @Sendable (ModemLines) -> Void)
}

/// Where DTR and RTS stand; true is asserted.
public struct ModemLines: Hashable, Sendable {
  /// Data terminal ready.
  public var dtr: Bool
  /// Request to send.
  public var rts: Bool

  /// Both lines.
  public init(dtr: Bool, rts: Bool) {
    self.dtr = dtr
    self.rts = rts
  }
}
