public import AttributeProtocol
import WireFormat

extension BluetoothUUID {
  /// Four digits, or 32 with hyphens anywhere; nil for anything else.
  public init?(digits: String) {
    guard let bytes = try? Hexadecimal.decode(digits.filter { $0 != "-" }) else { return nil }
    self.init(wire: bytes.reversed())
  }
}
