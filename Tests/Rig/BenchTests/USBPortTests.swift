import Boards
import BootProtocols
import CRigShims
import Errors
import Foundation
import LabRuntime
import Links
import Testing

@testable import Bench
@testable import RigFile

@Suite("usb: links")
struct USBPortTests {
  /// Terminals that are pseudo-terminals, under the names of a mocked tree.
  private final class Bench: Sendable {
    let lab = Lab.live(seed: 1)
    let tree: MockTree
    let terminals: [PtyListener]

    init(terminals count: Int) throws {
      tree = try MockTree()
      let lab = lab
      terminals = try (0..<count).map { try PtyListener(lab, name: "board \($0)") }
    }

    deinit {
      for terminal in terminals { terminal.close() }
      tree.clean()
    }

    func plug(_ device: MockDevice) throws {
      try tree.plug(device)
      for (number, terminal) in terminals.enumerated() {
        let node = tree.root.appending(path: "dev/ttyACM\(number)")
        guard FileManager.default.fileExists(atPath: node.path) else { continue }
        try FileManager.default.removeItem(at: node)
        try tree.link("dev/ttyACM\(number)", to: terminal.path)
      }
    }

    func port(
      _ selector: DeviceSelector, interface: Int = 0,
      _ parameters: SerialParameters = .standard, profile: PortProfile? = nil
    ) -> USBPort {
      USBPort(
        lab, selector: selector, interface: interface, parameters: parameters, profile: profile,
        tree: USBTree(roots: SystemRoots(below: tree.path)))
    }

    /// The rate at which a terminal runs now.
    func rate(ofTerminal number: Int) throws -> Int64 {
      let handle = try #require(FileHandle(forReadingAtPath: terminals[number].path))
      return rig_tty_speed(handle.fileDescriptor)
    }
  }

  /// The terminal of an FRDM-RW612, whose profile knows a rate of its own.
  private static let log = MockDevice(
    path: "1-3", address: 7, vendor: 0x1FC9, product: 0x0143, manufacturer: "NXP",
    name: "MCU-LINK", serial: "RW612A",
    interfaces: [
      .init(
        number: 0, interfaceClass: 2, interfaceSubclass: 2, driver: "cdc_acm", terminal: "ttyACM0")
    ])

  @Test(
    "what the rig file leaves open the profile says, and the rig file has the last word",
    arguments: [
      (SerialParameters(), "sr250-frdm-rw612", true, 3_000_000),
      (SerialParameters(baud: 57_600), "sr250-frdm-rw612", true, 57_600),
      (SerialParameters(), nil, true, 115_200),
      (SerialParameters(), "dwm3001cdk", true, 115_200),
      // A boot protocol has a rate of its own.
      (SerialParameters(), "sr250-frdm-rw612", false, 115_200),
    ] as [(SerialParameters, String?, Bool, Int64)])
  func profile(
    parameters: SerialParameters, profile: String?, givesRate: Bool, expected: Int64
  ) throws {
    let bench = try Bench(terminals: 1)
    try bench.plug(Self.log)
    let port = bench.port(
      .serial("RW612A"), parameters,
      profile: PortProfile(
        try .shipped(), named: profile, firmware: givesRate ? nil : .bootloader(.secureDFU)))
    let rate = try bench.lab.run {
      let link = try await port.open()
      defer { link.close() }
      return try bench.rate(ofTerminal: 0)
    }
    #expect(rate == expected)
  }

  @Test("the profile's wait is known once the port was found")
  func settle() throws {
    let bench = try Bench(terminals: 1)
    try bench.plug(Self.board)
    let port = bench.port(
      .serial("F1498C5AB09C"), SerialParameters(), profile: PortProfile(try .shipped()))
    #expect(port.settings?.settle == nil)
    try bench.lab.run { try await port.open().close() }
    // Four kits look like this one, and all of them say the same of their port.
    #expect(port.settings?.settle == .milliseconds(100))
  }

