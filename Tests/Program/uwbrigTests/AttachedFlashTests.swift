import Boards
import BootProtocols
import Foundation
import Journal
import LabRuntime
import Links
import Testing

@testable import Flashing
@testable import uwbrig

/// What is asked for of a board that stands in no rig file.
struct AttachedRequest: Sendable {
  var method: FlashMethod?
  var probe: String?
  var profile: String?

  var request: FlashRequest {
    var request = FlashRequest()
    request.method = method
    request.probe = probe
    return request
  }
}

/// Boards that are attached and stand in no rig file, as a flash sees them.
@Suite("flash: a board without a rig file")
struct AttachedFlashTests {
  static let probe = MockDevice.probe(
    "1-1.1", address: 4, serial: "000760012345", terminals: ["ttyACM0"])
  static let native = MockDevice.native(
    "1-1.2", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM1")
  static let bootloader = MockDevice(
    path: "1-1.3", address: 6, vendor: 0x1915, product: 0x521F,
    manufacturer: "Nordic Semiconductor", name: "Open DFU Bootloader", serial: "E1498C5AB09D",
    interfaces: [
      .init(
        number: 0, interfaceClass: 2, interfaceSubclass: 2, driver: "cdc_acm", terminal: "ttyACM2")
    ])
  static let bridge = MockDevice(
    path: "1-1.4", address: 7, vendor: 0x10C4, product: 0xEA60, manufacturer: "Silicon Labs",
    name: "CP2104 USB to UART Bridge Controller", serial: "01A2B3C4",
    interfaces: [.init(number: 0, interfaceClass: 0xFF, driver: "cp210x", terminal: "ttyUSB0")])
  static let others: [MockDevice] = [
    .probe("1-2", address: 8, serial: "000683000001", terminals: ["ttyACM4"]),
    .probe("1-3", address: 9, serial: "000683000001", terminals: ["ttyACM5"]),
    .mouse("1-4", address: 10),
  ]

  private static func bench() throws -> MockTree {
    let tree = try MockTree()
    for device in [probe, native, bootloader, bridge] + others { try tree.plug(device) }
    return tree
  }

  /// A memory in which the native port's chip was read through the probe.
  private static func pair(_ tree: MockTree, _ chip: String) throws -> ProbeMemory {
    let inventory = USBTree(roots: SystemRoots(below: tree.path)).snapshot()
    let address = try #require(SerialNumber.deviceAddress(ofNordicSerial: "F1498C5AB09C"))
    var memory = ProbeMemory()
    memory.remember(
      try #require(
        ChipPair(
          probe: try inventory.device(.path("1-1.1")), port: try inventory.device(.path("1-1.2")),
          address: ChipAddress(low: address.low, high: address.high), chip: chip)))
    return memory
  }

  private static func flash(
    _ selector: DeviceSelector, _ wish: AttachedRequest, _ tree: MockTree,
    chip: String? = nil, _ library: ProfileLibrary? = nil
  ) throws -> AttachedTarget {
    try AttachedTarget(
      selector, wish.request, profile: wish.profile, try library ?? Machines.library,
      memory: try chip.map { try pair(tree, $0) } ?? ProbeMemory(),
      tree: USBTree(roots: SystemRoots(below: tree.path)))
  }

  /// A board that is certain, and what a flash makes of it.
  struct Certain: Sendable {
    var selector: DeviceSelector
    var wish = AttachedRequest()
    var chip: String?
    var profile: String
    var method: FlashMethod?
    var link: String
    var firmware = Firmware.unknown
    var probe: String?
    /// Whether the chip has to be read again; nil where that proves nothing.
    var isProved: Bool?
  }

