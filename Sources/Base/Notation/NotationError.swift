/// Why a text that a person wrote cannot be read.
public struct NotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of the text, such as `link, character 6`; empty where there is only one.
  public let subject: String
  /// Where the fault stands, in characters from the start of the text.
  public let offset: Int
  /// The expected text, in words.
  public let expected: String
  /// The text that came, safe to print.
  public let got: String
  /// The nearest valid text.
  public let suggestion: String?

  /// A fault of a text.
  public init(
    _ subject: String = "", offset: Int = 0, expected: String, got: String,
    suggestion: String? = nil
  ) {
    self.subject = PrintableText.escaped(subject, limit: 60)
    self.offset = offset
    self.expected = expected
    self.got = got
    self.suggestion = suggestion
  }

  /// One line for a person.
  public var description: String {
    (subject.isEmpty ? "" : "\(subject): ") + "expected \(expected), got \(got)"
      + (suggestion.map { "; did you mean \(PrintableText.quoted($0))?" } ?? "")
  }
}
