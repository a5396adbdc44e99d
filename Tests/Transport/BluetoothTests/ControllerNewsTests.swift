import Testing

@testable import Bluetooth

@Suite("What a controller says of its links")
struct ControllerNewsTests {
  private static let older: [UInt8] = [
    0x3E, 0x13, 0x01, 0x00, 0x40, 0x00, 0x00, 0x01, 0xB5, 0xA4, 0xF3, 0xE2, 0xD1, 0xC0, 0x18, 0x00,
    0x00, 0x00, 0x2A, 0x00, 0x00,
  ]
  private static let newer: [UInt8] =
    [0x3E, 0x1F, 0x0A] + Array(older[3..<14]) + [UInt8](repeating: 0, count: 12)
    + Array(older[14...])

  @Test("a link and its parameters, by the older and the newer event", arguments: [older, newer])
  func connected(event: [UInt8]) {
    let parameters = LinkParameters(24, 0, 42)
    #expect(parameters.interval == .milliseconds(30) && parameters.timeout == .milliseconds(420))
    #expect(
      ControllerNews(event: event[...])
        == .connected(handle: 0x40, address: "C0:D1:E2:F3:A4:B5", parameters))
  }

  @Test("other parameters, and an end with its reason")
  func changes() {
    #expect(
      ControllerNews(event: [
        0x3E, 0x0A, 0x03, 0x00, 0x40, 0x00, 0x06, 0x00, 0x04, 0x00, 0xC8, 0x00,
      ])
        == .changed(handle: 0x40, LinkParameters(6, 4, 200)))
    #expect(ControllerNews(event: [0x05, 4, 0, 0x40, 0, 8]) == .ended(handle: 0x40, reason: 8))
    #expect(LinkEnding(reason: 8).description == "connection timeout (0x08)")
    #expect(LinkEnding(reason: 0x99).description == "reason 0x99")
  }

  @Test("what is cut, has failed or is something else tells nothing")
  func others() {
    for event in [Self.older, Self.newer] {
      for length in 0..<event.count - 1 {
        #expect(ControllerNews(event: event.prefix(length)) == nil)
      }
    }
    var failed = Self.older
    failed[3] = 0x3E
    #expect(ControllerNews(event: failed[...]) == nil)
    #expect(ControllerNews(event: [0x0E, 4, 1, 3, 0x0C, 0]) == nil)
  }
}
