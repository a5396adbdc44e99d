import Boards
import BootProtocols
import CLibUSB
import Errors

/// A USB device opened through libusb; gives back what was claimed when it goes.
@safe
struct LibUSBHandle: ~Copyable {
  /// Milliseconds that one transfer may take.
  private static let limit: UInt32 = 5000

  private var device: LibUSBDevice

  /// Opens the device that hangs where it was seen, if it is still that one.
  ///
  /// - Throws: ``FlashError`` `line`.
  init(_ device: USBDevice) throws(FlashError) {
    do throws(RigError) {
      self.device = try LibUSBDevice(bus: device.bus, address: device.address)
    } catch { throw FlashError(error) }
  }

  /// Takes an interface, away from a driver of the kernel's if need be.
  mutating func claim(_ interface: UInt8) throws(FlashError) {
    do throws(RigError) { try device.claim(Int32(interface), detaches: true) } catch {
      throw FlashError(error)
    }
  }

  borrowing func select(_ interface: UInt8, alternate: UInt8) -> Bool {
    unsafe libusb_set_interface_alt_setting(device.handle, Int32(interface), Int32(alternate)) >= 0
  }

  /// Resets the bus; the device comes again, or comes as another.
  borrowing func reset() { _ = unsafe libusb_reset_device(device.handle) }

  borrowing func read(
    type: UInt8, request: UInt8, value: UInt16, index: UInt16, length: Int
  ) -> DFUTransferResult {
    var bytes = [UInt8](repeating: 0, count: min(max(0, length), 0xFFFF))
    let count = unsafe libusb_control_transfer(
      device.handle, type, request, value, index, &bytes, UInt16(clamping: bytes.count), Self.limit)
    guard count >= 0 else { return Self.result(count) }
    return .completed(Array(bytes.prefix(Int(count))))
  }

  borrowing func write(
    type: UInt8, request: UInt8, value: UInt16, index: UInt16, _ data: [UInt8]
  ) -> DFUTransferResult {
    var bytes = Array(data.prefix(0xFFFF))
    let count = unsafe libusb_control_transfer(
      device.handle, type, request, value, index, &bytes, UInt16(clamping: bytes.count), Self.limit)
    guard count >= 0 else { return Self.result(count) }
    return Int(count) == bytes.count ? .completed([]) : .stalled
  }

  /// The active configuration with all that follows it; empty where it cannot be read.
  borrowing func configuration() -> [UInt8] {
    let head = read(type: 0x80, request: 6, value: 0x0200, index: 0, length: 9)
    guard case .completed(let start) = head, start.count == 9 else { return [] }
    let length = Int(start[2]) | Int(start[3]) << 8
    let whole = read(type: 0x80, request: 6, value: 0x0200, index: 0, length: length)
    if case .completed(let bytes) = whole { return bytes }
    return []
  }

  /// A string descriptor in English; empty where there is none.
  borrowing func string(_ index: UInt8) -> String {
    guard index > 0 else { return "" }
    let answer = read(
      type: 0x80, request: 6, value: 0x0300 | UInt16(index), index: 0x0409, length: 255)
    guard case .completed(let bytes) = answer, bytes.count >= 2, bytes[1] == 3 else { return "" }
    let units = stride(from: 2, to: min(Int(bytes[0]), bytes.count) - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func result(_ status: Int32) -> DFUTransferResult {
    status == LIBUSB_ERROR_PIPE.rawValue ? .stalled : .gone
  }
}
