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
  /// The value that was found, in words and safe to print.
  public let found: String
  /// The allowed values, in words; ``yaml`` where the text cannot be read, and `found` says why.
  public let allowed: String
  /// The name that was probably meant.
  public let suggestion: String?

  static let yaml = "YAML"

  /// One line for a person, in the form that editors and CI pages link to the file.
  public var description: String {
    let place = key.isEmpty ? "" : "\(PrintableText.escaped(key)): "
    let hint = suggestion.map { "; did you mean \(PrintableText.code($0))?" } ?? ""
    let fault =
      allowed == Self.yaml ? "invalid YAML: \(found)" : "expected \(allowed), got \(found)"
    return "\(PrintableText.escaped(file)):\(line):\(column): error: \(place)\(fault)\(hint)"
  }
}

/// All that is wrong in such a file, in the order of its lines.
public struct DocumentErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults; at least one.
  public let errors: [DocumentError]

  package init(errors: [DocumentError]) { self.errors = errors }

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
  /// The missing part, such as `usb: links`.
  public let what: String

  /// One line for a person.
  public var description: String {
    "\(PrintableText.escaped(file)):\(line):\(column): \(PrintableText.escaped(key)): "
      + "\(PrintableText.escaped(what)) not available in this build"
  }
}
