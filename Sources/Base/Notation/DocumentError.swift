/// One fault of a file that people write, at the characters that are at fault.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  /// Line, from 1.
  public let line: Int
  /// Column, from 1.
  public let column: Int
  /// The key, with the way to it: `boards[0].framing`. Empty for the file as a whole.
  public let key: String
  /// What was found, in words and safe to print.
  public let found: String
  /// What is allowed, in words.
  public let allowed: String
  /// The name that was probably meant.
  public let suggestion: String?

  /// One line for a person, in the form that editors and CI pages link to the file.
  public var description: String {
    let place = key.isEmpty ? "" : "\(PrintableText.escaped(key)): "
    let hint = suggestion.map { "; did you mean \(PrintableText.quoted($0))?" } ?? ""
    return "\(PrintableText.escaped(file)):\(line):\(column): error: "
      + "\(place)found \(found), allowed \(allowed)\(hint)"
  }
}

/// All that is wrong in such a file, in the order of its lines.
public struct DocumentErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults; at least one.
  public let errors: [DocumentError]

  package init(errors: [DocumentError]) { self.errors = errors }

  /// What was found, in the order it was found.
  package init(_ findings: Findings) { errors = findings.errors }

  /// One line for each fault.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// A part of a file that is right in itself and that this build cannot serve.
public struct NotAvailable: Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  /// Line, from 1.
  public let line: Int
  /// Column, from 1.
  public let column: Int
  /// The key, with the way to it.
  public let key: String
  /// What is missing, such as `usb: links`.
  public let what: String

  /// One line for a person.
  public var description: String {
    "\(PrintableText.escaped(file)):\(line):\(column): \(PrintableText.escaped(key)): "
      + "\(PrintableText.escaped(what)) not available in this build"
  }
}
