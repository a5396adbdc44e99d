import Glibc

/// A moment of the calendar, as `2026-11-23 18:40:07 UTC`.
public struct FleetMoment: CustomStringConvertible, Sendable {
  private let seconds: Int

  /// Seconds since 1970.
  public init(_ seconds: Double) {
    self.seconds = Int(max(0, min(seconds, 4_000_000_000)))
  }

  /// The moment in words.
  public var description: String {
    var moment = time_t(seconds)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&moment, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return unsafe "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) UTC"
  }
}
