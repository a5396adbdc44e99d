import Journal

/// Text from a board, a file or the network, made fit to be shown.
package enum Visible {
  /// The text with everything that could do more than be seen written as `\u{…}`.
  ///
  /// - Parameter lines: whether line ends stay line ends.
  static func text(_ text: String, lines: Bool = false) -> String {
    // Most texts are plain, and a long report has a million of them.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    guard text.unicodeScalars.contains(where: \.isHarmful) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where lines: result.append(scalar)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case _ where scalar.isHarmful:
        let code = String(scalar.value, radix: 16)
        result.append(contentsOf: "\\u{\(code)}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Bytes in hexadecimal, two digits each with spaces between.
  static func hexadecimal(_ bytes: [UInt8], of count: Int) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 3)
    for byte in bytes {
      if !digits.isEmpty { digits.append(UInt8(ascii: " ")) }
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 0x0F))
    }
    let rest = count - bytes.count
    return String(decoding: digits, as: UTF8.self)
      + (rest > 0 ? " … and \(rest) more bytes" : "")
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
  }

  /// Microseconds as seconds with six digits.
  static func seconds(_ microseconds: Int64) -> String {
    let magnitude = microseconds.magnitude
    let fraction = String(magnitude % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(microseconds < 0 ? "-" : "")\(magnitude / 1_000_000).\(zeros)\(fraction)"
  }

  /// A duration for people: `830 µs`, `12.4 ms`, `3.2 s`, `4 min 10 s`; `0 s` for none.
  package static func duration(_ microseconds: Int64) -> String {
    func tenths(_ unit: Int64) -> String {
      let value = (microseconds + unit / 20) / (unit / 10)
      return value % 10 == 0 ? "\(value / 10)" : "\(value / 10).\(value % 10)"
    }
    switch microseconds {
    case ..<1: return "0 s"
    case ..<1000: return "\(microseconds) µs"
    case ..<1_000_000: return tenths(1000) + " ms"
    case ..<60_000_000: return tenths(1_000_000) + " s"
    case ..<3_600_000_000:
      return parts(microseconds / 60_000_000, "min", microseconds / 1_000_000 % 60, "s")
    default:
      return parts(microseconds / 3_600_000_000, "h", microseconds / 60_000_000 % 60, "min")
    }
  }

  private static func parts(_ more: Int64, _ unit: String, _ less: Int64, _ part: String) -> String
  {
    less == 0 ? "\(more) \(unit)" : "\(more) \(unit) \(less) \(part)"
  }

  /// `12.5 %`.
  static func percent(_ part: Double) -> String {
    let tenths = Int((part * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A number as people write it: whole ones without a fraction.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "not a number" }
    if value.isInfinite { return value < 0 ? "-∞" : "∞" }
    return Int64(exactly: value).map(String.init) ?? value.description
  }

  /// `relay time p50 43.2 us (≤ 200)`.
  static func measurement(_ measurement: Event.Measurement) -> String {
    let unit = measurement.unit.isEmpty ? "" : " \(measurement.unit)"
    let limits = limits(measurement.limits)
    return "\(measurement.name) \(number(measurement.value))\(unit)"
      + (limits.isEmpty ? "" : " (\(limits))")
  }

  /// The range that a measurement should lie in; empty where there is none.
  static func limits(_ limits: Event.Limits?) -> String {
    switch (limits?.min, limits?.max) {
    case (let min?, let max?): "\(number(min)) … \(number(max))"
    case (let min?, nil): "≥ \(number(min))"
    case (nil, let max?): "≤ \(number(max))"
    case (nil, nil): ""
    }
  }
}
