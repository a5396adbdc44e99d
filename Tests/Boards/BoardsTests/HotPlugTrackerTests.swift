import LabRuntime
import Testing

@testable import Boards

@Suite("hot-plug")
struct HotPlugTrackerTests {
  private static func device(_ path: String, address: Int, ports: Int = 1) -> USBDevice {
    USBDevice(
      path: path, bus: 1, address: address, vendor: 0x1915, product: 0x520F, serial: "A\(path)",
      interfaces: (0..<ports).map {
        USBInterface(
          number: $0, interfaceClass: 2, terminals: [.init(path: "/dev/ttyACM\(address)\($0)")])
      })
  }

  private static func at(_ milliseconds: Int64) -> LabInstant {
    LabInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private static func event(
    _ action: DeviceEvent.Action, _ path: String = "1-1", whole: Bool = false
  ) -> DeviceEvent {
    DeviceEvent(usb: path, action: action, isWholeDevice: whole)
  }

  @Test("the many events of a plug are one, at the moment of the last")
  func one() {
    var tracker = HotPlugTracker(USBInventory([]))
    let device = Self.device("1-1", address: 4)
    for (index, action) in [DeviceEvent.Action.add, .add, .bind, .add, .bind].enumerated() {
      #expect(tracker.observe(Self.event(action), at: Self.at(Int64(index))) == [])
      #expect(tracker.settle(at: Self.at(Int64(index))) { _ in device } == [])
    }
    #expect(tracker.observe(Self.event(.bind, whole: true), at: Self.at(5)) == [])
    #expect(tracker.nextDeadline == Self.at(5))
    #expect(tracker.settle(at: Self.at(5)) { _ in device } == [.added(device, at: Self.at(5))])
    #expect(tracker.nextDeadline == nil)
  }

  @Test("without the last event a silence of 10 ms is enough, and 40 ms are the most")
  func silence() {
    var tracker = HotPlugTracker(USBInventory([]))
    let device = Self.device("1-1", address: 4)
    _ = tracker.observe(Self.event(.add, whole: true), at: Self.at(0))
    #expect(tracker.nextDeadline == Self.at(10))
    #expect(tracker.settle(at: Self.at(10)) { _ in device } == [.added(device, at: Self.at(10))])
    for time in stride(from: Int64(100), through: 135, by: 5) {
      _ = tracker.observe(Self.event(.change), at: Self.at(time))
    }
    #expect(tracker.nextDeadline == Self.at(140))
  }

  @Test("parts that go wait for the whole to go")
  func parts() {
    let device = Self.device("1-1", address: 4), bare = Self.device("1-1", address: 4, ports: 0)
    var tracker = HotPlugTracker(USBInventory([device]))
    _ = tracker.observe(Self.event(.remove), at: Self.at(0))
    #expect(tracker.settle(at: Self.at(39)) { _ in bare } == [])
    #expect(
      tracker.observe(Self.event(.remove, whole: true), at: Self.at(39))
        == [.removed(device, at: Self.at(39))])
  }

  @Test("what is unplugged in the middle of its plug was never there")
  func half() {
    var tracker = HotPlugTracker(USBInventory([]))
    _ = tracker.observe(Self.event(.add, whole: true), at: Self.at(0))
    #expect(tracker.observe(Self.event(.remove, whole: true), at: Self.at(1)) == [])
    #expect(tracker.nextDeadline == nil)
    #expect(tracker.known.isEmpty)
  }

  @Test("another device in the same port is one that went and one that came")
  func swapped() {
    let first = Self.device("1-1", address: 4), second = Self.device("1-1", address: 5)
    var tracker = HotPlugTracker(USBInventory([first]))
    _ = tracker.observe(Self.event(.bind, whole: true), at: Self.at(3))
    let events = tracker.settle(at: Self.at(3)) { _ in second }
    #expect(events == [.removed(first, at: Self.at(3)), .added(second, at: Self.at(3))])
  }

