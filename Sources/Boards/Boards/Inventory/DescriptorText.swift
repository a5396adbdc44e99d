/// Text that a device or the system gives, made safe to print and bounded.
enum DescriptorText {
  /// The longest USB string: 126 units of UTF-16.
  static let longest = 126

  /// The text as it may be shown, and what was wrong with it.
  static func readable(_ bytes: some Sequence<UInt8>, _ what: String) -> (String, note: String?) {
    let bytes = Array(bytes.prefix(4 * longest + 1))
    let text = String(decoding: bytes, as: UTF8.self)
    let characters = text.unicodeScalars.prefix(longest)
    let isLong = text.unicodeScalars.count > longest
    var isStrange = false
    var result = ""
    for scalar in characters {
      if isHarmful(scalar) {
        isStrange = true
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        if scalar == "\u{FFFD}" { isStrange = true }
        result.unicodeScalars.append(scalar)
      }
    }
    let notes = [
      isStrange ? "holds characters that are no text" : nil,
      isLong ? "is longer than a USB string can be" : nil,
    ].compactMap { $0 }
    return (result, notes.isEmpty ? nil : "its \(what) " + notes.joined(separator: " and "))
  }

  /// The text with everything made visible that would move a cursor or reorder a line.
  static func escaped(_ text: String) -> String { readable(text.utf8, "").0 }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 || scalar == "\\" }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      true
    default: false
    }
  }
}
