import Boards
import Foundation
import LabRuntime
import Links
import Rig
import Testing

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

    func port(_ selector: LinkAddress.USBSelector, interface: Int = 0) -> USBPort {
      USBPort(
        lab, selector: selector, interface: interface, parameters: .standard,
        tree: USBTree(roots: SystemRoots(below: tree.path)))
    }
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
    #expect(
      names.map { $0.split(separator: "/").last.map(String.init) } == ["ttyACM0", "ttyACM1"])
  }

  @Test("another board in the port of ours is not opened")
  func swapped() throws {
    let bench = try Bench(terminals: 1)
    try bench.plug(Self.board)
    let port = bench.port(.path("1-1"))
    let error = #expect(throws: LinkError.self) {
      try bench.lab.run {
        try await port.open().close()
        try bench.tree.unplug(Self.board)
        try bench.plug(.native("1-1", address: 5, serial: "C0D1E2F3A4B5", terminal: "ttyACM0"))
        try await port.open().close()
      }
    }
    #expect(error?.code == .failed)
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
    let error = #expect(throws: LinkError.self) { try port.locate() }
    #expect(error?.reason.contains("is 2 devices: path=1-1") == true)
    #expect(error?.advice == "Say which by its port: path=1-1")
  }

  @Test("a port that somebody else has is told with who that is")
  func held() throws {
    let bench = try Bench(terminals: 1)
    try bench.plug(Self.board)
    let port = bench.port(.serial("F1498C5AB09C"))
    let error = #expect(throws: LinkError.self) {
      try bench.lab.run {
        let first = try await port.open()
        defer { first.close() }
        try await port.open().close()
      }
    }
    #expect(error?.code == .busy)
    #expect(error?.link.hasPrefix("usb:serial=F1498C5AB09C,interface=0 at ") == true)
  }
}
