import CLibUSB
import Errors

/// A probe through libusb: its interface claimed, the serial ports of the same device untouched.
/// Gives everything back when it goes.
@safe
struct LibUSBProbe: ~Copyable {
  static let limit: UInt32 = 1000

  private let device: LibUSBDevice
  private let endpoints: JLinkEndpoints

  /// Opens the probe and claims its interface.
  ///
  /// - Throws: ``RigError``; `busy` when another program has claimed it.
  init(_ device: USBDevice) throws(RigError) {
    guard let endpoints = JLinkEndpoints(device) else {
      throw RigError(
        .noInterface, reason: "\(device.summary) has no interface for a probe's commands")
    }
    var opened = try LibUSBDevice(bus: device.bus, address: device.address)
    // Its serial ports stay with the kernel.
    try opened.claim(Int32(endpoints.interface), detaches: false)
    self.device = opened
    self.endpoints = endpoints
  }

  /// Asks the probe for everything that it tells without being changed.
  borrowing func information() throws(RigError) -> JLinkInformation {
    var dialogue = JLinkDialogue(
      carrier: unsafe Transfers(handle: device.handle, endpoints: endpoints))
    return try dialogue.information()
  }
}

/// Bulk transfers of a claimed interface.
@safe
private struct Transfers: JLinkCarrier {
  let handle: OpaquePointer
  let endpoints: JLinkEndpoints

  func write(_ bytes: [UInt8]) throws(RigError) {
    var bytes = bytes
    var sent: Int32 = 0
    let status = unsafe libusb_bulk_transfer(
      handle, endpoints.output, &bytes, Int32(bytes.count), &sent, LibUSBProbe.limit)
    try LibUSBDevice.check(status, "send a command")
    guard Int(sent) == bytes.count else {
      throw RigError(.failed, reason: "the probe took \(sent) of \(bytes.count) bytes")
    }
  }

  func read(_ count: Int) throws(RigError) -> [UInt8] {
    // A transfer is whole packets: what the device sends beyond is an error of it, not an overflow.
    let capacity = (count + 511) / 512 * 512
    var bytes = [UInt8](repeating: 0, count: capacity)
    var received: Int32 = 0
    let status = unsafe libusb_bulk_transfer(
      handle, endpoints.input, &bytes, Int32(capacity), &received, LibUSBProbe.limit)
    try LibUSBDevice.check(status, "read an answer")
    return Array(bytes.prefix(Int(max(0, received))))
  }
}