  static let certain: [Certain] = [
    Certain(
      selector: .serial("760012345"), wish: .init(profile: "dwm3001cdk"), profile: "dwm3001cdk",
      link: "usb:serial=760012345,interface=0", probe: "760012345"),
    // By path it is the same device, and keeps its serial number as its identity.
    Certain(
      selector: .path("1-1.1"), wish: .init(method: .probe(.openocd), profile: "dwm3001cdk"),
      profile: "dwm3001cdk", method: .probe(.openocd), link: "usb:serial=760012345,interface=0",
      probe: "760012345"),
    // The application is told over the probe's terminal to reset into MCUboot.
    Certain(
      selector: .serial("760012345"),
      wish: .init(method: .serial(.mcubootSMP), profile: "dwm3001cdk"),
      profile: "dwm3001cdk", method: .serial(.mcubootSMP), link: "usb:serial=760012345,interface=0"),
    Certain(
      selector: .serial("F1498C5AB09C"), wish: .init(probe: "760012345", profile: "dwm3001cdk"),
      profile: "dwm3001cdk", link: "usb:serial=F1498C5AB09C,interface=0", probe: "760012345",
      isProved: false),
    // The role of the port decides.
    Certain(
      selector: .serial("E1498C5AB09D"), wish: .init(profile: "dwm3001cdk"), profile: "dwm3001cdk",
      method: .serial(.secureDFU), link: "usb:serial=E1498C5AB09D,interface=0",
      firmware: .bootloader(.secureDFU)),
    Certain(
      selector: .serial("01A2B3C4"), wish: .init(profile: "makerfabs-esp32-uwb"),
      profile: "makerfabs-esp32-uwb", method: .serial(.espROM),
      link: "usb:serial=01A2B3C4,interface=0"),
    // The chip is known, and to OpenOCD the kits with it are the same.
    Certain(
      selector: .serial("760012345"), wish: .init(method: .probe(.openocd)), chip: "nRF52840",
      profile: "dwm3000evb-nrf52840dk", method: .probe(.openocd),
      link: "usb:serial=760012345,interface=0", probe: "760012345", isProved: true),
    // The other socket of the board: that the probe leads there is known from an earlier call.
    Certain(
      selector: .serial("F1498C5AB09C"), wish: .init(profile: "dwm3001cdk"), chip: "nRF52833",
      profile: "dwm3001cdk", link: "usb:serial=F1498C5AB09C,interface=0", probe: "760012345",
      isProved: true),
    // Whoever names the probe and the kind of board has looked at them.
    Certain(
      selector: .serial("760012345"), wish: .init(profile: "dwm3001cdk"), chip: "nRF52833",
      profile: "dwm3001cdk", link: "usb:serial=760012345,interface=0", probe: "760012345"),
  ]

