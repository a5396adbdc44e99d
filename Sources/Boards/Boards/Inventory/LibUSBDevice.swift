import CLibUSB
package import Errors

/// A USB device opened through libusb; gives back what was claimed when it goes.
@safe
package struct LibUSBDevice: ~Copyable {
  private let context: OpaquePointer
  /// libusb's handle, which lives as long as this does.
  package let handle: OpaquePointer
  private var claimed: Int32?

  /// Opens the device with an address on a bus: the kernel gives another one after each plug.
  package init(bus: Int, address: Int) throws(RigError) {
    var library: OpaquePointer?
    let status = unsafe libusb_init(&library)
    guard status >= 0, let context = unsafe library else {
      throw Self.failure(status, "start libusb")
    }
    do throws(RigError) {
      unsafe self.handle = unsafe try Self.open(bus, address, context)
    } catch {
      unsafe libusb_exit(context)
      throw error
    }
    unsafe self.context = unsafe context
    claimed = nil
  }

  deinit {
    if let claimed { _ = unsafe libusb_release_interface(handle, claimed) }
    unsafe libusb_close(handle)
    unsafe libusb_exit(context)
  }

  /// Takes an interface.
  ///
  /// - Parameter detaches: whether a driver of the kernel's lets go of it meanwhile.
  package mutating func claim(_ interface: Int32, detaches: Bool) throws(RigError) {
    guard claimed != interface else { return }
    if detaches { _ = unsafe libusb_set_auto_detach_kernel_driver(handle, 1) }
    let status = unsafe libusb_claim_interface(handle, interface)
    try Self.check(status, "claim interface \(interface)")
    claimed = interface
  }

  /// Uses the handle while the device is certainly open.
  package borrowing func withHandle<Value>(_ body: (OpaquePointer) -> Value) -> Value {
    unsafe body(handle)
  }

  private static func open(
    _ bus: Int, _ address: Int, _ context: OpaquePointer
  ) throws(RigError) -> OpaquePointer {
    var list: UnsafeMutablePointer<OpaquePointer?>?
    let count = unsafe libusb_get_device_list(context, &list)
    defer { unsafe libusb_free_device_list(list, 1) }
    for index in 0..<max(0, count) {
      guard let candidate = unsafe list?[index],
        unsafe Int(libusb_get_bus_number(candidate)) == bus,
        unsafe Int(libusb_get_device_address(candidate)) == address
      else { continue }
      var handle: OpaquePointer?
      let status = unsafe libusb_open(candidate, &handle)
      guard status >= 0, let handle = unsafe handle else {
        throw failure(status, "open the device")
      }
      return unsafe handle
    }
    throw RigError(
      .closed, "USB", reason: "the device is not attached any more", advice: "Plug it in again")
  }

  /// Throws what libusb's status means, where it is a failure.
  package static func check(_ status: Int32, _ what: String) throws(RigError) {
    if status < 0 { throw failure(status, what) }
  }

  private static func failure(_ status: Int32, _ what: String) -> RigError {
    let (code, reason, advice): (RigError.Code, String, String) =
      switch status {
      case LIBUSB_ERROR_ACCESS.rawValue:
        (
          .notPermitted, "this user may not \(what)",
          "Fix it with: sudo uwbrig udev install; then plug it in again"
        )
      case LIBUSB_ERROR_BUSY.rawValue:
        (.busy, "another program has it: could not \(what)", "End that program")
      case LIBUSB_ERROR_NO_DEVICE.rawValue: (.closed, "it was unplugged", "Plug it in again")
      case LIBUSB_ERROR_TIMEOUT.rawValue: (.timedOut, "no answer in time: could not \(what)", "")
      default:
        (
          .failed, "could not \(what): \(unsafe String(cString: libusb_strerror(status)))",
          "Plug the board in again and repeat the command"
        )
      }
    return RigError(code, "USB", reason: reason, advice: advice)
  }
}
