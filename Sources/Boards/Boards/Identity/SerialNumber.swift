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

  /// Whether a device has the serial number as a user wrote it, in any form.
  public static func matches(_ written: String, _ device: USBDevice) -> Bool {
    guard let serial = device.serial, !written.isEmpty else { return false }
    return written == serial
      || normalized(written, vendor: device.vendor) == normalized(serial, vendor: device.vendor)
  }

  /// The address of the chip that a serial number stands for, the upper word with the two bits set;
  /// nil for a serial number of another kind.
  public static func deviceAddress(ofNordicSerial serial: String) -> ChipAddress? {
    guard serial.utf8.count == 12, serial.utf8.allSatisfy(isHexadecimal),
      let value = UInt64(serial, radix: 16), value >> 46 == 3
    else { return nil }
    return ChipAddress(value)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte >= 0x41 && byte <= 0x46 || byte >= 0x61 && byte <= 0x66
  }
}

extension FixedWidthInteger {
  /// All of its digits: four for 16 bits, in lower case, as sysfs has ids.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

extension USBDevice {
  /// The serial number in the form for comparison.
  public var normalizedSerial: String? {
    serial.map { SerialNumber.normalized($0, vendor: vendor) }
  }
}
