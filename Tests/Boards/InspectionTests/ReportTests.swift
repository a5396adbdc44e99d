import Boards
import BootProtocols
import Errors
import Inspection
import Testing

@Suite("Reports of an inspection")
struct ReportTests {
  static let native = USBDevice(
    path: "1-2", bus: 1, address: 8, vendor: 0x1915, product: 0x520F, release: 0x0112,
    manufacturerName: "Nordic Semiconductor", productName: "nRF52 USB Product",
    serial: "F1498C5AB09C", speed: 12,
    interfaces: [
      USBInterface(
        number: 0, interfaceClass: 2, interfaceSubclass: 2, driver: "cdc_acm",
        terminals: [DeviceNode(path: "/dev/ttyACM4")])
    ], notes: ["a string is missing"])

  @Test("descriptors are told, and the chip's address that the serial number is made of")
  func usb() {
    let said = PortInspectionTests.flat(ChannelReport.usb(Self.native).items)
    #expect(said["id"] == "1915:520f")
    #expect(said["release"] == "01.12")
    #expect(said["speed"] == "12 Mbit/s")
    #expect(said["chip address"]?.hasSuffix("8c5ab09c") == true)
    #expect(said["interface 0"] == "020200 cdc_acm /dev/ttyACM4")
    #expect(said["note"] == "a string is missing")
  }

  @Test("a probe that another program uses leaves a report that says so")
  func busy() {
    let error = RigError(.busy, reason: "another program talks to the probe")
    let report = ChannelReport.jlink(Self.native, .failure(error))
    #expect(report.items.isEmpty)
    #expect(report.failure?.message == "another program talks to the probe")
  }

  @Test("only what differs is told, with what one board does not say at all")
  func comparison() {
    let first = [
      ChannelReport(
        .firmware(.uci), at: "a",
        [
          InspectedItem("version", "2.0"),
          InspectedItem(
            "info", "", parts: [InspectedItem("chip", "A"), InspectedItem("old", "1")]),
        ])
    ]
    let second = [
      ChannelReport(
        .firmware(.uci), at: "b",
        [
          InspectedItem("version", "2.0"),
          InspectedItem(
            "info", "", parts: [InspectedItem("chip", "B"), InspectedItem("new", "2")]),
        ]),
      ChannelReport(.usb, at: "c", [InspectedItem("id", "1915:520f")]),
    ]
    let comparison = BoardComparison(first, second)
    #expect(comparison.equal == 1)
    #expect(
      comparison.differences.map { [$0.name, $0.first ?? "–", $0.second ?? "–"] } == [
        ["info.chip", "A", "B"], ["info.old", "1", "–"], ["info.new", "–", "2"],
        ["id", "–", "1915:520f"],
      ])
  }

  @Test("of several things of one name each has its own place")
  func several() {
    let notes = [InspectedItem("note", "x"), InspectedItem("note", "y")]
    let one = ChannelReport(.usb, at: "a", notes)
    let other = ChannelReport(.usb, at: "b", Array(notes.reversed()))
    #expect(BoardComparison([one], [one]).differences.isEmpty)
    #expect(BoardComparison([one], [other]).differences.map(\.name) == ["note", "note#2"])
  }
}
