import Errors
import Foundation
import LabRuntime
import Testing

@testable import Boards

/// A tree of devices as sysfs has it, in a directory of the test's own.
struct FakeTree {
  let root: String
  var tree: PowerTree { PowerTree(root: root) }

  init() throws {
    root = NSTemporaryDirectory() + "uwbrig-power-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  func device(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(root)/\(path)", withIntermediateDirectories: true)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: "\(root)/\(path)")
  }

  /// A hub with one port, and the switch of newer kernels where `disable` is not nil.
  func hub(_ port: HubPort, disable: String?, peerOf other: HubPort? = nil) throws {
    try device(port.hubName)
    try "3\n".write(toFile: "\(root)/\(port.hubName)/busnum", atomically: false, encoding: .utf8)
    try "9\n".write(toFile: "\(root)/\(port.hubName)/devnum", atomically: false, encoding: .utf8)
    let folder = folder(port)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if let disable {
      try disable.write(toFile: "\(folder)/disable", atomically: false, encoding: .utf8)
    }
    if let other {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/peer", withDestinationPath: self.folder(other))
    }
  }

  func folder(_ port: HubPort) -> String { "\(root)/\(port.interfacePrefix)1.0/\(port.portName)" }

  func disabled(_ port: HubPort) -> String? {
    try? String(contentsOfFile: "\(folder(port))/disable", encoding: .utf8)
  }
}

@Suite("starting a device anew")
struct RestartTests {
  private func error(_ body: @escaping @Sendable (FakeTree) throws -> Void) throws -> RigError? {
    let fake = try FakeTree()
    defer { try? FileManager.default.removeItem(atPath: fake.root) }
    try body(fake)
    let lab = Lab.simulated(seed: 0)
    return #expect(throws: RigError.self) {
      try lab.run { _ = try await PowerControl(lab, tree: fake.tree).restart("3-1.2") }
    }
  }

  @Test("what is not there cannot be started anew")
  func absent() throws {
    #expect(try error { _ in }?.code == .notFound)
  }

  @Test("the other half's port is found by the link between the two")
  func halves() throws {
    let fake = try FakeTree()
    defer { try? FileManager.default.removeItem(atPath: fake.root) }
    let (two, three) = (HubPort(hub: "1-1", number: 2), HubPort(hub: "2-1", number: 2))
    try fake.hub(three, disable: nil)
    try fake.hub(two, disable: nil, peerOf: three)
    #expect(fake.tree.peer(of: two) == three)
    #expect(fake.tree.peer(of: three) == nil)
    let (root, other) = (HubPort(hub: "3", number: 1), HubPort(hub: "4", number: 1))
    try fake.hub(other, disable: nil)
    try fake.hub(root, disable: nil, peerOf: other)
    #expect(fake.tree.peer(of: root) == other)
  }
}

@Suite("ports of hubs")
struct HubPortTests {
  @Test(
    "a port is known by the path of its device",
    arguments: [
      ("1-1.4.2", "1-1.4", 2, "1-1.4.2", "1-1.4-port2"), ("1-3", "1", 3, "1-3", "usb1-port3"),
    ])
  func paths(device: String, hub: String, number: Int, path: String, name: String) throws {
    let port = try #require(HubPort(of: device))
    #expect(port == HubPort(hub: hub, number: number))
    #expect(port.devicePath == path)
    #expect(port.portName == name)
  }

  @Test(
    "what hangs on a port is told from its neighbours",
    arguments: [
      ("1-1.4.2", true), ("1-1.4.2.1", true), ("1-1.4.21", false), ("1-1.4", false),
      ("1-1.4.3", false), ("2-1.4.2", false),
    ])
  func carries(path: String, expected: Bool) {
    #expect(HubPort(hub: "1-1.4", number: 2).carries(path) == expected)
  }

  @Test(
    "a hub's descriptor says what it switches together",
    arguments: [
      ([9, 0x29, 4, 0x09, 0, 50, 100], HubDescriptor.Switching.perPort, 4),
      ([9, 0x29, 7, 0x00, 0, 1, 0], .ganged, 7),
      ([12, 0x2A, 2, 0x02, 0, 10, 0], .none, 2),
    ] as [([UInt8], HubDescriptor.Switching, Int)])
  func descriptor(bytes: [UInt8], switching: HubDescriptor.Switching, ports: Int) throws {
    let hub = try #require(HubDescriptor(bytes))
    #expect(hub.switching == switching)
    #expect(hub.ports == ports)
  }

