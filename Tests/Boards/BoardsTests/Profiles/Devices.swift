import Boards

/// Devices as kernels showed them.
enum Devices {
  /// A debug probe on a kit: J-Link, terminals as many as given, mass storage where asked for.
  static func jlink(
    _ serial: String?, at path: String = "1-1", product: UInt16 = 0x1051, terminals: Int = 1,
    hasStorage: Bool = false
  ) -> USBDevice {
    var interfaces: [USBInterface] = []
    for index in 0..<terminals {
      interfaces.append(
        USBInterface(
          number: 2 * index, interfaceClass: 2, interfaceSubclass: 2, interfaceProtocol: 1,
          driver: "cdc_acm", terminals: [DeviceNode(path: "/dev/ttyACM\(index)")]))
      interfaces.append(
        USBInterface(number: 2 * index + 1, interfaceClass: 0x0A, driver: "cdc_acm"))
    }
    interfaces.append(
      USBInterface(number: interfaces.count, interfaceClass: 0xFF, interfaceSubclass: 0xFF))
    if hasStorage {
      interfaces.append(
        USBInterface(
          number: interfaces.count, interfaceClass: 8, interfaceSubclass: 6,
          interfaceProtocol: 0x50, driver: "usb-storage"))
    }
    return USBDevice(
      path: path, bus: 1, address: 7, vendor: 0x1366, product: product, release: 0x0100,
      manufacturerName: "SEGGER", productName: "J-Link", serial: serial, interfaces: interfaces,
      node: DeviceNode(path: "/dev/bus/usb/001/007"))
  }

  /// The nRF52833's own port with Qorvo's firmware.
  static func native(_ serial: String?, at path: String = "1-2") -> USBDevice {
    USBDevice(
      path: path, bus: 1, address: 8, vendor: 0x1915, product: 0x520F, release: 0x0100,
      manufacturerName: "Nordic Semiconductor", productName: "nRF52 USB Product", serial: serial,
      interfaces: [
        USBInterface(
          number: 0, interfaceClass: 2, interfaceSubclass: 2, driver: "cdc_acm",
          terminals: [DeviceNode(path: "/dev/ttyACM4")]),
        USBInterface(number: 1, interfaceClass: 0x0A, driver: "cdc_acm"),
      ], node: DeviceNode(path: "/dev/bus/usb/001/008"))
  }

  /// A bridge to a UART.
  static func bridge(
    _ vendor: UInt16, _ product: UInt16, name: String?, serial: String? = "A50285BI",
    at path: String = "1-3"
  ) -> USBDevice {
    USBDevice(
      path: path, bus: 1, address: 9, vendor: vendor, product: product, productName: name,
      serial: serial,
      interfaces: [
        USBInterface(
          number: 0, interfaceClass: 0xFF, driver: "ftdi_sio",
          terminals: [DeviceNode(path: "/dev/ttyUSB0")])
      ])
  }
}
