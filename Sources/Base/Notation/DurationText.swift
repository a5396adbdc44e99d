/// A span of time as people write it in rig files and arguments: an integer and `us`, `ms`, `s`,
/// `m` or `h`.
public enum DurationText {
  /// The allowed form, for use in messages.
  public static let allowed = "an integer and us, ms, s, m or h, such as 100ms"

  /// Reads a span of time such as `100ms`; at most one year.
  public static func parse(_ text: String) throws(DurationTextError) -> Duration {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit = text[digits.endIndex...]
    guard !digits.isEmpty, let factor = units.first(where: { $0.name == unit })?.microseconds else {
      throw DurationTextError(
        found: PrintableText.code(text), allowed: allowed,
        suggestion: suggestion(digits: digits, unit: unit))
    }
    let count = Int64(digits) ?? Int64.max
    let (microseconds, overflow) = count.multipliedReportingOverflow(by: factor)
    guard !overflow, microseconds <= longest else {
      throw DurationTextError(
        found: PrintableText.code(text), allowed: "at most one year (8760h)", suggestion: nil)
    }
    return .microseconds(microseconds)
  }

  /// The span as it would be written, in the largest unit that divides it.
  ///
  /// Fractions of a microsecond are cut off.
  public static func format(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (microseconds, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    guard !overflow, !carried else { return "\(seconds)s" }
    guard microseconds != 0 else { return "0s" }
    for unit in units where microseconds % unit.microseconds == 0 {
      return "\(microseconds / unit.microseconds)\(unit.name)"
    }
    return "\(microseconds)us"
  }

  private static let longest: Int64 = 8760 * 3_600_000_000

  /// Largest first.
  private static let units: [(name: Substring, microseconds: Int64)] = [
    ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000), ("ms", 1000), ("us", 1),
  ]

  private static func suggestion(digits: Substring, unit: Substring) -> String? {
    guard !digits.isEmpty, digits.count <= 12 else { return nil }
    let spelt = String(unit.filter { $0 != " " })
    switch spelt.lowercased() {
    case "": return "\(digits)s"
    case "us", "µs", "μs", "usec": return "\(digits)us"
    case "ms", "msec": return "\(digits)ms"
    case "s", "sec", "second", "seconds": return "\(digits)s"
    case "m", "min", "minute", "minutes": return "\(digits)m"
    case "h", "hour", "hours": return "\(digits)h"
    default: return nil
    }
  }
}

/// Why a text is not a span of time.
public struct DurationTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as written, quoted and safe to print.
  public let found: String
  /// The allowed form.
  public let allowed: String
  /// The text that was probably meant.
  public let suggestion: String?

  /// One line for a person.
  public var description: String {
    "expected \(allowed), got \(found)" + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
  }
}

extension DurationText {
  /// `830 us`, `1.2 ms`, `3.4 s`.
  public static func short(microseconds: Int64) -> String {
    func tenths(_ unit: Int64) -> String {
      let value = microseconds / (unit / 10)
      return "\(value / 10).\(value % 10)"
    }
    return switch microseconds {
    case ..<1000: "\(max(0, microseconds)) us"
    case ..<1_000_000: tenths(1000) + " ms"
    default: tenths(1_000_000) + " s"
    }
  }
}