  @Test(
    "anything else is no hub's descriptor",
    arguments: [
      [], [9], [9, 0x29, 4, 9, 0, 50], [9, 1, 4, 9, 0, 50, 0], [3, 0x29, 4, 9, 0, 50, 0],
      [9, 0x29, 0, 9, 0, 50, 0],
    ]
      as [[UInt8]])
  func noDescriptor(bytes: [UInt8]) { #expect(HubDescriptor(bytes) == nil) }

  @Test("every hub is listed once, root hubs too, with what it says that it switches")
  func listed() throws {
    let fake = try FakeTree()
    defer { try? FileManager.default.removeItem(atPath: fake.root) }
    // Name, class, bus, address, ports.
    let devices: [(String, String, String, String, String?)] = [
      ("1-10", "09", "1", "5", "7"), ("1-2", "09", "1", "4", "4"), ("usb1", "09", "1", "1", "16"),
      ("1-2.1", "02", "1", "6", "0"), ("1-2:1.0", "09", "1", "7", nil),
      ("2-1", "09", "2", "3", nil), ("2-1.4", "09", "no number", "8", "x"),
    ]
    for (name, kind, bus, address, ports) in devices {
      try fake.device(name)
      for (file, text) in [
        ("bDeviceClass", kind), ("busnum", bus), ("devnum", address), ("maxchild", ports ?? ""),
      ] where !text.isEmpty {
        try (text + "\n").write(
          toFile: "\(fake.root)/\(name)/\(file)", atomically: false, encoding: .utf8)
      }
    }
    let told: [Int: [UInt8]] = [
      1: [9, 0x29, 16, 0x01, 0, 50, 0], 4: [9, 0x29, 4, 0x00, 0, 50, 0],
      3: [12, 0x2A, 2, 0x02, 0, 10, 0],
    ]
    let hubs = fake.tree.hubs { bus, address in
      told[address].flatMap { HubDescriptor($0) }
    }
    #expect(
      hubs == [
        USBHub(path: "1-2", ports: 4, switching: .ganged), USBHub(path: "1-10", ports: 7),
        USBHub(path: "2-1", ports: 2, switching: HubDescriptor.Switching.none),
        USBHub(path: "2-1.4"), USBHub(path: "usb1", ports: 16, switching: .perPort),
      ])
  }
}

