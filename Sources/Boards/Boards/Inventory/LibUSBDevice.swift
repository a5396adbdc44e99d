import CLibUSB

/// A USB device opened through libusb; gives back what was claimed when it goes.
@safe
package struct LibUSBDevice: ~Copyable {
  /// Why a device is not open.
  package enum OpeningError: Error {
    /// libusb did not start, with its status.
    case notStarted(Int32)
    /// No device is there any more.
    case gone
    /// It may not be opened, with libusb's status.
    case refused(Int32)
  }

  private let context: OpaquePointer
  /// libusb's handle, which lives as long as this does.
  package let handle: OpaquePointer
  private var claimed: Int32?

  /// Opens the device with an address on a bus: the kernel gives another one after each plug.
  package init(bus: Int, address: Int) throws(OpeningError) {
    var library: OpaquePointer?
    let status = unsafe libusb_init(&library)
    guard status >= 0, let context = unsafe library else { throw .notStarted(status) }
    do throws(OpeningError) {
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
  /// - Returns: libusb's status; negative where another program or driver has it.
  package mutating func claim(_ interface: Int32, detaches: Bool) -> Int32 {
    guard claimed != interface else { return 0 }
    if detaches { _ = unsafe libusb_set_auto_detach_kernel_driver(handle, 1) }
    let status = unsafe libusb_claim_interface(handle, interface)
    if status >= 0 { claimed = interface }
    return status
  }

  /// Uses the handle while the device is certainly open.
  package borrowing func withHandle<Value>(_ body: (OpaquePointer) -> Value) -> Value {
    unsafe body(handle)
  }

  private static func open(
    _ bus: Int, _ address: Int, _ context: OpaquePointer
  ) throws(OpeningError) -> OpaquePointer {
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
      guard status >= 0, let handle = unsafe handle else { throw .refused(status) }
      return unsafe handle
    }
    throw .gone
  }
}
