import Boards
import Testing

@Suite("USB devices")
struct USBDeviceTests {
  @Test("a device without strings is a device all the same")
  func bare() {
    let device = USBDevice(path: "1-1.4", bus: 1, address: 7, vendor: 0x1366, product: 0x1051)
    #expect(device.serial == nil)
    #expect(device.interfaces.isEmpty)
  }
}