@Suite("power of boards")
struct PowerTests {
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (Lab) async throws -> Value
  ) throws -> Value {
    let lab = Lab.simulated(seed: 0)
    return try lab.run { try await body(lab) }
  }

  private func outcome(_ body: () async throws(RigError) -> Void) async -> RigError? {
    do throws(RigError) {
      try await body()
      return nil
    } catch { return error }
  }

  @Test("both halves of a USB 3 hub are switched, and the way back is the same")
  func halves() throws {
    let fake = try FakeTree()
    let port = HubPort(hub: "1-1.4", number: 2)
    let other = HubPort(hub: "2-1.4", number: 2)
    try fake.hub(other, disable: "0")
    try fake.hub(port, disable: "0", peerOf: other)
    #expect(try fake.tree.disable(port, true))
    #expect(fake.disabled(port) == "1")
    #expect(fake.disabled(other) == "1")
    #expect(fake.tree.isDisabled(port) == true)
    #expect(try fake.tree.disable(port, false))
    #expect(fake.disabled(other) == "0")
  }

  @Test("a port that feeds something of nobody's rig file is refused, and nothing is switched")
  func others() throws {
    let fake = try FakeTree()
    let port = HubPort(hub: "1-1.4", number: 2)
    try fake.hub(port, disable: "0")
    try fake.device("1-1.4.2")
    try fake.device("1-1.4.2.1")
    let error = try run { lab in
      await outcome { () throws(RigError) in
        try await PowerControl(lab, tree: fake.tree).cut(.hub(port)) { $0 == "1-1.4.2" }
      }
    }
    #expect(error?.code == .carriesOthers)
    #expect(error?.reason.contains("1-1.4.2.1") == true)
    #expect(fake.disabled(port) == "0")
  }

  @Test("a switch that says off while the board stays is found out, and set back")
  func noEffect() throws {
    let fake = try FakeTree()
    let port = HubPort(hub: "1-1.4", number: 2)
    try fake.hub(port, disable: "0")
    try fake.device("1-1.4.2")
    let error = try run { lab in
      await outcome { () throws(RigError) in
        try await PowerControl(lab, tree: fake.tree).cut(.hub(port)) { _ in true }
      }
    }
    #expect(error?.code == .noEffect)
    #expect(fake.disabled(port) == "0")
  }

  @Test("off ends when the board has gone, on ends when it is back")
  func cycle() throws {
    let fake = try FakeTree()
    let port = HubPort(hub: "1", number: 3)
    try fake.hub(port, disable: "0")
    try fake.device("1-3")
    let times = try run { lab in
      let control = PowerControl(lab, tree: fake.tree)
      async let gone: Void = {
        try? await lab.sleep(for: .milliseconds(300), label: "the kernel")
        try? fake.remove("1-3")
      }()
      try await control.cut(.hub(port)) { _ in true }
      await gone
      let off = lab.now
      async let back: Void = {
        try? await lab.sleep(for: .seconds(2), label: "the kernel")
        try? fake.device("1-3")
      }()
      try await control.restore(.hub(port))
      await back
      return [LabInstant.zero.duration(to: off), off.duration(to: lab.now)]
    }
    #expect(times[0] >= .milliseconds(300) && times[0] <= .milliseconds(340))
    #expect(times[1] >= .seconds(2) && times[1] <= .milliseconds(2040))
  }

  @Test("a port that is not there is named")
  func missing() throws {
    let fake = try FakeTree()
    let error = try run { lab in
      await outcome { () throws(RigError) in
        try await PowerControl(lab, tree: fake.tree).restore(.hub(HubPort(hub: "1-9", number: 1)))
      }
    }
    #expect(error?.code == .notFound)
    #expect(error?.context == "port 1 of hub 1-9")
  }

  @Test(
    "programs of the rig file switch, fail, and are ended when they hang",
    arguments: [
      ("true", .seconds(300), nil), ("exit 7", .seconds(300), "it ended with status 7"),
      (
        "sleep 1000", .milliseconds(300),
        "it did not end within 0.3 seconds, or could not be started"
      ),
      (
        "exec >&-; sleep 1000", .milliseconds(300),
        "it did not end within 0.3 seconds, or could not be started"
      ),
      ("yes | head -c 1000000", .seconds(300), nil),
    ] as [(String, Duration, String?)])
  func programs(command: String, limit: Duration, reason: String?) throws {
    let lab = Lab.live(seed: 0)
    let power = PowerSwitch.programs(
      cut: command, restore: "true", directory: "/", limit: limit)
    let error = try lab.run {
      await outcome { () throws(RigError) in
        try await PowerControl(lab).cut(power) { _ in false }
      }
    }
    #expect(error?.reason == reason)
  }
}

@Suite("YKUSH hubs")
struct YKUSHTests {
  @Test("a report names the port, and bit 4 switches it on")
  func report() {
    #expect(Array(YKUSH.report(port: 2, on: false).prefix(3)) == [0, 0x02, 0])
    #expect(Array(YKUSH.report(port: 3, on: true).prefix(3)) == [0, 0x13, 0])
    #expect(YKUSH.report(port: 1, on: true).count == 65)
    #expect(YKUSH.isDone([1, 0x12]))
    #expect(!YKUSH.isDone([2]))
    #expect(!YKUSH.isDone([]))
  }

  @Test("a hub is found by its serial number among other devices")
  func node() throws {
    let fake = try FakeTree()
    for (name, text) in [
      ("hidraw0", "DRIVER=hid-generic\nHID_ID=0003:0000046D:0000C52B\nHID_UNIQ=YK1\n"),
      ("hidraw1", "HID_ID=0003:000004D8:0000F2F7\nHID_UNIQ=YK2\n"),
      ("hidraw2", "HID_ID=0003:000004d8:0000f2f7\nHID_UNIQ=YK1\n"),
      ("hidraw3", "HID_ID=nonsense\n"),
    ] {
      try fake.device("\(name)/device")
      try text.write(
        toFile: "\(fake.root)/\(name)/device/uevent", atomically: false, encoding: .utf8)
    }
    #expect(YKUSH(serial: "YK1", root: fake.root).node == "/dev/hidraw2")
    #expect(YKUSH(serial: "YK3", root: fake.root).node == nil)
  }
}
