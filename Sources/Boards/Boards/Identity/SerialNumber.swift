/// Serial numbers as USB devices give them, and as people and tools write them.
public enum SerialNumber {
  /// SEGGER's vendor id.
  public static let segger: UInt16 = 0x1366
  /// Nordic Semiconductor's vendor id.
  public static let nordic: UInt16 = 0x1915

  /// The form in which two serial numbers of a vendor are compared.
  ///
  /// A J-Link pads its decimal number with zeros, some units with other digits: the last ten digits
  /// count, without leading zeros, as all tools print them. A number derived from the address of a
  /// Nordic chip is hexadecimal.
  public static func normalized(_ serial: String, vendor: UInt16) -> String {
    if vendor == segger, !serial.isEmpty, serial.utf8.allSatisfy(isDigit) {
      let digits = serial.suffix(10).drop { $0 == "0" }
      return digits.isEmpty ? "0" : String(digits)
    }
    if vendor == nordic, deviceAddress(ofNordicSerial: serial) != nil { return serial.uppercased() }
    return serial
  }

  /// Whether a device has the serial number that somebody wrote, in whichever form.
  public static func matches(_ written: String, _ device: USBDevice) -> Bool {
    guard let serial = device.serial, !written.isEmpty else { return false }
    return written == serial
      || normalized(written, vendor: device.vendor) == normalized(serial, vendor: device.vendor)
  }

  /// The serial number that Nordic's USB stack makes of a chip's address: FICR.DEVICEADDR[1] with
  /// the two bits of a random static address set, then DEVICEADDR[0].
  public static func nordic(deviceAddress0 low: UInt32, deviceAddress1 high: UInt32) -> String {
    hexadecimal(UInt64((high & 0xFFFF) | 0xC000), digits: 4) + hexadecimal(UInt64(low), digits: 8)
  }

  /// The two words of FICR.DEVICEADDR that a serial number stands for, the upper one with the two
  /// bits set; nil for a serial number of another kind.
  public static func deviceAddress(ofNordicSerial serial: String) -> (low: UInt32, high: UInt32)? {
    guard serial.utf8.count == 12, serial.utf8.allSatisfy(isHexadecimal),
      let value = UInt64(serial, radix: 16), value >> 46 == 3
    else { return nil }
    return (UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte >= 0x41 && byte <= 0x46 || byte >= 0x61 && byte <= 0x66
  }

  static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
