public import BootProtocols
public import Links

/// One board of a rig file.
public struct RigBoard: Sendable, Hashable {
  /// Name that reports print.
  public var name: String
  /// What speaks on the link.
  public var firmware: Firmware
  /// How bytes reach it; relative paths are already taken from the rig file's folder.
  public var link: LinkAddress
  /// Judged, or playing along.
  public var use: Use
  /// How bytes reached it when a replayed recording was made; nil for a board that is no replay.
  public var recordedLink: LinkAddress?
  /// Name of the board profile.
  public var profile: String?
  /// How messages are told apart; nil where the link or the protocol does that itself.
  public var framing: Framing?
  /// What the board says that it implements.
  public var claims: Claims
  /// Wait after opening before the first byte; nil leaves it to the profile.
  public var settle: Duration?
  /// The board's own console.
  public var log: LinkAddress?
  /// Last resort of the start state.
  public var reset: Reset?
  /// How it is powered.
  public var power: Power
  /// Serial number of the debug probe that leads to its chip; nil where there is none.
  public var probe: String?
  /// Rungs that may be climbed after a fault of the rig.
  public var recovery: [RecoveryRung]
  /// Where it stands, metres.
  public var position: Position?
  /// Where it looks, degrees.
  public var facing: Facing
  /// What is flashed before the run.
  public var image: Image?
  /// How often a case that went wrong is tried again on this board.
  public var retries: RigRetries
  /// Part in a ranging round, for `uci` boards.
  public var role: Role?
  /// Dialect of UCI; nil asks the board.
  public var dialect: Dialect?
  /// What a virtual board imitates; nil for others.
  public var personality: String?
  /// A named deviation of a virtual board, to rehearse a failure.
  public var misbehaviour: String?
  /// The data channel of a virtual accessory that is a Bluetooth LE device, `nus` or `qnis`; nil for
  /// others.
  public var gatt: String?
  /// Bits per second of a virtual bootloader's line; nil for one that takes no time.
  public var rate: Int?
  /// The protocol's buffer in a virtual bootloader, in bytes; nil for the usual one.
  public var buffer: Int?
  /// How messages of a virtual mcuboot-smp board travel.
  public var encoding: SMPEncoding
  /// The flash of a virtual bootloader.
  public var flash: Flash

  /// What a board is there for.
  public enum Use: String, Sendable, Hashable, CaseIterable {
    /// It is judged.
    case device
    /// It plays along.
    case helper
  }

  /// How accessory messages are told apart on a byte stream.
  public enum Framing: String, Sendable, Hashable, CaseIterable {
    /// A 16-bit little-endian length before each message.
    case length16
    /// RFC 1055.
    case slip
    /// Consistent overhead byte stuffing.
    case cobs
    /// Hexadecimal lines.
    case hexline
  }

  /// Part in a ranging round.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Sets the parameters of the round.
    case controller
    /// Follows them.
    case controlee
  }

  /// A rung of the ladder that a fault of the rig is climbed out on.
  public enum RecoveryRung: String, Sendable, Hashable, CaseIterable {
    /// Close and open the link.
    case reopen
    /// Toggle the control lines.
    case lines
    /// The protocol's own reset.
    case `protocol`
    /// Reset through the debug probe.
    case probe
    /// Cut the power.
    case power

    /// The rungs of a board that names none.
    public static let standard: [RecoveryRung] = [.reopen, .lines, .protocol]
  }
}
