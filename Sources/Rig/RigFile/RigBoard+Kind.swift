public import BootProtocols
import Links
public import UCI
public import WireFormat

extension RigBoard {
  /// The kind of a board, with the settings of that kind alone.
  public enum Kind: Sendable, Hashable {
    /// A Nearby Interaction accessory, and how messages are told apart; nil where the link does that
    /// itself.
    case accessory(framing: StreamFraming?)
    /// A board with UCI firmware: its part in a ranging round, and its dialect; nil asks the board.
    case uci(role: Role?, dialect: UCIDialect?)
    /// A command line for people.
    case shell(ShellFirmware)
    /// A bootloader, and how messages of SMP travel.
    case bootloader(BootProtocol, encoding: SMPEncoding)
    /// Not known.
    case unknown
  }

  /// The part of a virtual board.
  public struct VirtualPart: Sendable, Hashable {
    /// The board that it imitates.
    public var personality: String?
    /// A named deviation, to rehearse a failure.
    public var misbehaviour: String?
    /// The data channel of an accessory that is a Bluetooth LE device, `nus` or `qnis`; nil for others.
    public var gatt: String?
    /// Bits per second of its line; nil for one that takes no time.
    public var rate: Int?
    /// The buffer of a bootloader's protocol, in bytes; nil for the usual one.
    public var buffer: Int?
    /// The flash of its bootloader.
    public var flash = Flash()

    /// A board as it usually is.
    public init() {}
  }

  /// The firmware on the link.
  public var firmware: Firmware {
    switch kind {
    case .accessory: .niAccessory
    case .uci: .uci
    case .shell(let shell): .shell(shell)
    case .bootloader(let boot, _): .bootloader(boot)
    case .unknown: .unknown
    }
  }

  /// How an accessory's messages are told apart; nil where the link does that itself, and for other
  /// boards.
  public var framing: StreamFraming? {
    if case .accessory(let framing) = kind { framing } else { nil }
  }

  /// Part in a ranging round; nil for boards that have none.
  public var role: Role? {
    if case .uci(let role, _) = kind { role } else { nil }
  }

  /// Dialect of UCI; nil asks the board.
  public var dialect: UCIDialect? {
    if case .uci(_, let dialect) = kind { dialect } else { nil }
  }

  /// How messages of SMP travel.
  public var encoding: SMPEncoding {
    if case .bootloader(_, let encoding) = kind { encoding } else { .base64 }
  }

  /// The dialect that the file names, else the usual one; boards are asked later.
  public var uciDialect: UCIDialect { dialect ?? .fira2 }

  /// True for a board that plays the phone's radio.
  public var isPhoneRadio: Bool { firmware == .uci && role == .controller && use == .helper }

  /// Whether the board is behind a terminal of this machine, which has DTR and RTS.
  public var isOnTerminal: Bool { link.scheme == .serial || link.scheme == .usb }
}
