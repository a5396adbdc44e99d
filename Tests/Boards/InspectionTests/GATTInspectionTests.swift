import LabRuntime
import Links
import NearbyAccessory
import Room
import Testing
import VirtualBoards

@testable import Inspection

@Suite("Looking at a Bluetooth LE device")
struct GATTInspectionTests {
  /// The report of a virtual accessory.
  private static func inspect(
    _ channel: GATTDataChannel, isForBackground: Bool = false, misbehaviour: String? = nil
  ) throws -> ChannelReport {
    let lab = Lab.simulated(seed: 0)
    let room = Room(seed: 0)
    room.place("lock", at: Position(1, 0, 1))
    var settings = VirtualAccessory.Settings(name: "lock", personality: "reference")
    settings.misbehaviour = try misbehaviour.map { try #require(AccessoryFault.named($0)) }
    let device = try VirtualGATTAccessory(
      lab: lab, room: room, settings: settings,
      layout: .init(dataChannel: channel, hasNearbyInteraction: isForBackground))
    return try lab.run {
      try await withThrowingTaskGroup(of: ChannelReport?.self) { group in
        group.addTask {
          await Lab.inBackground { await device.serve(MemoryPort(lab, name: "lock")) }
          return nil
        }
        group.addTask { await .gatt(of: device.central("phone"), at: "ble:lock", lab: lab) }
        defer { group.cancelAll() }
        while let report = try await group.next() {
          if let report { return report }
        }
        throw CancellationError()
      }
    }
  }

  @Test(
    "services, properties and the security that is needed are told, and the firmware is guessed")
  func background() throws {
    let report = try Self.inspect(GATTLayout.nordicUART, isForBackground: true)
    #expect(report.failure == nil)
    let gatt = try #require(report.gatt)
    #expect(gatt.unit == 247)
    #expect(gatt.name == "lock")
    #expect(gatt.pairing == .done)
    #expect(gatt.profile?.contains("with background sessions") == true)
    #expect(
      gatt.services.map(\.name) == ["Nordic UART (nus)", "Nearby Interaction"])
    #expect(gatt.services[0].characteristics.map(\.security) == [.notTried, .open])
    #expect(gatt.services[0].characteristics[0].properties == ["write-without-response", "write"])
    #expect(gatt.services[1].characteristics.map(\.security) == [.encrypted])
    // The value that was refused over the open link was read over the encrypted one.
    #expect(gatt.services[1].characteristics[0].value == "")
    #expect(report.items.map(\.name).contains("Nearby Interaction"))
  }

  @Test("a device that asks for nothing is not paired with")
  func foreground() throws {
    let gatt = try #require(try Self.inspect(GATTLayout.qorvo).gatt)
    #expect(
      gatt.pairing == .notNeeded || gatt.services[0].characteristics[0].security == .encrypted)
    #expect(
      gatt.profile
        == "Qorvo Nearby Interaction (QANI, QNI 3 and later), without background sessions")
    #expect(gatt.updates.isEmpty)
  }

  @Test("a value that all may read is told as open")
  func leaky() throws {
    let gatt = try #require(
      try Self.inspect(
        GATTLayout.nordicUART, isForBackground: true,
        misbehaviour: "configuration-data-readable-by-all"
      ).gatt)
    #expect(gatt.services[1].characteristics.map(\.security) == [.open])
    #expect(gatt.pairing == .notNeeded)
  }

  @Test("the services that take firmware are ways to flash")
  func updates() {
    var report = GATTReport(address: "C0:FF:EE:00:00:01")
    for channel in GATTLayout.updates {
      report.services.append(
        .init(
          uuid: channel.service.uuid, name: nil,
          characteristics: [
            .init(
              uuid: channel.receive.uuid, properties: [], descriptors: [], security: .notTried)
          ]))
    }
    #expect(report.updates == ["smp", "dfu"])
    let words = ChannelReport.items(report).filter { $0.name == "firmware updates" }
    #expect(words.map(\.meaning) == ["--method mcuboot-smp", "--method secure-dfu"])
  }
}
