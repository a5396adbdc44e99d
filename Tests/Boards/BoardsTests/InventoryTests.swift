import Boards
import Testing

@Suite("inventory from sysfs")
struct InventoryTests {
  @Test("devices with their interfaces, terminals, drivers and links")
  func snapshot() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    try tree.plug(.native("1-10", address: 9, serial: "F1498C5AB09C", terminal: "ttyACM2"))
    try tree.plug(
      .probe("1-2", address: 8, serial: "000683298616", terminals: ["ttyACM0", "ttyACM1"]))
    try tree.link(
      "dev/serial/by-id/usb-SEGGER_J-Link_000683298616-if02", to: "../../ttyACM1")
    let roots = SystemRoots(below: tree.path)
    let inventory = USBTree(roots: roots).snapshot()
    #expect(inventory.devices.map(\.path) == ["1-2", "1-10"])
    let probe = try #require(inventory.device(at: "1-2"))
    #expect(probe.vendor == 0x1366)
    #expect(probe.serial == "000683298616")
    #expect(probe.bus == 1 && probe.address == 8 && probe.speed == 12)
    #expect(probe.node?.path == "\(roots.dev)/bus/usb/001/008")
    #expect(probe.interfaces.map(\.number) == [0, 1, 2, 3, 4])
    #expect(probe.interfaces[0].driver == "cdc_acm")
    #expect(probe.interfaces[2].terminals.map(\.path) == ["\(roots.dev)/ttyACM1"])
    #expect(
      probe.interfaces[2].terminals.first?.links
        == ["\(roots.dev)/serial/by-id/usb-SEGGER_J-Link_000683298616-if02"])
    #expect(probe.interfaces[4].endpoints.count == 2)
    #expect(inventory.devices.allSatisfy { $0.notes.isEmpty })
  }

  @Test("adapters have their terminals a folder deeper, and several of one driver in port order")
  func adapters() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    var device = MockDevice.mouse("2-1", address: 3)
    device.interfaces = [.init(number: 0, interfaceClass: 0xFF, driver: "ftdi_sio")]
    try tree.plug(device)
    for name in ["ttyUSB10", "ttyUSB9"] {
      try tree.write("", to: "sys/bus/usb/devices/2-1/2-1:1.0/\(name)/tty/\(name)/dev")
    }
    let inventory = USBTree(roots: SystemRoots(below: tree.path)).snapshot()
    let terminals = inventory.devices.first?.interfaces.first?.terminals.map(\.path) ?? []
    #expect(terminals.map { $0.split(separator: "/").last } == ["ttyUSB9", "ttyUSB10"])
  }

  @Test("a tree without USB has no devices")
  func nothing() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    #expect(USBTree(roots: SystemRoots(below: tree.path)).snapshot().devices.isEmpty)
  }

  @Test(
    "what a device says of itself cannot harm, only be noted",
    arguments: [
      ("serial", [UInt8]("\u{1B}[2J".utf8), "its serial number holds characters that are no text"),
      ("product", [0xFF, 0xFE, 0x41], "its product name holds characters that are no text"),
      (
        "product", [UInt8](repeating: 0x41, count: 4000),
        "its product name is longer than a USB string can be"
      ),
      ("manufacturer", [0x0A], "its manufacturer's name is empty"),
      ("manufacturer", [UInt8]("\u{202E}evil".utf8), "its manufacturer's name holds characters"),
      ("descriptors", [0, 0, 0], "a descriptor says that it has 0 bytes"),
      (
        "descriptors", [18, 1, 0, 2, 0, 0, 0, 64, 1, 0, 2, 0, 0, 1, 0, 0, 0, 1],
        "its descriptors name another vendor"
      ),
    ])
  func strange(_ file: String, _ bytes: [UInt8], _ note: String) throws {
    let tree = try MockTree()
    defer { tree.clean() }
    try tree.plug(.native("1-1", address: 9, serial: "F1498C5AB09C", terminal: "ttyACM2"))
    try tree.write(bytes, to: "sys/bus/usb/devices/1-1/\(file)")
    let inventory = USBTree(roots: SystemRoots(below: tree.path)).snapshot()
    let device = try #require(inventory.device(at: "1-1"))
    #expect(device.notes.contains { $0.hasPrefix(note) }, "\(device.notes)")
    #expect(device.interfaces.first?.terminals.count == 1)
    let texts = [device.serial, device.productName, device.manufacturerName].compactMap(\.self)
    #expect(texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    #expect(texts.allSatisfy { $0.count <= 126 * 10 })
  }

  @Test("a string that is announced and not told is noted")
  func missingString() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    var device = MockDevice.native("1-1", address: 9, serial: "F1498C5AB09C", terminal: "ttyACM2")
    try tree.plug(device)
    try tree.unplug(device)
    let descriptors = device.descriptors
    device.serial = nil
    try tree.plug(device)
    try tree.write(descriptors, to: "sys/bus/usb/devices/1-1/descriptors")
    let inventory = USBTree(roots: SystemRoots(below: tree.path)).snapshot()
    #expect(inventory.devices.first?.serial == nil)
    #expect(
      inventory.devices.first?.notes == ["it announces a serial number and does not tell it"])
  }

  @Test("one serial number on two devices is noted on both, with how to address them")
  func shared() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    try tree.plug(.probe("1-1", address: 5, serial: "000683298616", terminals: ["ttyACM0"]))
    try tree.plug(.probe("1-2", address: 6, serial: "990683298616", terminals: ["ttyACM1"]))
    let inventory = USBTree(roots: SystemRoots(below: tree.path)).snapshot()
    #expect(
      inventory.devices.map(\.notes) == [
        ["its serial number is also that of 1-2: address it by path=1-1"],
        ["its serial number is also that of 1-1: address it by path=1-2"],
      ])
  }
}
