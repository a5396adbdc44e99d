import Boards

@testable import Bluetooth
@testable import Doctor
@testable import uwbrig

/// Computers that are not there.
enum Machines {
  static var library: ProfileLibrary { get throws { try ProfileLibrary.shipped() } }

  /// What bluetoothd says of an adapter that nothing else uses.
  static var survey: BluetoothSurvey {
    var adapter = BluetoothAdapter(path: "/org/bluez/hci0")
    (adapter.address, adapter.isPowered) = ("F0:F1:F2:F3:F4:F5", true)
    adapter.roles = ["central", "peripheral"]
    var survey = BluetoothSurvey()
    (survey.adapters, survey.connected) = ([adapter], ["hci0": 0])
    return survey
  }

  /// A computer on which everything is as it should be, with a DWM3001CDK.
  static func sound() throws -> Machine {
    var machine = Machine()
    machine.user = .init(id: 1000, name: "anna", groups: ["anna", "dialout", "plugdev"])
    machine.user.groupsAfterLogin = ["dialout", "plugdev"]
    machine.groups = ["root", "dialout", "plugdev", "anna"]
    let rules = UdevRules(try library)
    machine.rules = [.init(path: UdevRules.installedPath, text: rules.text)]
    machine.libraries = [
      .init(name: "libusb-1.0", package: "libusb-1.0-0", path: "/usr/lib/libusb-1.0.so.0"),
      .init(name: "libudev", package: "libudev1", path: "/usr/lib/libudev.so.1"),
    ]
    machine.bluetooth = .init(
      hasKernel: true, adapters: ["hci0"],
      blocks: [.init(name: "hci0", isSoft: false, isHard: false)], survey: Self.survey,
      version: "5.66")
    try machine.plugIn(Kits.probe(), Kits.native())
    return machine
  }
}

extension Machine {
  /// Attaches devices, with nodes that can be opened and the mark of our rules.
  mutating func plugIn(_ devices: USBDevice...) throws {
    let rules = UdevRules(try Machines.library)
    for device in devices {
      self.devices.append(device)
      if rules.identities.contains(where: { $0.fits(device) }) {
        marks[device.path] = rules.mark
      }
      power[device.path] = "on"
      let group = ["plugdev", "dialout"]
      if let node = device.node?.path {
        nodes[node] = .init(path: node, mode: 0o660, owner: "root", group: group[0], isUsable: true)
      }
      for terminal in device.interfaces.flatMap(\.terminals).map(\.path) {
        nodes[terminal] = .init(
          path: terminal, mode: 0o660, owner: "root", group: group[1], isUsable: true)
      }
    }
  }
}

/// Kits as kernels show them.
enum Kits {
  /// The debug probe of a DWM3001CDK.
  static func probe(
    _ serial: String? = "000760123456", at path: String = "1-1.1", product: UInt16 = 0x1050,
    terminal: Int = 0, hasDrive: Bool = false
  ) -> USBDevice {
    var interfaces = [
      USBInterface(
        number: 0, interfaceClass: 2, interfaceSubclass: 2, interfaceProtocol: 1,
        driver: "cdc_acm",
        terminals: [
          DeviceNode(
            path: "/dev/ttyACM\(terminal)",
            links: serial.map { ["/dev/serial/by-id/usb-SEGGER_J-Link_\($0)-if00"] } ?? [])
        ]),
      USBInterface(number: 1, interfaceClass: 10, driver: "cdc_acm"),
      USBInterface(number: 2, interfaceClass: 0xFF, interfaceSubclass: 0xFF),
    ]
    if hasDrive {
      interfaces.append(
        USBInterface(
          number: 3, interfaceClass: 8, interfaceSubclass: 6, interfaceProtocol: 0x50,
          driver: "usb-storage"))
    }
    return USBDevice(
      path: path, bus: 1, address: 4 + terminal, vendor: 0x1366, product: product,
      manufacturerName: "SEGGER", productName: "J-Link", serial: serial, interfaces: interfaces,
      node: DeviceNode(path: "/dev/bus/usb/001/00\(4 + terminal)"))
  }

  /// Its own USB port, with Qorvo's firmware.
  static func native(
    _ serial: String? = "F1498C5AB09C", at path: String = "1-1.2", terminal: Int = 1
  ) -> USBDevice {
    USBDevice(
      path: path, bus: 1, address: 4 + terminal, vendor: 0x1915, product: 0x520F,
      manufacturerName: "Nordic Semiconductor", productName: "nRF52 USB Product", serial: serial,
      interfaces: [
        USBInterface(
          number: 0, interfaceClass: 2, interfaceSubclass: 2, interfaceProtocol: 1,
          driver: "cdc_acm",
          terminals: [
            DeviceNode(
              path: "/dev/ttyACM\(terminal)",
              links: serial.map {
                ["/dev/serial/by-id/usb-Nordic_Semiconductor_nRF52_USB_Product_\($0)-if00"]
              } ?? [])
          ]),
        USBInterface(number: 1, interfaceClass: 10, driver: "cdc_acm"),
      ], node: DeviceNode(path: "/dev/bus/usb/001/00\(4 + terminal)"))
  }

  /// A UART bridge with one terminal, or none.
  static func bridge(
    _ vendor: UInt16, _ product: UInt16, name: String, serial: String?, at path: String,
    driver: String = "ftdi_sio", terminal: Int? = 0
  ) -> USBDevice {
    USBDevice(
      path: path, bus: 2, address: 9, vendor: vendor, product: product, productName: name,
      serial: serial,
      interfaces: [
        USBInterface(
          number: 0, interfaceClass: 0xFF, driver: driver,
          terminals: terminal.map { [DeviceNode(path: "/dev/ttyUSB\($0)")] } ?? [])
      ], node: DeviceNode(path: "/dev/bus/usb/002/009"))
  }

  static let rhodes = bridge(
    0x0403, 0x6015, name: "FT231X USB UART", serial: "DK0ABCDE", at: "2-3")
  static let makerfabs = bridge(
    0x10C4, 0xEA60, name: "CP2104 USB to UART Bridge Controller", serial: "01A2B3C4", at: "2-4",
    driver: "cp210x", terminal: 1)
}
