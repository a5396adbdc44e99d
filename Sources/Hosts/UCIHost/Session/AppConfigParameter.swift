public import UCI

/// One application parameter with its value, as SESSION_SET_APP_CONFIG carries it.
public typealias AppConfigParameter = AppConfigTLV

extension AppConfigTLV {
  /// A parameter with a number, little-endian.
  ///
  /// - Parameter size: bytes of the value; when nil, those of the table, of several the fewest that
  ///   hold the number.
  public init(_ id: AppConfigID, _ value: UInt64, size: Int? = nil) {
    let needed = max(1, (64 - value.leadingZeroBitCount + 7) / 8)
    let sizes = id.definition?.sizes ?? []
    let count = min(max(size ?? sizes.first { $0 >= needed } ?? sizes.last ?? needed, 0), 255)
    self.init(
      id: id,
      value: (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 })
  }

  /// A parameter with a byte string in wire order.
  public init(_ id: AppConfigID, _ bytes: [UInt8]) { self.init(id: id, value: bytes) }

  /// A parameter with a number, by the names of the table; nil for a name that is not known.
  public init?(name: String, _ value: UInt64) {
    guard let id = AppConfigID(name: name) else { return nil }
    self.init(id, value)
  }
}
