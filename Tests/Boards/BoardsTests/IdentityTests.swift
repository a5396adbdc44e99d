import Errors
import Links
import Testing

@testable import Boards

@Suite("identity")
struct IdentityTests {
  @Test(
    "serial numbers compare in the form that tools print",
    arguments: [
      ("000683298616", 0x1366, "683298616"),
      ("990683298616", 0x1366, "683298616"),
      ("001050247094", 0x1366, "1050247094"),
      ("000000000000", 0x1366, "0"),
      ("OB-123", 0x1366, "OB-123"),
      ("f1498c5ab09c", 0x1915, "F1498C5AB09C"),
      ("31498C5AB09C", 0x1915, "31498C5AB09C"),
      ("000683298616", 0x0403, "000683298616"),
      ("", 0x1366, ""),
    ] as [(String, UInt16, String)])
  func normalized(_ serial: String, _ vendor: UInt16, _ form: String) {
    #expect(SerialNumber.normalized(serial, vendor: vendor) == form)
  }

  @Test("the serial number of a Nordic port is made of the chip's address")
  func nordic() {
    #expect(
      ChipAddress(low: 0x8C5A_B09C, high: 0xFFFF_3149).usbSerial == "F1498C5AB09C")
    #expect(ChipAddress(low: 7, high: 0).usbSerial == "C00000000007")
    let address = SerialNumber.deviceAddress(ofNordicSerial: "F1498C5AB09C")
    #expect(address?.low == 0x8C5A_B09C)
    #expect(address?.high == 0xF149)
    #expect(SerialNumber.deviceAddress(ofNordicSerial: "31498C5AB09C") == nil)
    #expect(SerialNumber.deviceAddress(ofNordicSerial: "F1498C5AB09") == nil)
    #expect(SerialNumber.deviceAddress(ofNordicSerial: "+1498C5AB09C") == nil)
  }

  @Test(
    "a probe's product id is a bit field",
    arguments: [
      (0x0101, JLinkProduct(isProbe: true, serialPorts: 0)),
      (0x0105, JLinkProduct(isProbe: true, serialPorts: 1)),
      (0x0106, JLinkProduct(isProbe: false, serialPorts: 1)),
      (0x0107, JLinkProduct(isProbe: true, serialPorts: 0, hasNetwork: true)),
      (0x0108, JLinkProduct(isProbe: true, serialPorts: 0, hasDrive: true)),
      (0x1004, JLinkProduct(isProbe: false, serialPorts: 1)),
      (0x1014, JLinkProduct(isProbe: true, serialPorts: 1)),
      (0x1015, JLinkProduct(isProbe: true, serialPorts: 1, hasDrive: true)),
      (0x1018, JLinkProduct(isProbe: true, serialPorts: 0, hasHID: true)),
      (0x1025, JLinkProduct(isProbe: true, serialPorts: 1, hasDrive: true)),
      (0x1050, JLinkProduct(isProbe: true, serialPorts: 2)),
      (0x1051, JLinkProduct(isProbe: true, serialPorts: 2, hasDrive: true)),
      (0x1055, JLinkProduct(isProbe: true, serialPorts: 3, hasDrive: true)),
      (0x1061, JLinkProduct(isProbe: true, serialPorts: 2, hasDrive: true)),
    ] as [(UInt16, JLinkProduct)])
  func products(_ product: UInt16, _ decoded: JLinkProduct) {
    #expect(JLinkProduct(product: product) == decoded)
  }

  @Test(
    "a product id that nobody has explained leaves it to the interfaces",
    arguments: [0x1080, 0x0200, 0x2000] as [Int])
  func unknownProduct(_ product: Int) throws {
    let id = try #require(UInt16(exactly: product))
    #expect(JLinkProduct(product: id) == nil)
    var device = USBDevice(path: "1-1", bus: 1, address: 2, vendor: 0x1366, product: id)
    #expect(JLinkProduct(device)?.isProbe == false)
    device.interfaces = [
      USBInterface(number: 0, interfaceClass: 2),
      USBInterface(
        number: 2, interfaceClass: 0xFF, interfaceSubclass: 0xFF,
        endpoints: [.init(address: 0x81, attributes: 2), .init(address: 2, attributes: 2)]),
    ]
    #expect(JLinkProduct(device) == JLinkProduct(isProbe: true, serialPorts: 1))
    device.vendor = 0x1915
    #expect(JLinkProduct(device) == nil)
  }

  // MARK: Addresses

  private static func inventory(_ devices: MockDevice...) throws -> (
    USBInventory, MockTree, USBTree
  ) {
    let tree = try MockTree()
    for device in devices { try tree.plug(device) }
    let usb = USBTree(roots: SystemRoots(below: tree.path))
    return (usb.snapshot(), tree, usb)
  }

  @Test(
    "a board is found by any form of its serial number, and by its port",
    arguments: ["serial=683298616", "serial=000683298616", "path=1-1"])
  func addressed(_ word: String) throws {
    let (inventory, tree, _) = try Self.inventory(
      .probe("1-1", address: 5, serial: "000683298616", terminals: ["ttyACM0"]),
      .native("1-2", address: 6, serial: "F1498C5AB09C", terminal: "ttyACM1"))
    defer { tree.clean() }
    let selector = try #require(DeviceSelector(word))
    #expect(try inventory.device(selector).path == "1-1")
    #expect(try inventory.device(selector).terminal(interface: 0).path.hasSuffix("/dev/ttyACM0"))
  }

  @Test("what is no address is none", arguments: ["lock", "serial=", "path=", "vendor=1366"])
  func noAddress(_ word: String) { #expect(DeviceSelector(word) == nil) }

  @Test("an ambiguous serial number is refused with the candidates")
  func ambiguous() throws {
    let (inventory, tree, _) = try Self.inventory(
      .probe("1-1", address: 5, serial: "000683298616", terminals: ["ttyACM0"]),
      .probe("1-2", address: 6, serial: "990683298616", terminals: ["ttyACM1"]))
    defer { tree.clean() }
    let error = #expect(throws: RigError.self) {
      try inventory.device(.serial("683298616"))
    }
    #expect(error?.code == .ambiguous)
    #expect(
      error?.description
        == "serial=683298616 is 2 devices: path=1-1 (1366:1014 SEGGER J-Link, serial 683298616); "
        + "path=1-2 (1366:1014 SEGGER J-Link, serial 683298616). Say which by its port: path=1-1")
  }

  @Test("what is not attached is answered with what is")
  func notFound() throws {
    let (inventory, tree, _) = try Self.inventory(
      .native("1-2", address: 6, serial: "F1498C5AB09C", terminal: "ttyACM1"))
    defer { tree.clean() }
    let error = #expect(throws: RigError.self) { try inventory.device(.path("1-1")) }
    #expect(
      error?.description
        == "no attached USB device has path=1-1. Attached are: path=1-2 (1915:520f Nordic "
        + "Semiconductor nRF52 USB Product, serial F1498C5AB09C)")
    #expect(error?.code == .notFound)
  }

  @Test(
    "an interface without a serial port is answered with those that have one",
    arguments: [
      (
        1,
        "is used by the driver cdc_acm, which gives no serial port. Its serial ports are interface 0 and 2"
      ),
      (4, "has no driver, which gives no serial port"),
      (9, "has no interface 9. Its serial ports are interface 0 and 2"),
    ])
  func interfaces(_ number: Int, _ words: String) throws {
    let (inventory, tree, _) = try Self.inventory(
      .probe("1-1", address: 5, serial: "000683298616", terminals: ["ttyACM0", "ttyACM1"]))
    defer { tree.clean() }
    let error = #expect(throws: RigError.self) {
      try inventory.device(.path("1-1")).terminal(interface: number)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  // MARK: After a plug

  @Test("a board that was moved is found by its serial number, with its new terminal")
  func moved() throws {
    let board = MockDevice.native("1-2", address: 6, serial: "F1498C5AB09C", terminal: "ttyACM1")
    let (inventory, tree, usb) = try Self.inventory(board)
    defer { tree.clean() }
    let identity = DeviceIdentity(try inventory.device(.serial("F1498C5AB09C")))
    try tree.unplug(board)
    #expect(throws: RigError.self) {
      try usb.verifyIdentity(identity, askedFor: .serial("F1498C5AB09C"))
    }
    try tree.plug(.native("1-5", address: 9, serial: "F1498C5AB09C", terminal: "ttyACM7"))
    let now = try usb.verifyIdentity(identity, askedFor: .serial("F1498C5AB09C"))
    #expect(now.path == "1-5")
    #expect(try now.terminal(interface: 0).path.hasSuffix("ttyACM7"))
    let error = #expect(throws: RigError.self) {
      try usb.verifyIdentity(identity, askedFor: .path("1-2"))
    }
    #expect(error?.advice == "The board hangs at path=1-5 now")
  }

  @Test("another board in the same port is refused")
  func swapped() throws {
    let board = MockDevice.native("1-2", address: 6, serial: "F1498C5AB09C", terminal: "ttyACM1")
    let (inventory, tree, usb) = try Self.inventory(board)
    defer { tree.clean() }
    let identity = DeviceIdentity(try inventory.device(.path("1-2")))
    try tree.unplug(board)
    try tree.plug(.native("1-2", address: 7, serial: "C0D1E2F3A4B5", terminal: "ttyACM1"))
    let error = #expect(throws: RigError.self) {
      try usb.verifyIdentity(identity, askedFor: .path("1-2"))
    }
    #expect(error?.code == .changed)
    #expect(error?.reason.contains("serial C0D1E2F3A4B5") == true)
  }

  @Test("a probe whose drive was switched off is still the same probe")
  func otherProduct() throws {
    var board = MockDevice.probe("1-1", address: 5, serial: "000683298616", terminals: ["ttyACM0"])
    board.product = 0x1015
    let (inventory, tree, usb) = try Self.inventory(board)
    defer { tree.clean() }
    let identity = DeviceIdentity(try inventory.device(.path("1-1")))
    try tree.unplug(board)
    board.product = 0x1014
    try tree.plug(board)
    #expect(try usb.verifyIdentity(identity, askedFor: .path("1-1")).product == 0x1014)
  }

  @Test("a device without a serial number is only known at its port, as the same product")
  func nameless() throws {
    let board = MockDevice.native("1-2", address: 6, serial: nil, terminal: "ttyACM1")
    let (inventory, tree, usb) = try Self.inventory(board)
    defer { tree.clean() }
    let identity = DeviceIdentity(try inventory.device(.path("1-2")))
    #expect(try usb.verifyIdentity(identity, askedFor: .path("1-2")).address == 6)
    try tree.unplug(board)
    var other = board
    other.product = 0x521F
    try tree.plug(other)
    #expect(throws: RigError.self) { try usb.verifyIdentity(identity, askedFor: .path("1-2")) }
  }
}
