/// How the templates escape every value: for HTML, attributes included, and so that no character
/// of a board or a file can reorder or hide text.
enum HTMLContent {
  static func escaped(_ text: String) -> String {
    let visible = Visible.text(text, lines: true)
    guard visible.utf8.contains(where: isMarkup) else { return visible }
    var result = ""
    for character in visible.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// The template of the report.
  static func page() throws -> PageTemplate {
    try PageTemplate(
      Embedded.report, partials: ["evidence": try PageTemplate(Embedded.evidence)])
  }
}
