import CLibUSB
import Errors

/// A probe through libusb: its interface claimed, the serial ports of the same device untouched.
/// Gives everything back when it goes.
@safe
struct LibUSBProbe: ~Copyable {
  /// How long one transfer may take.
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
    var opened = try Self.open(device)
    // Its serial ports stay with the kernel.
    try Self.check(
      opened.claim(Int32(endpoints.interface), detaches: false), "claim the probe")
    self.device = opened
    self.endpoints = endpoints
  }

  /// Asks the probe for everything that it tells without being changed.
  borrowing func information() throws(RigError) -> JLinkInformation {
    var dialogue = JLinkDialogue(
      carrier: unsafe Transfers(handle: device.handle, endpoints: endpoints))
    return try dialogue.information()
  }

  private static func open(_ device: USBDevice) throws(RigError) -> LibUSBDevice {
    do throws(LibUSBDevice.OpeningError) {
      return try LibUSBDevice(bus: device.bus, address: device.address)
    } catch {
      switch error {
      case .notStarted(let status):
        try check(status, "start libusb")
        throw RigError(.failed, reason: "libusb did not start")
      case .refused(let status):
        try check(status, "open the probe")
        throw RigError(.failed, reason: "could not open the probe")
      case .gone:
        throw RigError(.closed, reason: "the probe at path=\(device.path) is not attached any more")
      }
    }
  }

  fileprivate static func check(_ status: Int32, _ what: String) throws(RigError) {
    guard status < 0 else { return }
    let words = unsafe String(cString: libusb_strerror(status))
    switch status {
    case LIBUSB_ERROR_BUSY.rawValue:
      throw RigError(
        .busy, reason: "another program talks to the probe (JLinkExe, OpenOCD, an IDE)")
    case LIBUSB_ERROR_ACCESS.rawValue:
      throw RigError(
        .notPermitted, reason: "the probe may not be opened: sudo uwbrig udev install mends it")
    case LIBUSB_ERROR_NO_DEVICE.rawValue:
      throw RigError(.closed, reason: "the probe was unplugged")
    case LIBUSB_ERROR_TIMEOUT.rawValue:
      throw RigError(.timedOut, reason: "the probe did not answer in \(limit) ms")
    default: throw RigError(.failed, reason: "could not \(what): \(words)")
    }
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
    try LibUSBProbe.check(status, "send a command")
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
    try LibUSBProbe.check(status, "read an answer")
    return Array(bytes.prefix(Int(max(0, received))))
  }
}
