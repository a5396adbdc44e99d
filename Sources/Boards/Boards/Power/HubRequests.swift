import CLibUSB
import Errors

/// Power requests to a hub itself, for kernels without a switch of their own, and for what a hub
/// says of its switches. Blocking, at most a second each: call it from a thread that may wait.
enum HubRequests {
  private static let portPower: UInt16 = 8
  private static let classOfOther: UInt8 = 0x23
  private static let getFromClassOfDevice: UInt8 = 0xA0
  private static let timeout: UInt32 = 1000

  /// A hub's description of its switches; nil where it cannot be asked.
  static func descriptor(bus: Int, address: Int) -> HubDescriptor? {
    for type in [UInt16(0x29), 0x2A] {
      let bytes = transfer(
        bus: bus, address: address, getFromClassOfDevice, request: 6, value: type << 8, index: 0,
        count: 64)
      if let bytes, let descriptor = HubDescriptor(bytes) { return descriptor }
    }
    return nil
  }

  /// Switches a port; false when the hub cannot be asked or says no.
  static func power(bus: Int, address: Int, port: Int, on: Bool) -> Bool {
    guard let index = UInt16(exactly: port) else { return false }
    return transfer(
      bus: bus, address: address, classOfOther, request: on ? 3 : 1, value: portPower,
      index: index, count: 0) != nil
  }

  /// Has the kernel reset the port of a device, which keeps its power and is enumerated anew; false
  /// when it cannot be opened or does not come back.
  static func reset(bus: Int, address: Int) -> Bool {
    let status = unsafe withDevice(bus: bus, address: address) { handle in
      unsafe libusb_reset_device(handle)
    }
    // Not found: it has come back as another device, which is a restart as well.
    return status == 0 || status == LIBUSB_ERROR_NOT_FOUND.rawValue
  }

  /// One control transfer to one device, or nil.
  private static func transfer(
    bus: Int, address: Int, _ type: UInt8, request: UInt8, value: UInt16, index: UInt16,
    count: Int
  ) -> [UInt8]? {
    let bytes = unsafe withDevice(bus: bus, address: address) { handle -> [UInt8]? in
      var bytes = [UInt8](repeating: 0, count: count)
      let got = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe libusb_control_transfer(
          handle, type, request, value, index, buffer.baseAddress, UInt16(buffer.count), timeout)
      }
      return got >= 0 ? Array(bytes.prefix(Int(got))) : nil
    }
    return bytes ?? nil
  }

  /// Opens one device for the length of `body`; nil when it is not there or may not be opened.
  private static func withDevice<Value>(
    bus: Int, address: Int, _ body: (OpaquePointer) -> Value
  ) -> Value? {
    do throws(RigError) {
      let device = try LibUSBDevice(bus: bus, address: address)
      return unsafe device.withHandle(body)
    } catch { return nil }
  }
}
