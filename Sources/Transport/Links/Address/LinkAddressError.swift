import Notation

/// Why a text is not a link of a rig file.
public struct LinkAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the fault stands, in characters from the start of the text.
  public let offset: Int
  /// The text that was found, safe to print.
  public let found: String
  /// The expected text, in words.
  public let allowed: String
  /// The nearest valid text.
  public let suggestion: String?

  /// One line for a person.
  public var description: String {
    let hint = suggestion.map { "; did you mean \(PrintableText.quoted($0))?" } ?? ""
    return "link, character \(offset + 1): found \(found), allowed \(allowed)\(hint)"
  }
}
