/// A way to bring an image into a chip. The raw values are the words of board profiles, rig files and
/// `--method`.
public enum FlashMethod: Sendable, Hashable {
  case serial(BootProtocol)
  case probe(ProbeTool)
  case usbDFU
  /// A UF2 file copied to the bootloader's drive.
  case uf2
  /// In a way that profiles name and this program does not go.
  case foreign(ForeignMethod)

  /// The name in a sentence: what cannot write something, or takes it.
  public var name: String {
    switch self {
    case .serial(.secureDFU): "Nordic Secure DFU"
    case .serial(.mcubootSMP): "SMP"
    case .serial(.espROM): "the ESP ROM loader"
    case .serial(.nxpDK6), .serial(.nxpMboot): "the NXP ROM loader"
    case .probe: "a debug probe"
    case .usbDFU: "USB DFU"
    case .uf2: "UF2"
    case .foreign(let method): method.rawValue
    }
  }

  /// The protocol of a bootloader on a serial line; nil for any other way.
  public var bootProtocol: BootProtocol? {
    if case .serial(let boot) = self { boot } else { nil }
  }

  /// The method of a Bluetooth LE service that takes firmware, by its word in link strings; nil for
  /// another.
  public static func bluetooth(_ service: String) -> FlashMethod? {
    BootProtocol.allCases.first { $0.bluetoothService == service }.map(FlashMethod.serial)
  }

  /// The program that does it through a debug probe; nil for any other way.
  public var probeTool: ProbeTool? { if case .probe(let tool) = self { tool } else { nil } }

  /// Whether a program does it through a debug probe.
  public var isProbeTool: Bool { probeTool != nil }
}

extension FlashMethod: RawRepresentable, CaseIterable {
  /// Everything that has a word.
  public static let allCases: [FlashMethod] =
    [.openocd, .nrfutil, .jlink, .pyocd, .probeRS].map(FlashMethod.probe) + [.foreign(.stlink)]
    + BootProtocol.allCases.map(FlashMethod.serial) + [.usbDFU, .uf2]
    + [.stm32ROM, .qsocFlash, .ble].map(FlashMethod.foreign)

  /// The word.
  public var rawValue: String {
    switch self {
    case .serial(let boot): boot.rawValue
    case .probe(let tool): tool.rawValue
    case .usbDFU: "usb-dfu"
    case .uf2: "uf2"
    case .foreign(let method): method.rawValue
    }
  }

  /// The method of a word; nil for a word that is none.
  public init?(rawValue: String) {
    guard let method = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = method
  }
}

/// A program of others that flashes through a debug probe.
public enum ProbeTool: String, Sendable, CaseIterable {
  /// Nordic's nRF Util 7 or later with its command `device`.
  case nrfutil
  /// SEGGER's J-Link Commander.
  case jlink
  case openocd
  case pyocd
  case probeRS = "probe-rs"

  /// The name for people.
  public var title: String {
    switch self {
    case .nrfutil: "nRF Util"
    case .jlink: "J-Link Commander"
    case .openocd: "OpenOCD"
    case .pyocd: "pyOCD"
    case .probeRS: "probe-rs"
    }
  }
}

/// A way to flash that board profiles name, and that programs of others go.
public enum ForeignMethod: String, Sendable, CaseIterable {
  case stlink = "st-link"
  /// The ROM loader of STM32 chips over a UART.
  case stm32ROM = "stm32-rom"
  /// Qorvo's loader for its own chips.
  case qsocFlash = "qsoc-flash"
  case ble
}