  @Test("a board that is certain is reached as its profile says", arguments: certain)
  func isCertain(_ board: Certain) throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let flash = try Self.flash(board.selector, board.wish, tree, chip: board.chip)
    #expect(flash.target.name == "\(board.selector)")
    #expect(flash.profile.name == board.profile)
    #expect(flash.access.method == board.method)
    #expect(flash.target.link.description.hasPrefix(board.link), "\(flash.target.link)")
    #expect(flash.target.firmware == board.firmware)
    #expect(flash.target.probe == board.probe)
    #expect(flash.proof?.isRequired == board.isProved)
  }

  @Test("profiles that are the same to a flash need no decision, and are all named")
  func agreed() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let flash = try Self.flash(
      .serial("760012345"), .init(method: .probe(.openocd)), tree, chip: "nRF52840")
    #expect(flash.choice.others.map(\.name) == ["qm33120wdk1"])
    #expect(flash.remark?.contains("it may be qm33120wdk1 as well") == true)
  }

  @Test("a profile of one's own with the serial numbers of the board decides")
  func own() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    try tree.write(
      """
      version: 1
      name: door-lock
      like: dwm3001cdk
      serials: {probe: ["760012345"], native: [F1498C5AB09C]}
      """, to: "profiles/door-lock.yaml")
    let library = try ProfileLibrary.load(directories: [tree.path + "/profiles"])
    let flash = try Self.flash(.serial("F1498C5AB09C"), .init(), tree, library)
    #expect(flash.profile.name == "door-lock")
    #expect(flash.target.probe == "760012345")
    #expect(flash.description.contains("(door-lock): nRF52 USB Product F1498C5AB09C at 1-1.2"))
  }

  /// What is refused, and why.
  struct Refusal: Sendable {
    var selector: DeviceSelector
    var wish = AttachedRequest()
    var chip: String?
    var status = ExitStatus.bench
    var words: [String]
  }

  static let refusals: [Refusal] = [
    Refusal(
      selector: .serial("760012345"),
      words: [
        "it is not known which board this is", "Qorvo DWM3001CDK (dwm3001cdk)",
        "They differ in the chip (nRF52832, nRF52833, nRF52840)", "FCONFIG at 0x1e000",
        "--profile dwm3001cdk|", "`uwbrig boards --chips` reads which chip it is",
      ]),
    Refusal(
      selector: .serial("760012345"), chip: "nRF52833",
      words: ["must stay (CALIB at 0x7f000, ", "--profile dwm3001cdk|dwm3000evb-nrf52833dk"]),
    Refusal(
      selector: .serial("760012345"), chip: "nRF52840",
      words: ["the ways to flash it", "--method nrfutil|jlink|openocd|pyocd"]),
    Refusal(
      selector: .serial("760012345"), wish: .init(profile: "dwm3001cdk"), chip: "nRF52840",
      status: .usage, words: ["does not show itself as a board of \"dwm3001cdk\""]),
    Refusal(
      selector: .serial("760012345"), chip: "nRF5340",
      words: ["its chip was read as an nRF5340, and none of the boards that it may be has that"]),
    Refusal(
      selector: .serial("760012345"), wish: .init(profile: "dwm3001cd"), status: .usage,
      words: ["--profile: serial=760012345 fits no profile", "did you mean \"dwm3001cdk\"?"]),
    Refusal(
      selector: .serial("760012345"), wish: .init(profile: "makerfabs-esp32-uwb"), status: .usage,
      words: ["does not show itself as a board of", "it may be Qorvo DWM3001CDK (dwm3001cdk)"]),
    Refusal(
      selector: .serial("760012345"), wish: .init(method: .serial(.nxpDK6), profile: "dwm3001cdk"),
      status: .usage, words: ["dwm3001cdk knows no way by nxp-dk6; it knows nrfutil, jlink"]),
    Refusal(
      selector: .serial("F1498C5AB09C"), wish: .init(profile: "dwm3001cdk"),
      words: ["it is not known which debug probe leads to it", "--probe 760123456"]),
    Refusal(
      selector: .serial("F1498C5AB09C"),
      wish: .init(method: .serial(.mcubootSMP), profile: "dwm3001cdk"),
      words: ["goes through another USB device of the board (probe, socket J9)"]),
    Refusal(
      selector: .serial("E1498C5AB09D"), words: ["They differ in the chip (nRF52833, nRF52840)"]),
    Refusal(
      selector: .serial("01A2B3C4"),
      words: ["it is not known that this is a board at all", "makerfabs-esp32-uwb"]),
    Refusal(
      selector: .path("1-2"), wish: .init(profile: "dwm3000evb-nrf52840dk"),
      words: ["2 debug probes have the serial number 000683000001"]),
    Refusal(selector: .serial("683000001"), words: ["is 2 devices"]),
    Refusal(selector: .path("1-4"), words: ["no profile knows"]),
    Refusal(selector: .path("1-9"), words: ["no attached USB device has path=1-9"]),
  ]

  @Test("what is not certain is refused with what decides it", arguments: refusals)
  func isRefused(_ refusal: Refusal) throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let error = #expect(throws: (any Error).self) {
      try Self.flash(refusal.selector, refusal.wish, tree, chip: refusal.chip)
    }
    let failure = try Failure(#require(error))
    #expect(failure.status == refusal.status, "\(failure.message)")
    for words in refusal.words { #expect(failure.message.contains(words), "\(failure.message)") }
  }

  @Test("who it is is read again: another board in the same socket is not written")
  func another() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let flash = try Self.flash(.path("1-1.1"), .init(profile: "dwm3001cdk"), tree)
    let lab = Lab.simulated(seed: 0)
    try lab.run { try await flash.verify(lab, searchPath: "") }
    try tree.unplug(Self.probe)
    try tree.plug(.probe("1-1.1", address: 11, serial: "000760099999", terminals: ["ttyACM0"]))
    let later = Lab.simulated(seed: 0)
    let error = #expect(throws: FlashError.self) {
      try later.run { try await flash.verify(later, searchPath: "") }
    }
    #expect(error?.message.contains("another device is plugged into path=1-1.1 now") == true)
    #expect(error?.imageTouched == false)
  }

  @Test("what is remembered of a chip and cannot be read again is no proof")
  func unproved() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let flash = try Self.flash(
      .serial("F1498C5AB09C"), .init(profile: "dwm3001cdk"), tree, chip: "nRF52833")
    // Looks for OpenOCD, and finds none.
    let lab = Lab.live(seed: 0)
    let error = #expect(throws: FlashError.self) {
      try lab.run { try await flash.verify(lab, searchPath: "") }
    }
    #expect(error?.message.contains("is known from an earlier call only") == true)
    #expect(error?.advice.contains("serial=760012345 IMAGE --profile dwm3001cdk") == true)
  }
}

@Suite("flash: which board is meant")
struct FlashedBoardTests {
  static let refusals: [(arguments: [String], words: String)] = [
    (["nobody", "app.hex"], "an attached board is named by serial=… or path=…"),
    (["serial=none", "app.hex"], "no attached USB device has serial=none"),
    (["nobody", "app.hex", "--profile", "dwm3001cdk"], "--profile says what an attached board is"),
    (["--all", "app.hex", "--profile", "dwm3001cdk"], "--profile says what an attached board is"),
  ]

  @Test("a word that names no board is answered with what would", arguments: refusals)
  func refused(arguments: [String], words: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["flash"] + arguments)
    #expect(ending.status == (arguments[0] == "serial=none" ? 3 : 2), "\(ending.errors)")
    #expect(ending.errors.contains(words), "\(ending.errors)")
    #expect(ending.output.isEmpty)
  }
}
