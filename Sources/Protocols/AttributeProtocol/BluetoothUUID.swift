/// The identifier of a service, characteristic or descriptor: 16 bytes, of which the standard's own
/// are written in two (Bluetooth Core 5.4, volume 3, part B, 2.5.1).
public struct BluetoothUUID: Hashable, Sendable, CustomStringConvertible {
  /// The number in the order in which it is read aloud, most significant byte first.
  private let high: UInt64
  private let low: UInt64

  private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
  private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

  /// One of the standard's own, such as 0x2902.
  public init(_ short: UInt16) {
    self.init(high: UInt64(short) << 32 | Self.baseHigh, low: Self.baseLow)
  }

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Reads 2 or 16 bytes as they are on the wire, least significant first; nil for another count.
  public init?(wire bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.reversed())
    func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    switch bytes.count {
    case 2: self.init(UInt16(truncatingIfNeeded: number(bytes[...])))
    case 16: self.init(high: number(bytes[..<8]), low: number(bytes[8...]))
    default: return nil
    }
  }

  /// The number of one of the standard's own; nil for others.
  public var short: UInt16? {
    low == Self.baseLow && high & 0xFFFF_FFFF == Self.baseHigh ? UInt16(exactly: high >> 32) : nil
  }

  /// As it is on the wire: 2 bytes where they are enough, else 16, least significant first.
  public var wire: [UInt8] {
    if let short { return [UInt8(truncatingIfNeeded: short), UInt8(short >> 8)] }
    return bytes(low) + bytes(high)
  }

  private func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// All 32 digits, uppercase, with hyphens.
  public var description: String {
    var text = ""
    for (index, byte) in (bytes(low) + bytes(high)).reversed().enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += String(byte >> 4, radix: 16, uppercase: true)
      text += String(byte & 0xF, radix: 16, uppercase: true)
    }
    return text
  }
}

extension BluetoothUUID {
  /// The declaration of a primary service.
  public static let primaryService = BluetoothUUID(0x2800)
  /// The declaration of a characteristic.
  public static let characteristic = BluetoothUUID(0x2803)
  /// The descriptor that turns notifications and indications on.
  public static let clientConfiguration = BluetoothUUID(0x2902)
}
