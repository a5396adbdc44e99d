/// A protocol by which a bootloader takes an image over a serial line, and which this program speaks
/// itself.
public enum BootProtocol: String, Sendable, CaseIterable {
  case secureDFU = "secure-dfu"
  /// MCUmgr's SMP, to MCUboot or to an application with it.
  case mcubootSMP = "mcuboot-smp"
  case espROM = "esp-rom"
  /// The in-system programming of NXP's QN9090 and its relatives.
  case nxpDK6 = "nxp-dk6"
  /// NXP's MCU bootloader.
  case nxpMboot = "nxp-mboot"

  /// The name of flashing by it, for people.
  public var title: String {
    switch self {
    case .secureDFU: "Nordic Secure DFU over serial"
    case .mcubootSMP: "MCUmgr SMP over serial"
    case .espROM: "ESP ROM loader"
    case .nxpDK6: "NXP DK6 in-system programming"
    case .nxpMboot: "NXP mboot"
    }
  }

  /// The name of the bootloader that speaks it, for people.
  public var bootloaderTitle: String {
    switch self {
    case .secureDFU: "Nordic Secure DFU"
    case .mcubootSMP: "MCUboot over SMP"
    case .espROM: "ESP ROM loader"
    case .nxpDK6: "NXP DK6 loader"
    case .nxpMboot: "NXP MCU bootloader"
    }
  }

  /// How it is proved that the board has what was sent.
  public var verification: String {
    switch self {
    case .secureDFU: "CRC-32 of every object, then the bootloader's own hash check"
    case .mcubootSMP: "the hash that the board reports for its slot, and that it runs"
    case .espROM: "MD5 of what is in flash"
    case .nxpDK6, .nxpMboot: "read back and compared"
    }
  }

  /// Whether the protocol itself proves the outcome, so that it cannot be left out.
  public var alwaysVerifies: Bool { self == .secureDFU || self == .mcubootSMP }

  /// The parts of the board that every write leaves alone.
  public var preserves: String {
    switch self {
    case .secureDFU: "the bootloader, and what the application keeps beside itself"
    case .mcubootSMP: "the running image, until the new one has proved that it starts"
    case .espROM, .nxpDK6, .nxpMboot: "every sector that the image does not touch"
    }
  }

  /// The word in a `ble:` link for the service that carries it as well; nil where there is none.
  public var bluetoothService: String? {
    switch self {
    case .secureDFU: "dfu"
    case .mcubootSMP: "smp"
    case .espROM, .nxpDK6, .nxpMboot: nil
    }
  }

  /// The rate of the line where none is given.
  public var usualRate: Int { 115_200 }
}
