import Journal

/// How many columns text takes on a terminal.
package enum DisplayWidth {
  /// Columns of a text that holds no control characters.
  package static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Columns of what a reader takes for one character.
  static func of(_ character: Character) -> Int {
    // Marks join the first scalar; a flag or a family is drawn as one wide picture.
    character.unicodeScalars.map(of).max() ?? 0
  }

  /// The text cut to a number of columns, with a sign that it was, and filled up with blanks.
  package static func fitted(_ text: String, to columns: Int) -> String {
    let shown = cut(text, to: columns)
    return shown + String(repeating: " ", count: max(0, columns - of(shown)))
  }

  /// The text cut to a number of columns, with a sign that it was.
  static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var result = ""
    var used = 0
    for character in text {
      let width = of(character)
      if used + width > columns - 1 { break }
      result.append(character)
      used += width
    }
    return columns > 0 ? result + "…" : ""
  }

  /// The longest start of the text that fits, one character at least.
  static func prefix(_ text: String, columns limit: Int) -> String {
    var used = 0
    var result = ""
    for character in text {
      used += of(character)
      if used > limit, !result.isEmpty { break }
      result.append(character)
    }
    return result
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// The blocks that East Asian Width calls wide or full-width, and the pictures.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
