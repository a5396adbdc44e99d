/// The meaning of a SEGGER probe's product id.
///
/// The id is a bit field, not a name: it changes when the drive is switched off or the probe's
/// firmware is updated, so a board is never known by it.
public struct JLinkProduct: Hashable, Sendable {
  /// Has an interface for the probe's own commands.
  public var isProbe: Bool
  /// How many serial ports it offers.
  public var serialPorts: Int
  /// Offers a drive. It limits the serial port to small packets, and bytes are lost.
  public var hasDrive = false
  /// Offers a network interface.
  public var hasNetwork = false
  /// Offers a human interface device.
  public var hasHID = false
}

extension JLinkProduct {
  /// Decodes a product id; nil for one that is not understood, where only the descriptors can tell.
  public init?(product: UInt16) {
    self.init(isProbe: false, serialPorts: 0)
    switch product {
    case 0x0101, 0x0102, 0x0103, 0x0104: isProbe = true
    case 0x0105: (isProbe, serialPorts) = (true, 1)
    case 0x0106: serialPorts = 1
    case 0x0107: (isProbe, hasNetwork) = (true, true)
    case 0x0108: (isProbe, hasDrive) = (true, true)
    // Ids from 1080 on exist; the meaning of their bits is not published.
    case 0x1001...0x107F: decode(product)
    default: return nil
    }
  }

  /// By its product id, and where that says nothing, by its interfaces; nil for a device of another
  /// vendor.
  public init?(_ device: USBDevice) {
    guard device.vendor == SerialNumber.segger else { return nil }
    if let decoded = JLinkProduct(product: device.product) {
      self = decoded
      return
    }
    let classes = device.interfaces.map(\.interfaceClass)
    self.init(
      isProbe: classes.contains(0xFF), serialPorts: classes.filter { $0 == 2 }.count,
      hasDrive: classes.contains(8), hasHID: classes.contains(3))
  }

  private mutating func decode(_ product: UInt16) {
    func bit(_ number: Int) -> Bool { product >> number & 1 == 1 }
    hasDrive = bit(0)
    hasNetwork = bit(1)
    hasHID = bit(3)
    // Bit 5 is a probe for the driver of Windows.
    isProbe = bit(4) || bit(5)
    serialPorts = bit(6) ? (bit(2) ? 3 : 2) : (bit(2) ? 1 : 0)
  }
}
