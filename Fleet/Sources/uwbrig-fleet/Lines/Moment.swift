import Glibc

/// A moment of the calendar in words, as `2026-11-23 18:40:07 UTC`.
struct Moment: CustomStringConvertible {
  let description: String

  /// Seconds since 1970.
  init(_ seconds: Double) {
    var moment = time_t(max(0, min(seconds, 4_000_000_000)))
    var parts = tm()
    gmtime_r(&moment, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    description =
      "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) UTC"
  }
}
