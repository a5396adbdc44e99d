import Foundation
import Mustache

/// How the templates escape every value: for HTML, attributes included, and so that no character
/// of a board or a file can reorder or hide text.
struct HTMLContent: MustacheContentType {
  func escapeText(_ text: String) -> String { Self.escaped(text) }

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

  /// The templates of the report, parsed once.
  static func library() throws -> MustacheLibrary {
    MustacheContentTypes.register(HTMLContent(), named: "UWBRIG")
    var library = MustacheLibrary()
    for (name, text) in [("report", Embedded.report), ("evidence", Embedded.evidence)] {
      try library.register(MustacheTemplate(string: text), named: name)
    }
    return library
  }
}
