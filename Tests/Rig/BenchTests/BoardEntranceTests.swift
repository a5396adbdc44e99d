import Boards
import Foundation
import LabRuntime
import Links
import Testing
import WireFormat

@testable import Bench
@testable import Flashing
@testable import RigFile

/// Boards on a mocked bus that leave it and come back when their port is touched.
@Suite("The entrance of a board into its bootloader")
struct BoardEntranceTests {
  private final class Bench: Sendable {
    let lab = Lab.live(seed: 1)
    let tree: MockTree
    let terminals: [PtyListener]

    init() throws {
      tree = try MockTree()
      let lab = lab
      terminals = try (0..<2).map { try PtyListener(lab, name: "board \($0)") }
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

    /// Waits for somebody who opens and closes the first terminal, and then does what a board does.
    func afterTouch(_ body: @escaping @Sendable () throws -> Void) async throws {
      let link = try await terminals[0].connections.receive()
      let frames = FrameLink(link, cutter: NoCutter(), lab: lab)
      while (try? await frames.receive(until: nil)) != nil {}
      frames.close()
      try body()
    }
  }

  private struct NoCutter: FrameCutter {
    mutating func feed(_ bytes: [UInt8]) -> [StreamItem] { [.frame(bytes)] }
    mutating func reset() {}
    func wrap(_ frame: [UInt8]) -> [UInt8] { frame }
  }

  private static func loader(_ path: String, _ address: Int, serial: String?) -> MockDevice {
    var device = MockDevice.native(path, address: address, serial: serial, terminal: "ttyACM1")
    device.product = 0x521F
    return device
  }

  private static let application = MockDevice.native(
    "1-1", address: 4, serial: "F1498C5AB09C", terminal: "ttyACM0")

  private static func part() throws -> BoardProfile.Part {
    let library = try ProfileLibrary.shipped()
    return try #require(
      library.profile(named: "dwm3001cdk")?.part(named: "bootloader"))
  }

  /// What a touch leads to when the board comes back as `devices`.
  private static func enter(
    _ bench: Bench, as devices: [MockDevice]
  ) throws -> Result<String, FlashError> {
    try bench.plug(application)
    let port = USBPort(
      bench.lab, selector: .serial("F1498C5AB09C"), interface: 0, parameters: .standard,
      tree: USBTree(roots: SystemRoots(below: bench.tree.path)))
    let entrance = BoardEntrance(
      lab: bench.lab, source: port, port: port, entry: .touch, part: try part())
    return try bench.lab.run {
      async let board: Void = bench.afterTouch {
        try bench.tree.unplug(application)
        for device in devices { try bench.plug(device) }
      }
      do throws(FlashError) {
        let source = try await entrance.line { _ in }
        let link = try? await source.open()
        link?.close()
        try? await board
        return .success(link?.name ?? "not opened")
      } catch {
        try? await board
        return .failure(error)
      }
    }
  }

  @Test("it is followed to another product, port and terminal, and nobody else is opened")
  func followed() throws {
    let bench = try Bench()
    let others = [MockDevice.native("1-2", address: 5, serial: "C0D1E2F3A4B5", terminal: "ttyACM0")]
    let name = try Self.enter(
      bench, as: others + [Self.loader("1-7", 9, serial: "F1498C5AB09C")]
    ).get()
    #expect(name.hasSuffix("/ttyACM1"))
  }

  @Test("a bootloader without a number is followed at the board's own port")
  func unnumbered() throws {
    let bench = try Bench()
    let name = try Self.enter(bench, as: [Self.loader("1-1", 9, serial: nil)]).get()
    #expect(name.hasSuffix("/ttyACM1"))
  }

  @Test("another board in its port is refused: nothing is written to it")
  func swapped() throws {
    let bench = try Bench()
    let result = try Self.enter(bench, as: [Self.loader("1-1", 9, serial: "C0D1E2F3A4B5")])
    let error = #expect(throws: FlashError.self) { try result.get() }
    #expect(error?.imageTouched == false)
    #expect(error?.message.contains("another board is plugged into path=1-1") == true)
  }

  @Test("a board that is in its bootloader already is not touched")
  func already() throws {
    let bench = try Bench()
    try bench.plug(Self.loader("1-3", 6, serial: "F1498C5AB09C"))
    let port = USBPort(
      bench.lab, selector: .serial("F1498C5AB09C"), interface: 0, parameters: .standard,
      tree: USBTree(roots: SystemRoots(below: bench.tree.path)))
    let entrance = BoardEntrance(
      lab: bench.lab, source: port, port: port, entry: .touch, part: try Self.part())
    let name = try bench.lab.run {
      let link = try await entrance.line { _ in }.open()
      defer { link.close() }
      return link.name
    }
    #expect(name.hasSuffix("/ttyACM1"))
  }

  @Test("a detach needs a board with an identity")
  func detach() throws {
    let lab = Lab.simulated(seed: 1)
    let entrance = BoardEntrance(
      lab: lab, source: MemoryPort(lab, name: "memory"), port: nil, entry: .usbDetach, part: nil)
    let error = #expect(throws: FlashError.self) {
      try lab.run { _ = try await entrance.line { _ in } }
    }
    #expect(error?.code == .refused)
    #expect(error?.advice.contains("usb:serial=") == true)
  }
}
