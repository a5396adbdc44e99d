public import FoundationEssentials
public import Journal

extension Date: DocumentValue {
  /// The second in UTC as ISO 8601 writes it.
  public var json: JSONValue { .string(formatted(.iso8601)) }
  /// A text of that form.
  public static var rule: [JSONValue.Member] {
    [.init("type", .string("string")), .init("format", .string("date-time"))]
  }
  /// The first second that a computer counts.
  public static var sample: Date { Date(timeIntervalSince1970: 0) }
}
