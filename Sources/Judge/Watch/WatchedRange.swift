import UCI

/// A distance as a board reports it.
struct WatchedRange: Hashable, Sendable {
  /// The address of the other end, the low byte first.
  let address: [UInt8]
  /// In metres.
  let metres: Double
}

extension SessionInfoNotification {
  /// The distances of rounds that went well, in line of sight as far as the board knows.
  var watchedRanges: [WatchedRange] {
    measurements.compactMap { measurement in
      switch measurement {
      case .twrShort(let one) where one.status == .ok && one.nlos != .nlos:
        WatchedRange(address: one.mac, distance: one.distance)
      case .twrExtended(let one) where one.status == .ok && one.nlos != .nlos:
        WatchedRange(address: one.mac, distance: one.distance)
      default: nil
      }
    }
  }
}

extension WatchedRange {
  fileprivate init?(address: [UInt8], distance: UInt16) {
    guard distance != UInt16.max else { return nil }
    self.init(address: address, metres: Double(distance) / 100)
  }
}
