public import Errors
public import Links

/// Who a USB device is, remembered so that it can be known again after a plug and before a write.
public struct DeviceIdentity: Hashable, Sendable {
  /// `idVendor`.
  public var vendor: UInt16
  /// `idProduct`. It tells devices apart only where there is no serial number: a probe changes it
  /// when its drive is switched off.
  public var product: UInt16
  /// The serial number in the form for comparison.
  public var serial: String?
  /// The port that it was plugged into.
  public var path: String

  /// The identity of a device.
  public init(_ device: USBDevice) {
    vendor = device.vendor
    product = device.product
    serial = device.normalizedSerial
    path = device.path
  }

  /// Whether a device is this one, wherever it is plugged in now.
  ///
  /// Without a serial number only the port speaks for it, and then the product must be the same.
  public func isSame(as device: USBDevice) -> Bool {
    guard device.vendor == vendor else { return false }
    if let serial { return device.normalizedSerial == serial }
    return device.serial == nil && device.product == product && device.path == path
  }
}

extension USBTree {
  /// Reads again which device this is, after every plug and before every write.
  ///
  /// - Parameter selector: how the device was asked for. By its port it must still hang there; by
  ///   its serial number it may have moved.
  /// - Returns: the device as it is now, with the nodes of this moment.
  /// - Throws: ``RigError`` `notFound` when it is gone, `changed` when another one is in its place,
  ///   `ambiguous` when a second one has the same identity.
  public func verifyIdentity(
    _ identity: DeviceIdentity, askedFor selector: DeviceSelector
  ) throws(RigError) -> USBDevice {
    let inventory = snapshot()
    let same = inventory.devices.filter { identity.isSame(as: $0) }
    if case .path(let path) = selector {
      guard let device = inventory.device(at: path) else {
        throw RigError(
          .notFound, reason: "nothing is plugged into \(selector.shown) any more",
          advice: same.first.map { "The board hangs at path=\($0.path) now" } ?? "Plug it in again")
      }
      guard identity.isSame(as: device) else {
        throw RigError(
          .changed,
          reason: "another device is plugged into \(selector.shown) now: \(device.summary)",
          advice: "Nothing was written to it. Plug in \(identity.description)")
      }
      return device
    }
    guard let device = same.first else {
      throw RigError(
        .notFound, reason: "\(identity.description) is not attached any more",
        advice: "Plug it in again")
    }
    guard same.count == 1 else {
      throw RigError(
        .ambiguous,
        reason: "\(identity.description) is there \(same.count) times: "
          + same.prefix(8).map(\.summary).joined(separator: "; "),
        advice: "Say which by its port: path=\(device.path)")
    }
    return device
  }
}

extension DeviceIdentity {
  fileprivate var description: String {
    let number = serial.map { "serial number \($0)" } ?? "port \(path)"
    return "the device of vendor \(vendor.hexadecimal) with \(number)"
  }
}