  @Test("the rig file's words go before the profile's, those before the usual ones")
  func order() throws {
    let library = try ProfileLibrary.shipped()
    let device = USBDevice(
      path: "2-4", bus: 2, address: 9, vendor: 0x10C4, product: 0xEA60,
      productName: "CP2104 USB to UART Bridge Controller", serial: "01A2B3C4")
    let settings = PortProfile(library, named: "makerfabs-esp32-uwb").settings(
      of: device, interface: 0)
    #expect(
      SerialParameters(dtr: true).filled(from: settings)
        == SerialParameters(
          baud: 115_200, flow: SerialParameters.FlowControl.none, dtr: true, rts: false))
    #expect(SerialParameters(rts: true).filled(from: nil) == SerialParameters(rts: true))
  }

  /// The last part of a path.
  private static func last(of path: String) -> String? {
    path.split(separator: "/").last.map(String.init)
  }

  private static let board = MockDevice.native(
    "1-1", address: 4, serial: "F1498C5AB09C", terminal: "ttyACM0")

  @Test("a board that comes back under another number and in another port is opened there")
  func renumbered() throws {
    let bench = try Bench(terminals: 2)
    try bench.plug(Self.board)
    let port = bench.port(.serial("f1498c5ab09c"))
    #expect(port.name == "usb:serial=f1498c5ab09c,interface=0")
    let names = try bench.lab.run {
      let first = try await port.open()
      first.close()
      try bench.tree.unplug(Self.board)
      try bench.plug(
        .native("1-7", address: 9, serial: "F1498C5AB09C", terminal: "ttyACM1"))
      let second = try await port.open()
      second.close()
      return [first.name, second.name]
    }
    #expect(names.map(Self.last(of:)) == ["ttyACM0", "ttyACM1"])
  }

  @Test(
    "so is one that was named by its path, and nothing else in the place of a board that is there",
    arguments: [false, true])
  func renumberedTerminal(isTaken: Bool) throws {
    let bench = try Bench(terminals: 2)
    try bench.plug(Self.board)
    let path = bench.tree.root.appending(path: "dev/ttyACM0").path
    let port = TerminalPort(
      bench.lab, path: path, parameters: .standard, profile: nil,
      tree: USBTree(roots: SystemRoots(below: bench.tree.path)))
    let names = try bench.lab.run {
      let first = try await port.open()
      first.close()
      try bench.tree.unplug(Self.board)
      if isTaken {
        try bench.plug(.native("1-2", address: 8, serial: "C0D1E2F3A4B5", terminal: "ttyACM0"))
      }
      try bench.plug(
        .native("1-1", address: 9, serial: "F1498C5AB09C", terminal: "ttyACM1"))
      let second = try await port.open()
      second.close()
      return [first.name, second.name]
    }
    #expect(names.map(Self.last(of:)) == ["ttyACM0", "ttyACM1"])
  }

  @Test("another board in the port of ours is not opened")
  func swapped() throws {
    let bench = try Bench(terminals: 1)
    try bench.plug(Self.board)
    let port = bench.port(.path("1-1"))
    let error = #expect(throws: RigError.self) {
      try bench.lab.run {
        try await port.open().close()
        try bench.tree.unplug(Self.board)
        try bench.plug(.native("1-1", address: 5, serial: "C0D1E2F3A4B5", terminal: "ttyACM0"))
        try await port.open().close()
      }
    }
    #expect(error?.code == .changed)
    #expect(
      error?.description
        == "usb:path=1-1,interface=0: another device is plugged into path=1-1 now: path=1-1 "
        + "(1915:520f Nordic Semiconductor nRF52 USB Product, serial C0D1E2F3A4B5). Nothing was "
        + "written to it. Plug in the device of vendor 1915 with serial number F1498C5AB09C")
  }

  @Test("an ambiguous serial number is refused with the candidates")
  func ambiguous() throws {
    let bench = try Bench(terminals: 0)
    try bench.plug(Self.board)
    try bench.plug(.native("1-2", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM1"))
    let port = bench.port(.serial("F1498C5AB09C"))
    let error = #expect(throws: RigError.self) { try port.locate() }
    #expect(error?.reason.contains("is 2 devices: path=1-1") == true)
    #expect(error?.advice == "Say which by its port: path=1-1")
  }

  @Test("a port that somebody else has is told with who that is")
  func held() throws {
    let bench = try Bench(terminals: 1)
    try bench.plug(Self.board)
    let port = bench.port(.serial("F1498C5AB09C"))
    let error = #expect(throws: RigError.self) {
      try bench.lab.run {
        let first = try await port.open()
        defer { first.close() }
        try await port.open().close()
      }
    }
    #expect(error?.code == .busy)
    #expect(error?.context.hasPrefix("usb:serial=F1498C5AB09C,interface=0 at ") == true)
  }
  @Test("so is a terminal that is named by its path, also through a link")
  func heldTerminal() throws {
    let lab = Lab.live(seed: 0)
    let error = #expect(throws: RigError.self) {
      try lab.run {
        let listener = try PtyListener(lab, name: "pty:one")
        defer { listener.close() }
        let port = TerminalPort(
          lab, path: "/proc/self/root" + listener.path, parameters: .standard, profile: nil)
        let first = try await port.open()
        defer { first.close() }
        try await port.open().close()
      }
    }
    #expect(error?.code == .busy)
    #expect(error?.reason.contains("(process \(getpid()))") == true, "\(error?.reason ?? "")")
  }
}
