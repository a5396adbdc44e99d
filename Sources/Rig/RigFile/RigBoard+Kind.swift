public import BootProtocols
import Links
public import NearbyAccessory
public import UCI
public import WireFormat

extension RigBoard {
  /// The kind of a board, with the settings of that kind alone.
  public enum Kind: Sendable, Hashable {
    /// A Nearby Interaction accessory, and how messages are told apart; nil where the link does that
    /// itself.
    case accessory(framing: StreamFraming?)
    /// An accessory for Android phones, and how messages are told apart, likewise.
    case rangingOOB(framing: StreamFraming?)
    /// A board with UCI firmware.
    case uci(UCISettings)
    /// A command line for people.
    case shell(ShellFirmware)
    /// A bootloader, and how messages of SMP travel.
    case bootloader(BootProtocol, encoding: SMPEncoding)
    case unknown

    /// The kind of a board with this firmware; asked for the settings of that kind alone.
    init(
      _ firmware: Firmware, framing: @autoclosure () -> StreamFraming?,
      uci: @autoclosure () -> UCISettings, encoding: @autoclosure () -> SMPEncoding
    ) {
      self =
        switch firmware {
        case .niAccessory: .accessory(framing: framing())
        case .rangingOOB: .rangingOOB(framing: framing())
        case .uci: .uci(uci())
        case .shell(let shell): .shell(shell)
        case .bootloader(let boot): .bootloader(boot, encoding: encoding())
        case .unknown: .unknown
        }
    }
  }

  /// The settings of a board with UCI firmware.
  public struct UCISettings: Sendable, Hashable {
    /// Part in a ranging round.
    public var role: Role?
    /// Its dialect; nil asks the board.
    public var dialect: UCIDialect?
    /// How its packets travel; nil leaves it to the profile, else as they are.
    public var framing: UCIFraming?
    /// Commands that it is given after each reset.
    public var setup: [UCIPacket] = []

    /// A board that is asked.
    public init(role: Role? = nil) { self.role = role }
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
    /// What is wrong with its radio; nil for nothing.
    public var radio: Radio?
    /// The flash of its bootloader.
    public var flash = Flash()

    /// A board as it usually is.
    public init() {}
  }

  /// The firmware on the link.
  public var firmware: Firmware {
    switch kind {
    case .accessory: .niAccessory
    case .rangingOOB: .rangingOOB
    case .uci: .uci
    case .shell(let shell): .shell(shell)
    case .bootloader(let boot, _): .bootloader(boot)
    case .unknown: .unknown
    }
  }

  /// Whether it speaks a protocol.
  public func speaks(_ firmware: Firmware) -> Bool {
    self.firmware == firmware || alsoSpeaks.contains(firmware)
  }

  /// How an accessory's messages are told apart; nil where the link does that itself, and for other
  /// boards.
  public var framing: StreamFraming? {
    switch kind {
    case .accessory(let framing), .rangingOOB(let framing): framing
    default: nil
    }
  }

  /// The GATT service that carries an accessory's messages; nil for a board that is no Bluetooth LE
  /// device, and for a service whose layout is not known.
  public var dataChannel: GATTDataChannel? {
    if case .ble(_, let parameters) = link { return GATTLayout.dataChannel(parameters.service) }
    return part?.gatt.flatMap { GATTLayout.dataChannel($0) }
  }

  /// What is set of a board with UCI firmware; nil for other boards.
  public var uci: UCISettings? {
    if case .uci(let settings) = kind { settings } else { nil }
  }

  /// Part in a ranging round; nil for boards that have none.
  public var role: Role? { uci?.role }

  /// Dialect of UCI; nil asks the board.
  public var dialect: UCIDialect? { uci?.dialect }

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
