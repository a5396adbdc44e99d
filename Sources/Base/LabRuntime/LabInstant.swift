/// A moment of lab time: nanoseconds since the lab was made.
public struct LabInstant: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Nanoseconds since the start of the lab.
  public var nanoseconds: Int64

  /// A moment in nanoseconds after the start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The start of the lab.
  public static let zero = LabInstant(nanoseconds: 0)

  /// Whole microseconds since the start, as the journal counts.
  public var microseconds: Int64 { nanoseconds / 1000 }

  /// The moment `duration` later; saturates instead of overflowing.
  public func advanced(by duration: Duration) -> LabInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return LabInstant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// How long it is from here to `other`; negative when `other` is earlier.
  public func duration(to other: LabInstant) -> Duration {
    .nanoseconds(other.nanoseconds &- nanoseconds)
  }

  /// Earlier than.
  public static func < (left: LabInstant, right: LabInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Milliseconds with three decimals, such as `12.345 ms`.
  public var description: String {
    let microseconds = microseconds
    let fraction = String(microseconds % 1000)
    return
      "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) ms"
  }
}

extension Duration {
  /// The whole duration in nanoseconds; saturates at the ends of `Int64`.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }

  /// The whole duration in microseconds, rounded down towards zero.
  public var microseconds: Int64 { nanoseconds / 1000 }

  /// The whole duration in milliseconds.
  public var inMilliseconds: Double { Double(nanoseconds) / 1_000_000 }
}
