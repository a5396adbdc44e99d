/// Why a file is not the image that it should be, or cannot become the one that is asked for.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of rule that was broken; its raw value is the word that is printed.
  public enum Code: String, Sendable {
    /// The file ends before what it announces.
    case truncated
    /// A value that the format does not allow.
    case invalid
    /// A sum, digest or check that does not match its bytes.
    case checksum
    /// Two contents for one address.
    case overlap
    /// An address that does not exist.
    case address
    /// More than may be, such as an archive that unpacks to much more than its size.
    case oversize
    /// A form of the format that is not read here.
    case unsupported
    /// Something that has to be there and is not.
    case missing
  }

  /// Where in the file.
  public enum Place: Hashable, Sendable {
    case file
    /// A line of a text file, counted from 1.
    case line(Int)
    /// An offset in bytes from the start of the file, or of the member that `field` names.
    case byte(Int)
  }

  /// The kind of rule that was broken.
  public let code: Code
  /// The format that was read or written, such as `Intel HEX`.
  public let format: String
  /// Where.
  public let place: Place
  /// The part of the format that is at fault.
  public let field: String
  /// The value that was found, in words, fit for a terminal.
  public let found: String
  /// The allowed values, in words.
  public let allowed: String
  /// The advice to the user; may be empty.
  public let advice: String

  /// An error about one field.
  public init(
    _ code: Code, _ format: String, _ place: Place, field: String, found: String, allowed: String,
    advice: String = ""
  ) {
    self.code = code
    self.format = format
    self.place = place
    self.field = field
    self.found = found
    self.allowed = allowed
    self.advice = advice
  }

  /// One line for a person.
  public var description: String {
    let spot =
      switch place {
      case .file: ""
      case .line(let number): ", line \(number)"
      case .byte(let offset): ", byte \(offset)"
      }
    let sentence =
      "\(format)\(spot), \(field): expected \(allowed), got \(found) (\(code.rawValue))"
    return advice.isEmpty ? sentence : "\(sentence). \(advice)"
  }

  static func empty(_ format: String) -> ImageError {
    ImageError(
      .missing, format, .file, field: "contents", found: "no bytes to write",
      allowed: "at least one", advice: "Check that this is the file that the build made.")
  }

  /// The file ends before `field`.
  static func truncated(
    _ format: String, at offset: Int, field: String, has count: Int, needs size: Int
  ) -> ImageError {
    ImageError(
      .truncated, format, .byte(offset), field: field, found: "\(max(0, count)) bytes",
      allowed: "\(size) bytes",
      advice: "The file was cut off: copy or download it again.")
  }
}
