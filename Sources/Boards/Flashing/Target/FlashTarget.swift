public import Boards
public import BootProtocols
public import Errors
public import LabRuntime
public import Links

/// A board that is to be flashed, wherever it is described: in a rig file, or attached by USB.
public struct FlashTarget: Sendable {
  /// Its name in messages.
  public var name: String
  /// The firmware on its line.
  public var firmware: Firmware
  /// How bytes reach it.
  public var link: LinkAddress
  /// Its profile; nil where none is known.
  public var profile: BoardProfile?
  /// The serial number of the debug probe that is known to lead to its chip.
  public var probe: String?
  /// The rate of its line where the link says none.
  public var rate: Int?

  /// A board.
  public init(
    name: String, firmware: Firmware, link: LinkAddress, profile: BoardProfile? = nil,
    probe: String? = nil, rate: Int? = nil
  ) {
    self.name = name
    self.firmware = firmware
    self.link = link
    self.profile = profile
    self.probe = probe
    self.rate = rate
  }

  /// The number of a J-Link whose terminal is the board's link.
  public var probeBehindLink: String? {
    guard case .usb(.serial(let serial), _, _) = link, serial.allSatisfy(\.isNumber) else {
      return nil
    }
    return serial
  }

  /// Whether it waits in a bootloader, or a debug probe that its profile has programs for leads to it.
  public var isReadyToFlash: Bool {
    if firmware.bootProtocol != nil { return true }
    guard probe != nil || probeBehindLink != nil else { return false }
    return profile?.flash.contains(where: \.method.isProbeTool) ?? false
  }

  func rate(for boot: BootProtocol) -> Int {
    switch link {
    case .serial(_, let parameters), .usb(_, _, let parameters):
      parameters.baud ?? boot.usualRate
    case .rfc2217(_, _, let baud): baud ?? boot.usualRate
    // What a slow link with a small ATT_MTU carries.
    case .ble: 40_000
    default: rate ?? boot.usualRate
    }
  }

  func route(of method: FlashMethod) -> BoardProfile.FlashRoute? {
    profile?.flash.first { $0.method == method }
  }

  /// Whether it is a Bluetooth LE device.
  var isBluetooth: Bool { link.scheme == .ble }

  /// Whether the bootloader of a method is what speaks on its line; of a Bluetooth LE device, whether
  /// there is a service for it.
  func speaks(_ method: FlashMethod) -> Bool {
    firmware.bootProtocol.map(FlashMethod.serial) == method
      || isBluetooth && method.bootProtocol?.bluetoothService != nil
  }
}

/// A board that is open, as a flash works with it.
public protocol FlashableBoard: Sendable {
  var lab: Lab { get }
  /// Its line, opened as often as needed.
  var line: any LinkSource { get }
  /// The line on which a boot protocol is spoken: of a Bluetooth LE device the service for it.
  func line(for boot: BootProtocol) -> any LinkSource
  /// Its port, where the board is found by its USB identity; nil for others.
  var identifiedPort: (any IdentifiedPort)? { get }
  /// Closes its line, if it is open.
  func release(reason: String)
}

/// A port that is found by a board's USB identity each time it is opened.
public protocol IdentifiedPort: LinkSource {
  var tree: USBTree { get }
  func device() throws(RigError) -> USBDevice
  /// The port of what the board has become: only that device is ever opened by it.
  func following(
    _ device: USBDevice, interface: Int?, _ port: BoardProfile.Port?
  ) -> Self
}