  @Test("a device that is looked at while it goes is the same until it is gone")
  func going() {
    let device = Self.device("1-1", address: 4)
    var rest = Self.device("1-1", address: 4, ports: 0)
    rest.serial = nil
    var tracker = HotPlugTracker(USBInventory([device]))
    _ = tracker.observe(Self.event(.remove), at: Self.at(0))
    #expect(tracker.settle(at: Self.at(50)) { _ in rest } == [.changed(rest, at: Self.at(50))])
    #expect(
      tracker.observe(Self.event(.remove, whole: true), at: Self.at(51))
        == [.removed(rest, at: Self.at(51))])
  }

  @Test("a terminal that comes later is a change, and nothing new is no event")
  func change() {
    let bare = Self.device("1-1", address: 4, ports: 0), full = Self.device("1-1", address: 4)
    var tracker = HotPlugTracker(USBInventory([bare]))
    _ = tracker.observe(Self.event(.add), at: Self.at(0))
    #expect(tracker.settle(at: Self.at(10)) { _ in full } == [.changed(full, at: Self.at(10))])
    _ = tracker.observe(Self.event(.change), at: Self.at(20))
    #expect(tracker.settle(at: Self.at(30)) { _ in full } == [])
  }

  @Test(
    "after any order of a thousand events, some of them lost, exactly what is attached is known",
    arguments: 1...20)
  func thousand(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    var attached: [String: USBDevice] = [:]
    var shown: [String: USBDevice] = [:]
    var tracker = HotPlugTracker(USBInventory([]))
    var address = 1
    var now: Int64 = 0
    func apply(_ events: [HotPlugEvent]) {
      for event in events {
        switch event {
        case .present: Issue.record("only at the beginning")
        case .added(let device, _):
          #expect(shown.updateValue(device, forKey: device.path) == nil)
        case .changed(let device, _):
          #expect(shown.updateValue(device, forKey: device.path)?.address == device.address)
        case .removed(let device, _):
          #expect(shown.removeValue(forKey: device.path)?.address == device.address)
        }
      }
    }
    for _ in 0..<1000 {
      now += Int64(random.next() % 8)
      let path = "1-\(random.next() % 6 + 1)"
      let isHeard = random.next() % 10 != 0
      if let device = attached[path], random.next() % 2 == 0 {
        attached[path] = nil
        if isHeard {
          apply(tracker.observe(Self.event(.remove, device.path), at: Self.at(now)))
          apply(tracker.observe(Self.event(.remove, device.path, whole: true), at: Self.at(now)))
        }
      } else {
        address += 1
        attached[path] = Self.device(path, address: address, ports: Int(random.next() % 3))
        if isHeard {
          apply(tracker.observe(Self.event(.add, path, whole: true), at: Self.at(now)))
          let isWhole = random.next() % 2 == 0
          apply(tracker.observe(Self.event(.bind, path, whole: isWhole), at: Self.at(now)))
        }
      }
      if random.next() % 3 == 0 {
        apply(tracker.settle(at: Self.at(now)) { attached[$0] })
      }
    }
    // The monitor says when it has lost something.
    let inventory = USBInventory(attached.values.sorted { $0.path < $1.path })
    apply(tracker.reconcile(with: inventory, at: Self.at(now)))
    #expect(shown.keys.sorted() == attached.keys.sorted())
    #expect(shown.values.allSatisfy { attached[$0.path]?.address == $0.address })
    #expect(tracker.nextDeadline == nil)
  }

  @Test(
    "the device is found in a path of sysfs",
    arguments: [
      ("/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1.4/1-1.4:1.0/tty/ttyACM0", "1-1.4"),
      ("/devices/pci0000:00/0000:00:14.0/usb1", "usb1"),
      ("/devices/platform/serial8250/tty/ttyS0", nil),
      ("", nil),
      ("/devices/usb1/1-/1-1.:1.0", "usb1"),
    ])
  func paths(_ path: String, _ device: String?) {
    #expect(USBPath.device(inSystemPath: path) == device)
  }

  @Test("where nobody tells, looking finds what came and went, and the thread ends")
  func looking() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    let board = MockDevice.native("1-1", address: 4, serial: "F1498C5AB09C", terminal: "ttyACM0")
    let other = MockDevice.native("1-2", address: 5, serial: "C0D1E2F3A4B5", terminal: "ttyACM1")
    try tree.plug(board)
    let usb = USBTree(roots: SystemRoots(below: tree.path))
    let lab = Lab.live(seed: 1)
    let seen = try lab.run {
      try await HotPlugWatch.withWatch(usb, lab: lab, method: .looking(every: .milliseconds(2))) {
        watch in
        var seen: [String] = []
        let limit = lab.now.advanced(by: .seconds(300))
        while seen.count < 3 {
          let event = try await watch.events.receive(until: limit)
          switch event {
          case .present(let inventory, _):
            seen.append("present \(inventory.devices.map(\.path))")
            try tree.plug(other)
          case .added(let device, _):
            seen.append("added \(device.path)")
            try tree.unplug(board)
          case .changed: break
          case .removed(let device, _): seen.append("removed \(device.path)")
          }
        }
        return seen
      }
    }
    #expect(seen == ["present [\"1-1\"]", "added 1-2", "removed 1-1"])
  }
}
