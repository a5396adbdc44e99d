public import UCI

/// A board's abilities as it reports them.
public struct UCICapabilities: Equatable, Sendable {
  /// The list as the board sent it.
  public let tlvs: [CapabilityTLV]

  /// A list of capabilities.
  public init(_ tlvs: [CapabilityTLV]) { self.tlvs = tlvs }

  /// Whether the identifiers are those of FiRa 1.x: there 0x02 is one byte long (AOSP). A board
  /// may use them although it says that its UCI is 2.x (observed: pica).
  public var usesFiRa1Numbers: Bool { tlvs.first { $0.id == 0x02 }?.value.count == 1 }

  /// The value of a FiRa 2.x capability; nil when the board does not tell it, or numbers its
  /// capabilities as FiRa 1.x does.
  public subscript(id: CapabilityID) -> [UInt8]? {
    usesFiRa1Numbers ? nil : tlvs.first { $0.id == id.rawValue }?.value
  }

  /// The value of a FiRa 1.x capability; nil when the board does not tell it, or numbers its
  /// capabilities as FiRa 2.x does.
  public subscript(id: FiRa1CapabilityID) -> [UInt8]? {
    usesFiRa1Numbers ? tlvs.first { $0.id == id.rawValue }?.value : nil
  }

  /// The value of a FiRa 2.x capability as a little-endian number; nil as for the bytes, or when
  /// it has more than eight.
  public func number(_ id: CapabilityID) -> UInt64? {
    guard let value = self[id], (1...8).contains(value.count) else { return nil }
    return value.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
