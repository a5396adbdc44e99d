import LabRuntime
import Room
import UCI

/// One session of a subsystem that ranges, block by block.
struct SubsystemRanging {
  let token: UInt32
  var transmission: Room.Transmission
  var interval: Duration
  /// Blocks that are left out after each one.
  var stride: UInt32
  /// The addresses that the session ranges with, in wire order.
  var peers: [[UInt8]]
  /// When the next round is reported: exact multiples of the interval after the start.
  var due: LabInstant
  var block: UInt32 = 0
  /// Rounds since the start.
  var number = 0
  /// The state that it reports from although the session was stopped.
  var ghost: UWBSubsystem?

  mutating func advance() {
    number += 1
    let blocks = stride &+ 1
    block &+= blocks
    due = due.advanced(by: .nanoseconds(Self.product(interval.nanoseconds, Int64(blocks))))
  }

  private static func product(_ left: Int64, _ right: Int64) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? .max : max(product, 1_000_000)
  }
}

extension AppConfiguration {
  /// From block to block; at least a millisecond.
  var blockDuration: Duration { .milliseconds(max(rangingDurationMilliseconds, 1)) }

  /// Blocks that are left out after each one.
  var blockStride: UInt32 { UInt32(clamping: min(number(.blockStrideLength) ?? 0, 255)) }
}

extension UWBSMeasurement {
  /// A successful measurement; nil when nothing was heard, which the subsystem reports by itself.
  init?(_ outcome: RoundOutcome) {
    guard let fix = outcome.fix, fix.distance.isFinite else { return nil }
    // 0xFFFF means none.
    let centimetres = UInt16(min(max((fix.distance * 100).rounded(), 0), 65_534))
    self.init(
      address: outcome.address, lineOfSight: fix.lineOfSight ? .los : .nlos,
      distanceCentimetres: centimetres, azimuth: Angle(degrees: fix.bearing.azimuth * 180 / .pi),
      elevation: Angle(degrees: fix.bearing.elevation * 180 / .pi), signalStrengthDBm: fix.rssi)
  }
}
