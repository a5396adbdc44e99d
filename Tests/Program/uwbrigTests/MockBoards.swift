import Foundation

/// A USB device that does not exist, as sysfs would show it.
struct MockDevice {
  var path: String
  var address: Int
  var vendor: UInt16
  var product: UInt16
  var manufacturer: String?
  var name: String?
  var serial: String?
  var interfaces: [Interface]

  struct Interface {
    var number: UInt8
    var interfaceClass: UInt8
    var interfaceSubclass: UInt8 = 0
    var interfaceProtocol: UInt8 = 0
    var driver: String?
    var terminal: String?
    var endpoints: [UInt8] = []
  }

  /// A probe as newer Nordic kits have it: two serial ports and a drive.
  static func probe(_ path: String, address: Int, serial: String, terminals: [String])
    -> MockDevice
  {
    var interfaces = terminals.enumerated().flatMap { index, terminal in
      [
        Interface(
          number: UInt8(2 * index), interfaceClass: 2, interfaceSubclass: 2, interfaceProtocol: 1,
          driver: "cdc_acm", terminal: terminal),
        Interface(number: UInt8(2 * index + 1), interfaceClass: 10, driver: "cdc_acm"),
      ]
    }
    interfaces.append(
      Interface(
        number: UInt8(2 * terminals.count), interfaceClass: 0xFF, interfaceSubclass: 0xFF,
        interfaceProtocol: 0xFF, endpoints: [0x83, 0x04]))
    return MockDevice(
      path: path, address: address, vendor: 0x1366,
      product: terminals.count == 2 ? 0x1050 : 0x1014, manufacturer: "SEGGER", name: "J-Link",
      serial: serial, interfaces: interfaces)
  }

  /// The chip's own port with the firmware of Nordic's USB stack.
  static func native(_ path: String, address: Int, serial: String?, terminal: String)
    -> MockDevice
  {
    MockDevice(
      path: path, address: address, vendor: 0x1915, product: 0x520F,
      manufacturer: "Nordic Semiconductor", name: "nRF52 USB Product", serial: serial,
      interfaces: [
        Interface(
          number: 0, interfaceClass: 2, interfaceSubclass: 2, driver: "cdc_acm",
          terminal: terminal),
        Interface(number: 1, interfaceClass: 10, driver: "cdc_acm"),
      ])
  }

  /// A mouse: nothing that a rig cares for.
  static func mouse(_ path: String, address: Int) -> MockDevice {
    MockDevice(
      path: path, address: address, vendor: 0x046D, product: 0xC077, manufacturer: "Mice",
      name: "Mouse", serial: nil,
      interfaces: [Interface(number: 0, interfaceClass: 3, driver: "usbhid")])
  }

  var bus: Int { Int(path.prefix { $0.isNumber }) ?? 1 }

  /// Device, configuration, interfaces, endpoints, as the kernel keeps them.
  var descriptors: [UInt8] {
    func word(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    var body: [UInt8] = []
    for interface in interfaces {
      body += [
        9, 4, interface.number, 0, UInt8(interface.endpoints.count), interface.interfaceClass,
        interface.interfaceSubclass, interface.interfaceProtocol, 0,
      ]
      for endpoint in interface.endpoints { body += [7, 5, endpoint, 2, 64, 0, 0] }
    }
    let device: [UInt8] =
      [18, 1, 0, 2, 0, 0, 0, 64] + word(vendor) + word(product) + [0, 1]
      + [manufacturer == nil ? 0 : 1, name == nil ? 0 : 2, serial == nil ? 0 : 3, 1]
    return device + [9, 2] + word(UInt16(body.count + 9))
      + [UInt8(interfaces.count), 1, 0, 0x80, 50] + body
  }

  /// The attributes that are files, by name.
  var attributes: [(String, String)] {
    func hexadecimal(_ value: UInt16) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }
    var attributes = [
      ("idVendor", hexadecimal(vendor)), ("idProduct", hexadecimal(product)),
      ("bcdDevice", "0100"), ("busnum", "\(bus)"), ("devnum", "\(address)"), ("speed", "12"),
      ("bConfigurationValue", "1"),
    ]
    if let manufacturer { attributes.append(("manufacturer", manufacturer)) }
    if let name { attributes.append(("product", name)) }
    if let serial { attributes.append(("serial", serial)) }
    return attributes
  }

  static func attributes(of interface: Interface) -> [(String, String)] {
    func octet(_ value: UInt8) -> String {
      let text = String(value, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return [
      ("bInterfaceNumber", octet(interface.number)),
      ("bInterfaceClass", octet(interface.interfaceClass)),
      ("bInterfaceSubClass", octet(interface.interfaceSubclass)),
      ("bInterfaceProtocol", octet(interface.interfaceProtocol)),
    ]
  }
}

/// A tree like `/sys`, `/dev` and `/proc` in a folder of its own.
struct MockTree {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(
      path: "uwbrig-boards-\(ProcessInfo.processInfo.processIdentifier)-"
        + "\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  var path: String { root.path }

  func clean() { try? FileManager.default.removeItem(at: root) }

  func plug(_ device: MockDevice) throws {
    // Appears at once, as it does in sysfs.
    let folder = "staging/\(device.path)"
    for (name, text) in device.attributes { try write(text + "\n", to: "\(folder)/\(name)") }
    try write(device.descriptors, to: "\(folder)/descriptors")
    for interface in device.interfaces {
      let place = "\(folder)/\(device.path):1.\(interface.number)"
      for (name, text) in MockDevice.attributes(of: interface) {
        try write(text + "\n", to: "\(place)/\(name)")
      }
      if let driver = interface.driver {
        try link("\(place)/driver", to: "../../../../bus/usb/drivers/\(driver)")
      }
      if let terminal = interface.terminal {
        try write("", to: "\(place)/tty/\(terminal)/dev")
        try write("", to: "dev/\(terminal)")
      }
    }
    let place = root.appending(path: "sys/bus/usb/devices/\(device.path)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: root.appending(path: folder), to: place)
    let bus = String(format: "%03d", device.bus), address = String(format: "%03d", device.address)
    try write("", to: "dev/bus/usb/\(bus)/\(address)")
  }

  func unplug(_ device: MockDevice) throws {
    try FileManager.default.removeItem(
      at: root.appending(path: "sys/bus/usb/devices/\(device.path)"))
  }

  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  func write(_ bytes: [UInt8], to path: String) throws {
    let place = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: place)
  }

  func link(_ path: String, to target: String) throws {
    let place = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.path, withDestinationPath: target)
  }
}
