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

  /// The name of a place in the page, as a link to it has it.
  static func fragment(_ name: String) -> String {
    let plain = Set("-._~@+/:[]".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in Visible.text(name, lines: true).utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case _ where plain.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
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
    try PageTemplate(Embedded.report, partials: try partials())
  }

  /// The parts that the template names.
  static func partials() throws -> [String: PageTemplate] {
    [
      "evidence": try PageTemplate(Embedded.evidence), "plot": try PageTemplate(Embedded.plot),
      "problems": try PageTemplate(Embedded.problems),
      "overview": try PageTemplate(Embedded.overview),
    ]
  }
}
