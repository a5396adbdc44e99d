/// The code with which a server refuses a request (Bluetooth Core 5.4, volume 3, part F, 3.4.1.1).
/// Any byte: applications and later versions have codes of their own.
public struct AttributeError: RawRepresentable, Hashable, Sendable, Error, CustomStringConvertible {
  /// The byte of the error response.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no attribute of this handle.
  public static let invalidHandle = Self(rawValue: 0x01)
  /// The value may not be read.
  public static let readNotPermitted = Self(rawValue: 0x02)
  /// The value may not be written.
  public static let writeNotPermitted = Self(rawValue: 0x03)
  /// The request has not the bytes that it must have.
  public static let invalidPDU = Self(rawValue: 0x04)
  /// The server does not know the request.
  public static let requestNotSupported = Self(rawValue: 0x06)
  /// The offset is behind the end of the value.
  public static let invalidOffset = Self(rawValue: 0x07)
  /// The server takes no more parts of a long write.
  public static let prepareQueueFull = Self(rawValue: 0x09)
  /// No attribute of this kind is in the range.
  public static let attributeNotFound = Self(rawValue: 0x0A)
  /// The value cannot be read in parts.
  public static let attributeNotLong = Self(rawValue: 0x0B)
  /// The value has not the length of this attribute.
  public static let invalidValueLength = Self(rawValue: 0x0D)
  /// The link is not encrypted.
  public static let insufficientEncryption = Self(rawValue: 0x0F)
  /// The type groups no attributes.
  public static let unsupportedGroup = Self(rawValue: 0x10)

  /// The standard's words for the codes from 1 on.
  private static let words = [
    "invalid handle", "read not permitted", "write not permitted", "invalid PDU",
    "insufficient authentication", "request not supported", "invalid offset",
    "insufficient authorization", "prepare queue full", "attribute not found", "attribute not long",
    "encryption key too short", "invalid length", "unlikely error", "insufficient encryption",
    "unsupported group type", "insufficient resources",
  ]

  /// The standard's words; the number alone where it has none.
  public var description: String {
    (1...Self.words.count).contains(Int(rawValue))
      ? Self.words[Int(rawValue) - 1] : "error 0x" + String(rawValue, radix: 16, uppercase: true)
  }
}
