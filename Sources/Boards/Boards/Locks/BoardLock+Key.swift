extension USBInventory {
  /// What tells a board from all others, for every program that wants it and however somebody has
  /// written it: the serial number in the form for comparison, else the port.
  ///
  /// A serial number that several devices of a vendor have tells none of them from the others.
  public func lockKey(of device: USBDevice) -> String {
    guard let number = device.normalizedSerial else { return device.path }
    let isShared = devices.contains { other in
      other.path != device.path && other.vendor == device.vendor
        && other.normalizedSerial == number
    }
    return isShared ? device.path : number
  }
}

extension BoardLock {
  /// The holder of a board; nil where it is free. Takes no lock.
  ///
  /// - Parameter directory: where lock files lie; nil picks the usual one.
  public static func holder(
    of device: USBDevice, in inventory: USBInventory, directory: String? = nil
  ) -> LockHolder? { holder(of: inventory.lockKey(of: device), directory: directory) }
}
