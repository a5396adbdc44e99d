/// Why a sequence of bytes does not hold what its layout says.
///
/// Every error names the field, the place and what was found, so that a person can point at the byte.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of rule that was broken. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The word for this kind, as it is printed.
    public let description: String
    /// A kind with a word of its own.
    public init(_ description: String) { self.description = description }

    /// Fewer bytes than the field needs.
    public static let truncated = Code("truncated")
    /// Bytes are left over where none may be.
    public static let excess = Code("excess")
    /// A value that the layout does not allow.
    public static let invalid = Code("invalid")
    /// A value longer than its length field can say.
    public static let oversize = Code("oversize")
  }

  /// The kind of rule that was broken.
  public let code: Code
  /// The message that was read, such as `SESSION_INIT_RSP`; empty below the message layer.
  public var message: String
  /// The field that could not be read.
  public let field: String
  /// Offset of the field, in bytes from the start of what was read.
  public let offset: Int
  /// The value that was found, in words.
  public let found: String
  /// The allowed values, in words.
  public let allowed: String

  /// An error about one field.
  public init(
    _ code: Code, message: String = "", field: String, offset: Int, found: String, allowed: String
  ) {
    self.code = code
    self.message = message
    self.field = field
    self.offset = offset
    self.found = found
    self.allowed = allowed
  }

  /// The same error with the name of the message that was read.
  public func within(_ message: String) -> WireError {
    var copy = self
    copy.message = message
    return copy
  }

  /// One line for a person.
  public var description: String {
    let place = message.isEmpty ? field : "\(message).\(field)"
    return "\(place) at byte \(offset): expected \(allowed), got \(found) (\(code))"
  }
}
