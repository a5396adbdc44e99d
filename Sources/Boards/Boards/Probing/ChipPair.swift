/// A debug probe and a chip's own USB port that are one board: the chip's address, read through the
/// probe, is the serial number of the port.
public struct ChipPair: Hashable, Sendable {
  /// The probe's serial number, in the form for comparison.
  public var probe: String
  /// The port's serial number, which is the chip's address.
  public var port: String
  /// The chip, such as `nRF52833`.
  public var chip: String

  /// The pair of two devices; nil unless they are a probe and the port of the chip with this address,
  /// both with a serial number.
  public init?(probe: USBDevice, port: USBDevice, address: ChipAddress, chip: String) {
    guard probe.isProbe, !port.isProbe, port.isChipsOwnPort, let number = probe.normalizedSerial,
      SerialNumber.matches(address.usbSerial, port)
    else { return nil }
    self.init(probe: number, port: address.usbSerial, chip: chip)
  }

  init(probe: String, port: String, chip: String) {
    (self.probe, self.port, self.chip) = (probe, port, chip)
  }

  /// The chip's address; nil for a serial number that is none.
  public var address: ChipAddress? { SerialNumber.deviceAddress(ofNordicSerial: port) }

  /// The probe among devices; nil where it is not there, or not alone.
  public func probe(in inventory: USBInventory) -> USBDevice? {
    Self.only(inventory.devices.filter { $0.isProbe && SerialNumber.matches(probe, $0) })
  }

  /// The port among devices; nil where it is not there, or not alone.
  public func port(in inventory: USBInventory) -> USBDevice? {
    Self.only(inventory.devices.filter { $0.isChipsOwnPort && SerialNumber.matches(port, $0) })
  }

  private static func only(_ devices: [USBDevice]) -> USBDevice? {
    devices.count == 1 ? devices.first : nil
  }
}

extension ProbeMemory {
  /// The remembered pairs of which both devices are there.
  public func pairs(in inventory: USBInventory) -> [ChipPair] {
    pairs.filter { $0.probe(in: inventory) != nil && $0.port(in: inventory) != nil }
  }

  /// Remembers a pair that was read just now, in place of all that was known of the two.
  public mutating func remember(_ pair: ChipPair) {
    pairs.removeAll { $0.probe == pair.probe || $0.port == pair.port }
    pairs.append(pair)
    if pairs.count > Self.most { pairs.removeFirst(pairs.count - Self.most) }
  }

  /// Forgets what was known of the chip behind a probe.
  public mutating func forgetChip(behind probe: USBDevice) {
    pairs.removeAll { SerialNumber.matches($0.probe, probe) }
  }

  /// Forgets the pairs of which one device is there without the other: a probe that stands alone may
  /// have been moved to another board meanwhile.
  public mutating func forgetSeparated(_ inventory: USBInventory) {
    pairs.removeAll { ($0.probe(in: inventory) == nil) != ($0.port(in: inventory) == nil) }
  }
}
