import Errors
import Foundation
import Glibc
import LabRuntime
import Testing

@testable import Boards

@Suite(
  "umockdev", .serialized,
  .enabled(if: UMockdevBed.isPreloaded, Comment(rawValue: UMockdevBed.reason)))
struct UmockdevTests {
  /// Never two with one address or one terminal.
  private static func probe(_ number: Int, port: Int? = nil) -> MockDevice {
    .probe(
      "1-\(port ?? number)", address: number + 1, serial: "00068329\(8000 + number)",
      terminals: ["ttyACM\(2 * number)", "ttyACM\(2 * number + 1)"])
  }

  private static func board(_ number: Int, port: Int) -> MockDevice {
    .native(
      "1-\(port)", address: number, serial: "F1498C5A\(1000 + number)",
      terminal: "ttyACM\(number)")
  }

  private static func marker(_ number: Int) -> MockDevice {
    MockDevice(
      path: "1-10", address: 5000 + number, vendor: 0x1D50, product: 0x6018, interfaces: [])
  }

  private static let tree = USBTree(roots: .system, source: .udev)

  @Test("udev's enumeration gives devices, terminals and links")
  func enumeration() throws {
    let bed = try UMockdevBed()
    try bed.plug(Self.probe(1), minor: 2)
    let inventory = Self.tree.snapshot()
    #expect(inventory.devices.map(\.path) == ["1-1", "usb1"])
    let probe = try #require(inventory.device(at: "1-1"))
    #expect(probe.serial == "000683298001")
    #expect(probe.interfaces.map(\.number) == [0, 1, 2, 3, 4])
    #expect(probe.interfaces[2].terminals.map(\.path) == ["/dev/ttyACM3"])
    #expect(
      probe.interfaces[2].terminals.first?.links == ["/dev/serial/by-id/usb-000683298001-if02"])
    #expect(probe.interfaces[0].driver == "cdc_acm")
    #expect(probe.node?.path == "/dev/bus/usb/001/002")
    #expect(probe.notes == [])
    let looked = USBTree(roots: .system, source: .sysfs).snapshot()
    #expect(looked.device(at: "1-1")?.interfaces.map(\.number) == [0, 1, 2, 3, 4])
  }

  /// What a watch has shown, by port.
  private struct Shown {
    var devices: [String: USBDevice] = [:]
    var plugs = 0
    var unplugs = 0

    mutating func take(_ event: HotPlugEvent) {
      switch event {
      case .present(let inventory, _):
        for device in inventory.devices { devices[device.path] = device }
      case .added(let device, _):
        #expect(devices.updateValue(device, forKey: device.path) == nil)
        plugs += 1
      case .changed(let device, _):
        #expect(devices.updateValue(device, forKey: device.path) != nil)
      case .removed(let device, _):
        #expect(devices.removeValue(forKey: device.path)?.address == device.address)
        unplugs += 1
      }
    }
  }

  /// What is open, without the other sides of the bed's terminals, which the bed keeps.
  private static func descriptors() throws -> [String] {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }.filter { !$0.hasPrefix("/dev/pt") }.sorted()
  }

  private static func threads() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
  }

  @Test("each plug and each unplug is told once, with all that belongs to it")
  func told() throws {
    let bed = try UMockdevBed()
    let lab = Lab.live(seed: 1)
    let limit = lab.now.advanced(by: .seconds(300))
    let (times, events) = try lab.run {
      try await HotPlugWatch.withWatch(Self.tree, lab: lab, method: .listening) { watch in
        var shown = Shown()
        shown.take(try await watch.events.receive(until: limit))
        var times: [Duration] = []
        var events = 0
        /// Until a device is as it must be; on a slow machine that takes more than one event.
        func wait(_ isDone: (Shown) -> Bool) async throws {
          let start = lab.now
          var last = start
          while !isDone(shown) {
            let event = try await watch.events.receive(until: limit)
            shown.take(event)
            events += 1
            last = event.time
          }
          times.append(.nanoseconds(max(0, last.nanoseconds - start.nanoseconds)))
        }
        for number in 1...20 {
          let device = Self.probe(number)
          try bed.plug(device, minor: number)
          try await wait {
            $0.devices[device.path]?.interfaces[2].terminals.first?.links.count == 1
          }
          bed.unplug(device, minor: number)
          try await wait { $0.devices[device.path] == nil }
        }
        #expect(shown.plugs == 20)
        #expect(shown.unplugs == 20)
        return (times.sorted(), events)
      }
    }
    // How fast, is for people to read: a busy machine makes any number of it.
    print("hot-plug: median \(times[20]), most \(times[39]), \(events) events for 40")
    #expect(times.count == 40)
  }

  @Test(
    "after 1000 plugs and unplugs at any moment nothing is stale and nothing leaks",
    .timeLimit(.minutes(6)))
  func thousand() throws {
    let bed = try UMockdevBed()
    let lab = Lab.live(seed: 1)
    let limit = lab.now.advanced(by: .seconds(330))
    // The first watch loads what stays loaded.
    _ = try lab.run {
      try await HotPlugWatch.withWatch(Self.tree, lab: lab) { try await $0.events.receive() }
    }
    let before = try (Self.descriptors(), Self.threads())
    var random = SplitMix(seed: 42)
    var order: [(isPlug: Bool, device: MockDevice, number: Int, blocks: Int)] = []
    var attached: [(device: MockDevice, number: Int, blocks: Int)] = []
    var number = 0
    while order.count < 1000 {
      let free = (1...9).filter { port in !attached.contains { $0.device.path == "1-\(port)" } }
      if attached.isEmpty || free.count > 1 && random.next() % 2 == 0 {
        // Ports are used again, addresses and terminals never.
        number += 1
        let port = free[Int(random.next() % UInt64(free.count))]
        // Some are pulled out in the middle of their enumeration.
        let blocks = random.next() % 3 == 0 ? Int(random.next() % 3) + 1 : 4
        attached.append((Self.board(number, port: port), number, blocks))
        order.append((true, attached[attached.count - 1].device, number, blocks))
      } else {
        let gone = attached.remove(at: Int(random.next() % UInt64(attached.count)))
        order.append((false, gone.device, gone.number, gone.blocks))
      }
    }
    let plan = order
    // Where a local socket holds few events, the bed must not be far ahead.
    let queue = try String(contentsOfFile: "/proc/sys/net/unix/max_dgram_qlen", encoding: .utf8)
    let every = Int(queue.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 < 100 ? 1 : 4
    let left = attached.map(\.device.path)
    let shown = try lab.run {
      try await HotPlugWatch.withWatch(Self.tree, lab: lab, method: .listening) { watch in
        var shown = Shown()
        shown.take(try await watch.events.receive(until: limit))
        for (index, step) in plan.enumerated() {
          if step.isPlug {
            for block in UMockdevBed.blocks(step.device, minor: step.number).prefix(step.blocks) {
              try bed.describe(block)
            }
          } else {
            bed.unplug(step.device, upTo: step.blocks, minor: step.number)
          }
          while let event = watch.events.tryReceive() { shown.take(event) }
          // The bed ends the program when it is more than a few hundred events ahead. That a device
          // without interfaces has come and gone tells that everything before it was heard.
          guard index % every == every - 1 || index == plan.count - 1 else { continue }
          let marker = Self.marker(index)
          try bed.plug(marker, minor: marker.address)
          while shown.devices[marker.path] == nil {
            shown.take(try await watch.events.receive(until: limit))
          }
          bed.unplug(marker, minor: marker.address)
          while shown.devices[marker.path] != nil {
            shown.take(try await watch.events.receive(until: limit))
          }
        }
        // What was plugged in last without being bound is told after its silence.
        let attached = Self.tree.snapshot().devices
        while shown.devices.values.sorted(by: { $0.path < $1.path }) != attached {
          shown.take(try await watch.events.receive(until: limit))
        }
        return shown
      }
    }
    #expect(shown.devices.keys.sorted() == (left + ["usb1"]).sorted())
    #expect(shown.plugs - shown.unplugs == left.count)
    // A thread that has said that it ends may still be on its way out.
    let patience = lab.now.advanced(by: .seconds(300))
    var after = try (Self.descriptors(), Self.threads())
    while after.0.count > before.0.count || after.1 > before.1, lab.now < patience {
      sched_yield()
      after = try (Self.descriptors(), Self.threads())
    }
    #expect(after.0.count <= before.0.count, "\(after.0)")
    #expect(after.1 <= before.1, "threads")
  }

  // MARK: Debug probes

  private static let firmware = "J-Link OB-nRF5340-NordicSemi compiled Jul  2 2021 10:55:25"

  private static func answers(capabilities: [UInt8]) -> [UInt8: [UInt8]] {
    let text = Array(firmware.utf8)
    return [
      0xE8: capabilities, 0x01: [112, 0] + text + [UInt8](repeating: 0, count: 112 - text.count),
      0x07: [0xE4, 0x0C, 0, 0, 0, 0, 0, 0], 0xF0: [0xA4, 0x9C, 0, 0], 0xC1: [23, 0, 0, 0],
    ]
  }

  @Test("a probe is asked through libusb, and its interface given back")
  func probe() throws {
    let bed = try UMockdevBed()
    try bed.plug(Self.probe(1), minor: 2)
    let probe = try UMockdevProbe(answers: Self.answers(capabilities: [0x02, 0x10, 0, 0]))
    try probe.serve(bed, node: "/dev/bus/usb/001/002")
    let device = try #require(Self.tree.device(at: "1-1"))
    let lab = Lab.live(seed: 1)
    let information = try lab.run { try await JLinkReader.read(device, lab: lab) }
    #expect(information.firmware == Self.firmware)
    #expect(information.targetMillivolts == 3300)
    #expect(information.hardwareVersion?.description == "4.01")
    #expect(information.targetMilliamperes == 23)
    #expect(probe.asked == [[0xE8], [0x01], [0x07], [0xF0], [0xC1, 4, 0, 0, 0]])
    #expect(probe.claims == (1, 1))
  }

  @Test("a probe that another program has claimed is busy, and is sent nothing")
  func busyProbe() throws {
    let bed = try UMockdevBed()
    try bed.plug(Self.probe(1), minor: 2)
    let probe = try UMockdevProbe(answers: [:], isBusy: true)
    try probe.serve(bed, node: "/dev/bus/usb/001/002")
    let device = try #require(Self.tree.device(at: "1-1"))
    let error = #expect(throws: RigError.self) { try JLinkReader.read(device) }
    #expect(error?.code == .busy)
    #expect(probe.asked.isEmpty)
    // Where it cannot be asked, its descriptors still tell what it is.
    #expect(JLinkProduct(device) == JLinkProduct(isProbe: true, serialPorts: 2))
  }
}

extension HotPlugEvent {
  fileprivate var time: LabInstant {
    switch self {
    case .present(_, let time), .added(_, let time), .changed(_, let time), .removed(_, let time):
      time
    }
  }
}
