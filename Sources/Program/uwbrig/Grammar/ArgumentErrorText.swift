import ArgumentParser

/// What the parser says of a wrong value, in the form of this program's own errors: the option, what was
/// expected, what it got.
enum ArgumentErrorText {
  /// The text with its first line in that form, where it is about the value of an argument.
  static func plain(_ text: String) -> String {
    let first = text.prefix { $0 != "\n" }
    guard
      let match = first.wholeMatch(of: /Error: The value '(.*)' is invalid for '([^ ']+)[^']*'(.*)/)
    else { return text }
    let got = ValidationError.shown(String(match.1))
    var rest = text.dropFirst(first.count)
    let reason: String
    if match.3.hasPrefix(": ") {
      reason = String(match.3.dropFirst(2))
    } else if let choice = match.3.wholeMatch(of: /\. Please provide one of (.*)\./) {
      reason = "expected \(choice.1.replacing("'", with: "")), got \(got)"
    } else if match.3.hasSuffix(":") {
      // Many of them stand below, one a line.
      var names: [String] = []
      while let line = rest.prefixMatch(of: /\n +- ([^\n]*)/) {
        names.append(String(line.1))
        rest = rest[line.range.upperBound...]
      }
      reason = "expected \(names.joined(separator: ", ")), got \(got)"
    } else {
      reason = "expected \(match.1.hasPrefix("-") ? "0 or more" : "a whole number"), got \(got)"
    }
    return "Error: \(match.2): \(reason)" + rest
  }

  /// Reads a TCP port.
  static func port(_ text: String) throws -> UInt16 {
    guard let port = UInt16(text) else {
      throw ValidationError(expected: "a port from 0 to 65535", got: ValidationError.shown(text))
    }
    return port
  }
}
