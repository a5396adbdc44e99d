/// The firmware on a port of a board. The raw values are the words of rig files and board profiles.
public enum Firmware: Sendable, Hashable {
  /// Nearby Interaction accessory data channel.
  case niAccessory
  /// Android Ranging OOB, as an accessory speaks it.
  case rangingOOB
  case uci
  /// A command line for people.
  case shell(ShellFirmware)
  case bootloader(BootProtocol)
  /// Not known, or something that no other case covers.
  case unknown

  /// Firmware that a harmless question recognises, in the order of the questions.
  public static let probed: [Firmware] = [
    .uci, .bootloader(.mcubootSMP), .bootloader(.secureDFU), .niAccessory, .shell(.qorvoCLI),
    .shell(.dwm1001),
  ]

  /// The name for people.
  public var title: String {
    switch self {
    case .niAccessory: "Nearby Interaction accessory"
    case .rangingOOB: "Android Ranging OOB"
    case .uci: "UCI"
    case .shell(let shell): shell.title
    case .bootloader(let boot): boot.bootloaderTitle
    case .unknown: "Serial port"
    }
  }

  /// The protocol of a bootloader; nil for anything else.
  public var bootProtocol: BootProtocol? {
    if case .bootloader(let boot) = self { boot } else { nil }
  }

  /// The shell; nil for anything else.
  public var shell: ShellFirmware? {
    if case .shell(let shell) = self { shell } else { nil }
  }
}

extension Firmware: RawRepresentable, CaseIterable {
  /// Everything that has a word.
  public static let allCases: [Firmware] =
    [.niAccessory, .rangingOOB, .uci] + ShellFirmware.allCases.map(Firmware.shell)
    + BootProtocol.allCases.map(Firmware.bootloader) + [.unknown]

  /// The word.
  public var rawValue: String {
    switch self {
    case .niAccessory: "ni-accessory"
    case .rangingOOB: "ranging-oob"
    case .uci: "uci"
    case .shell(let shell): shell.rawValue
    case .bootloader(let boot): boot.rawValue
    case .unknown: "unknown"
    }
  }

  /// The firmware of a word; nil for a word that is none.
  public init?(rawValue: String) {
    guard let firmware = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = firmware
  }
}

/// Firmware with a command line for people.
public enum ShellFirmware: String, Sendable, CaseIterable {
  case qorvoCLI = "qorvo-cli"
  /// The shell of DWM1001 firmware, beside its binary requests.
  case dwm1001 = "dwm1001-shell"

  /// The name for people.
  public var title: String {
    switch self {
    case .qorvoCLI: "Qorvo command line"
    case .dwm1001: "DWM1001 shell"
    }
  }
}
