import Boards
import Errors
import Foundation
import Journal
import LabRuntime
import Links
import Testing

@testable import AttachedBoards
@testable import uwbrig

@Suite("the power of a board without a rig file")
struct AttachedPowerTests {
  private static let devices = "sys/bus/usb/devices"
  private static let kit = MockDevice.native(
    "1-1.2", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM1")
  private static let probe = MockDevice.probe(
    "1-1.1", address: 4, serial: "000760012345", terminals: ["ttyACM0"])

  /// A hub with two ports that can be switched, and a board on each.
  private static func bench() throws -> MockTree {
    let tree = try MockTree()
    try tree.plug(
      MockDevice(
        path: "1-1", address: 2, vendor: 0x05E3, product: 0x0608, name: "Hub",
        interfaces: [.init(number: 0, interfaceClass: 9, driver: "hub")]))
    for number in 1...2 {
      try tree.write("0\n", to: "\(devices)/1-1:1.0/1-1-port\(number)/disable")
    }
    try tree.plug(probe)
    try tree.plug(kit)
    return tree
  }

  private static func isOff(_ port: String, _ tree: MockTree) throws -> Bool {
    let file = tree.root.appending(path: "\(devices)/\(port)/disable")
    return try String(contentsOf: file, encoding: .utf8) == "1\n"
  }

  private static func board(
    _ selector: DeviceSelector, _ tree: MockTree, _ lab: Lab, mayBeOff: Bool = false,
    memory: ProbeMemory = ProbeMemory()
  ) throws -> AttachedPower {
    try AttachedPower(
      selector, mayBeOff: mayBeOff, sources: BoardSources(memory: memory), lab: lab,
      tree: USBTree(roots: SystemRoots(below: tree.path)))
  }

  /// What the kernel does meanwhile.
  private static func kernel(_ lab: Lab, _ body: @escaping @Sendable () throws -> Void) async {
    try? await lab.sleep(for: .milliseconds(100), label: "the kernel")
    try? body()
  }

  @Test("it is off when it has gone, is found by its port, and on when it is back")
  func offAndOn() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let lab = Lab.simulated(seed: 0)
    let board = try Self.board(.serial("F1498C5AB09C"), tree, lab)
    #expect(board.name == "serial=F1498C5AB09C")
    #expect(board.switchName == "port 2 of hub 1-1")
    try lab.run {
      async let kernel: Void = Self.kernel(lab) { try tree.unplug(Self.kit) }
      try await board.cut(force: false)
      await kernel
    }
    #expect(try Self.isOff("1-1:1.0/1-1-port2", tree))
    #expect(try !Self.isOff("1-1:1.0/1-1-port1", tree))
    #expect(
      board.remarksAfterOff.contains { $0.hasSuffix("uwbrig power path=1-1.2 on") })
    // What is off is not seen by its serial number.
    let error = #expect(throws: RigError.self) {
      try Self.board(.serial("F1498C5AB09C"), tree, lab, mayBeOff: true)
    }
    #expect(error?.advice.contains("name its port, path=") == true)
    let again = Lab.simulated(seed: 0)
    let port = try Self.board(.path("1-1.2"), tree, again, mayBeOff: true)
    try again.run {
      async let kernel: Void = Self.kernel(again) { try tree.plug(Self.kit) }
      try await port.restore()
      await kernel
    }
    #expect(try !Self.isOff("1-1:1.0/1-1-port2", tree))
  }

  @Test("what is known of a port is told while it is on and while it is off")
  func status() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    // Hubs are asked on a thread that virtual time does not know.
    let lab = Lab.live(seed: 0)
    let board = try Self.board(.path("1-1.2"), tree, lab)
    let on = try lab.run { try await board.status() }
    #expect(on?.isOn == true)
    #expect(on?.devices == ["1-1.2"])
    try tree.unplug(Self.kit)
    try tree.write("1\n", to: "\(Self.devices)/1-1:1.0/1-1-port2/disable")
    let after = Lab.live(seed: 0)
    let port = try Self.board(.path("1-1.2"), tree, after, mayBeOff: true)
    let off = try after.run { try await port.status() }
    #expect(off?.isOn == false)
    #expect(off?.devices == [])
  }

  @Test("both sockets of a board are switched where its chip's address has proved them one")
  func bothSockets() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let lab = Lab.simulated(seed: 0)
    let inventory = USBTree(roots: SystemRoots(below: tree.path)).snapshot()
    let address = try #require(SerialNumber.deviceAddress(ofNordicSerial: "F1498C5AB09C"))
    var memory = ProbeMemory()
    memory.remember(
      try #require(
        ChipPair(
          probe: try inventory.device(.path("1-1.1")), port: try inventory.device(.path("1-1.2")),
          address: ChipAddress(low: address.low, high: address.high), chip: "nRF52833")))
    let board = try Self.board(.serial("760012345"), tree, lab, memory: memory)
    #expect(board.switchName == "port 1 of hub 1-1 and port 2 of hub 1-1")
    try lab.run {
      async let kernel: Void = Self.kernel(lab) {
        try tree.unplug(Self.probe)
        try tree.unplug(Self.kit)
      }
      try await board.cut(force: false)
      await kernel
    }
    for number in 1...2 { #expect(try Self.isOff("1-1:1.0/1-1-port\(number)", tree)) }
  }

  private struct Refusal: Sendable {
    var selector: DeviceSelector
    var words: String
    var change: @Sendable (MockTree) throws -> Void
  }

  private static let refusals: [Refusal] = [
    // Something hangs behind it that nobody has named.
    Refusal(selector: .path("1-1.2"), words: "it also feeds 1-1.2.4, which was not named") {
      try $0.plug(.mouse("1-1.2.4", address: 9))
    },
    Refusal(selector: .path("1-1.4"), words: "no board is known there, but path=1-1.4") {
      try $0.plug(.mouse("1-1.4", address: 9))
    },
    Refusal(selector: .path("1-3"), words: "one of the computer's own") {
      try $0.plug(.native("1-3", address: 8, serial: "C0D1E2F3A4B5", terminal: "ttyACM8"))
      try $0.write("0\n", to: "\(devices)/1-0:1.0/usb1-port3/disable")
    },
  ]

  @Test("what was not named keeps its power, and so do the computer's own ports")
  func refused() throws {
    for refusal in Self.refusals {
      let tree = try Self.bench()
      defer { tree.clean() }
      try refusal.change(tree)
      let lab = Lab.simulated(seed: 0)
      let board = try Self.board(refusal.selector, tree, lab)
      let error = #expect(throws: (any Error).self) {
        try lab.run { try await board.cut(force: false) }
      }
      let failure = try Failure(#require(error))
      #expect(failure.status == .bench)
      #expect(failure.message.contains(refusal.words), "\(failure.message)")
      #expect(try !Self.isOff("1-1:1.0/1-1-port2", tree))
    }
  }

  @Test("another board in the same socket is not switched")
  func another() throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let lab = Lab.simulated(seed: 0)
    let board = try Self.board(.path("1-1.2"), tree, lab)
    try tree.unplug(Self.kit)
    try tree.plug(.native("1-1.2", address: 9, serial: "C0D1E2F3A4B5", terminal: "ttyACM9"))
    let error = #expect(throws: RigError.self) {
      try lab.run { try await board.cut(force: true) }
    }
    #expect(error?.code == .changed)
    #expect(try !Self.isOff("1-1:1.0/1-1-port2", tree))
  }

  @Test(
    "a hub is no board, and no word leads out of the tree of devices",
    arguments: ["1-1", "1-9", "../../../etc/x-1", "1-1.2/..", "1-", "-1"])
  func noBoard(path: String) throws {
    let tree = try Self.bench()
    defer { tree.clean() }
    let lab = Lab.simulated(seed: 0)
    #expect(throws: (any Error).self) {
      let board = try Self.board(.path(path), tree, lab, mayBeOff: true)
      try lab.run { _ = try await board.status() }
    }
  }
}
