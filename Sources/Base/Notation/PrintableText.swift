/// Text from a file, a board or the command line, made safe to print.
public enum PrintableText {
  /// The text with everything escaped that would move the cursor, change colours or reorder the
  /// line, and cut after `limit` characters.
  public static func escaped(_ text: String, limit: Int = 120) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy(isPlain) { return text }
    var result = ""
    var count = 0
    for character in text {
      if count == limit { return result + "…" }
      count += 1
      for scalar in character.unicodeScalars.prefix(8) { result += escaped(scalar) }
    }
    return result
  }

  /// The escaped text in quotation marks, for use in a message.
  public static func quoted(_ text: String, limit: Int = 120) -> String {
    "\"" + escaped(text, limit: limit) + "\""
  }

  /// The escaped text in backticks: something as it is written in a file or on the command line.
  public static func code(_ text: String, limit: Int = 120) -> String {
    "`" + escaped(text, limit: limit) + "`"
  }

  /// Text of several lines in which nothing moves the cursor, changes colours or reorders a line.
  public static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      result += isHarmful(scalar) ? hexadecimal(scalar) : String(scalar)
    }
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar.value < 0x7F && scalar.value >= 0x20 { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      true
    default: false
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// A byte that is a character of its own and stays as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\"": return "\\\""
    case "\\": return "\\\\"
    default: break
    }
    return isHarmful(scalar) ? hexadecimal(scalar) : String(scalar)
  }
}
