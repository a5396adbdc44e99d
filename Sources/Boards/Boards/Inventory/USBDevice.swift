/// A USB device as the kernel describes it: what it says of itself, where it hangs, and the
/// terminals that its interfaces became. A value: reading it opens nothing.
///
/// A board is often several of these (a DWM3001CDK is its debug probe and its own USB port).
public struct USBDevice: Equatable, Sendable {
  /// Where it hangs, in the kernel's words: the bus, then the port of each hub on the way
  /// (`1-1.4`). Stable until the plug is moved.
  public var path: String
  /// The number of the bus, as in `/dev/bus/usb/001/007`.
  public var bus: Int
  /// The number of the device on its bus; new after every plug.
  public var address: Int
  /// `idVendor`.
  public var vendor: UInt16
  /// `idProduct`.
  public var product: UInt16
  /// `bcdDevice` as the descriptor has it: 0x0100 is 1.00.
  public var release: UInt16
  /// The manufacturer's name as the device gives it, escaped to printable text.
  public var manufacturerName: String?
  /// The product's name as the device gives it, escaped to printable text.
  public var productName: String?
  /// The serial number as the device gives it, escaped to printable text; nil where it has none.
  public var serial: String?
  /// The speed in Mbit/s as sysfs states it.
  public var speed: Int?
  /// The interfaces of the active configuration, by number.
  public var interfaces: [USBInterface]
  /// The device's node below `/dev/bus/usb`, where there is one.
  public var node: DeviceNode?
  /// Whether udev tells ModemManager to keep away; nil where udev's database cannot be read.
  public var isIgnoredByModemManager: Bool?
  /// What was wrong with what the device told of itself: lengths that lie, missing strings, control
  /// characters. Never a reason to leave the device out.
  public var notes: [String]

  /// A device by what is known of it.
  public init(
    path: String, bus: Int, address: Int, vendor: UInt16, product: UInt16, release: UInt16 = 0,
    manufacturerName: String? = nil, productName: String? = nil, serial: String? = nil,
    speed: Int? = nil, interfaces: [USBInterface] = [], node: DeviceNode? = nil,
    notes: [String] = [], isIgnoredByModemManager: Bool? = nil
  ) {
    self.path = path
    self.bus = bus
    self.address = address
    self.vendor = vendor
    self.product = product
    self.release = release
    self.manufacturerName = manufacturerName
    self.productName = productName
    self.serial = serial
    self.speed = speed
    self.interfaces = interfaces
    self.node = node
    self.notes = notes
    self.isIgnoredByModemManager = isIgnoredByModemManager
  }
}

/// One interface of a USB device and the terminals that a driver made of it.
public struct USBInterface: Equatable, Sendable {
  /// `bInterfaceNumber`: what a rig file's `interface=` names. Never the number of a ttyACM.
  public var number: Int
  /// `bInterfaceClass`.
  public var interfaceClass: UInt8
  /// `bInterfaceSubClass`.
  public var interfaceSubclass: UInt8
  /// `bInterfaceProtocol`.
  public var interfaceProtocol: UInt8
  /// The driver that the kernel bound, such as `cdc_acm`, `ftdi_sio`, `usb-storage`.
  public var driver: String?
  /// `/dev/ttyACM0`, `/dev/ttyUSB0`: none, or one, in port order where a driver makes several.
  public var terminals: [DeviceNode]
  /// The endpoints of its first setting, in the order of the descriptors.
  public var endpoints: [USBEndpoint]

  /// An interface by its number and class.
  public init(
    number: Int, interfaceClass: UInt8, interfaceSubclass: UInt8 = 0, interfaceProtocol: UInt8 = 0,
    driver: String? = nil, terminals: [DeviceNode] = [], endpoints: [USBEndpoint] = []
  ) {
    self.number = number
    self.interfaceClass = interfaceClass
    self.interfaceSubclass = interfaceSubclass
    self.interfaceProtocol = interfaceProtocol
    self.driver = driver
    self.terminals = terminals
    self.endpoints = endpoints
  }
}

/// One endpoint of an interface.
public struct USBEndpoint: Equatable, Sendable {
  /// `bEndpointAddress`: the number, and bit 7 for the way to the computer.
  public var address: UInt8
  /// `bmAttributes`; the low two bits are the kind of transfer.
  public var attributes: UInt8

  /// True for the way from the device to the computer.
  public var isInput: Bool { address & 0x80 != 0 }
  /// True for bulk transfers.
  public var isBulk: Bool { attributes & 3 == 2 }
}

/// A node below `/dev` and the links that udev gave it.
public struct DeviceNode: Equatable, Sendable {
  /// The node, such as `/dev/ttyACM0`.
  public var path: String
  /// The links of udev (`/dev/serial/by-id/…`), sorted.
  public var links: [String]

  /// A node and its links.
  public init(path: String, links: [String] = []) {
    self.path = path
    self.links = links
  }
}
