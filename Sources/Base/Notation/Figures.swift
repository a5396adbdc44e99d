/// Numbers in columns.
public enum Figures {
  /// A number with `digits` digits behind the point.
  public static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "-" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int64((abs(value) * scale).rounded())
    let divisor = Int64(scale)
    let fraction = String(whole % divisor)
    let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
    let sign = value < 0 && whole != 0 ? "-" : ""
    return digits == 0
      ? "\(sign)\(whole)" : "\(sign)\(whole / divisor).\(zeros)\(fraction)"
  }

  /// A number rounded to `digits` digits behind the point; nil for one that is none.
  public static func rounded(_ value: Double?, _ digits: Int) -> Double? {
    value.flatMap { Double(fixed($0, digits)) }
  }

  /// A number with its sign, always.
  public static func signed(_ value: Double, _ digits: Int) -> String {
    let text = fixed(value, digits)
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// The text at the right end of a column.
  public static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The text at the left end of a column.
  public static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
