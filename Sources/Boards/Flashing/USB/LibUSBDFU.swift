import Boards
import BootProtocols
import Notation
import Synchronization

/// The DFU interface of an attached device, through libusb.
final class LibUSBDFU: DFUConnection {
  let vendor: UInt16
  let product: UInt16
  let settings: [DFUSetting]
  private let handle: Mutex<LibUSBHandle?>
  private let interface = Mutex<UInt16>(0)

  /// Opens a device and reads what its DFU interface can do; the interface is claimed with the first
  /// setting that is selected.
  ///
  /// - Throws: ``FlashError`` `line` when it cannot be opened, `refused` when it has no such interface.
  init(_ device: USBDevice) throws(FlashError) {
    let handle = try LibUSBHandle(device)
    var settings = DFUSetting.all(in: handle.configuration())
    for index in settings.indices {
      settings[index].name = handle.string(settings[index].nameIndex)
    }
    guard let first = settings.first else {
      throw FlashError(
        .refused, "the device \(device.summary) has no DFU interface",
        advice: "Bring the board into its DFU mode: hold its boot button while you plug it in.")
    }
    vendor = device.vendor
    product = device.product
    self.settings = settings.filter { $0.interface == first.interface }
    self.handle = Mutex(handle)
  }

  func select(_ setting: DFUSetting) async -> Bool {
    interface.withLock { $0 = UInt16(setting.interface) }
    let isAlone = settings.count == 1
    return handle.withLock { handle in
      do { try handle?.claim(setting.interface) } catch { return false }
      // A device with one setting may stall the request.
      let isSelected = handle?.select(setting.interface, alternate: setting.alternate) ?? false
      return isSelected || isAlone
    }
  }

  func perform(_ transfer: DFUTransfer) async -> DFUTransferResult {
    let index = interface.withLock { $0 }
    return handle.withLock { handle in
      if transfer.request.isInput {
        return handle?.read(
          type: transfer.requestType, request: transfer.request.rawValue, value: transfer.value,
          index: index, length: transfer.length) ?? .gone
      }
      return handle?.write(
        type: transfer.requestType, request: transfer.request.rawValue, value: transfer.value,
        index: index, transfer.data) ?? .gone
    }
  }

  func resetBus() async { handle.withLock { $0?.reset() } }

  func close() { handle.withLock { $0 = nil } }
}

/// Asks the application of a board to detach, so that it comes back as its bootloader: by DFU's
/// run-time interface, or by the one of the same request that Nordic's applications have.
enum USBDetach {
  /// The interface that takes the request; nil for a device that has none.
  static func interface(of device: USBDevice) -> USBInterface? {
    device.interfaces.first {
      ($0.interfaceClass == 0xFE || $0.interfaceClass == 0xFF) && $0.interfaceSubclass == 1
        && $0.interfaceProtocol == 1
    }
  }

  /// Whether a device is in DFU mode already.
  static func isDetached(_ device: USBDevice) -> Bool {
    device.interfaces.contains {
      $0.interfaceClass == 0xFE && $0.interfaceSubclass == 1 && $0.interfaceProtocol == 2
    }
  }

  /// Sends the request.
  ///
  /// - Throws: ``FlashError`` for a device without such an interface, or one that refuses.
  static func perform(on device: USBDevice) throws(FlashError) {
    guard let interface = interface(of: device), let number = UInt8(exactly: interface.number)
    else {
      throw FlashError(
        .refused, "\(device.summary) has no interface that takes a detach",
        advice: "Bring the board into its bootloader by hand, and flash with --enter by-hand.")
    }
    var handle = try LibUSBHandle(device)
    let settings = DFUSetting.all(in: handle.configuration()).filter { $0.interface == number }
    let descriptor = settings.first?.descriptor
    try handle.claim(number)
    let (request, needsReset) = DFUHost.detach(descriptor ?? DFUDescriptor(detachesItself: true))
    let result = handle.write(
      type: request.requestType, request: request.request.rawValue, value: request.value,
      index: UInt16(number), [])
    // Nordic's applications stall it, or are gone, and go nevertheless.
    if result == .stalled, interface.interfaceClass == 0xFE {
      throw FlashError(
        .refused, "\(device.summary) refuses to detach",
        advice: "Bring the board into its bootloader by hand, and flash with --enter by-hand.")
    }
    if needsReset { handle.reset() }
  }
}
