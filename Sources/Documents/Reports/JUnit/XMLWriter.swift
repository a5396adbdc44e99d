import Journal

/// Writes XML; the one place where text becomes XML.
///
/// What XML 1.0 cannot carry is left out; what a viewer might act on is written as `\u{…}` before.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  mutating func element(
    _ name: String, _ attributes: [(String, String)], _ content: (inout XMLWriter) -> Void
  ) {
    open(name, attributes, end: ">\n")
    depth += 1
    content(&self)
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  /// An element that holds text, or nothing.
  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], text content: String = ""
  ) {
    if content.isEmpty {
      open(name, attributes, end: "/>\n")
    } else {
      open(name, attributes, end: ">")
      text += Self.escaped(content, inAttribute: false)
      text += "</\(name)>\n"
    }
  }

  private mutating func open(_ name: String, _ attributes: [(String, String)], end: String) {
    indent()
    text += "<" + name
    for (name, value) in attributes {
      text += " \(name)=\"\(Self.escaped(value, inAttribute: true))\""
    }
    text += end
  }

  private mutating func indent() { text += String(repeating: " ", count: depth * 2) }

  static func escaped(_ content: String, inAttribute: Bool) -> String {
    var visible = Visible.text(content, lines: !inAttribute)
    // Most texts hold nothing that XML or a reader of it could take for something else.
    guard visible.utf8.contains(where: isSpecial) else { return visible }
    // GitLab takes this for a file that it shall attach.
    if visible.utf8.contains(UInt8(ascii: "[")) {
      visible = visible.replacing("[[ATTACHMENT", with: "[[ ATTACHMENT")
    }
    var result = String.UnicodeScalarView()
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "\"" where inAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      case _ where isLegal(scalar): result.append(scalar)
      default: break
      }
    }
    return String(result)
  }

  /// What needs a closer look; all that XML cannot carry was made visible before.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "["), 0x00...0x1F:
      true
    default: false
    }
  }

  private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    default: false
    }
  }
}
