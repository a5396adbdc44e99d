/// Why a GATT operation failed.
public struct GATTError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. The set may grow.
  public struct Code: Hashable, Sendable {
    /// The error code of the attribute protocol; nil for what is not an answer of the server.
    public let attributeError: UInt8?
    /// The words for this kind.
    public let words: String

    /// The value may not be read.
    public static let readNotPermitted = Code(attributeError: 0x02, words: "read not permitted")
    /// The value may not be written.
    public static let writeNotPermitted = Code(attributeError: 0x03, words: "write not permitted")
    /// The link is not authenticated.
    public static let insufficientAuthentication = Code(
      attributeError: 0x05, words: "insufficient authentication")
    /// The request is not supported.
    public static let requestNotSupported = Code(
      attributeError: 0x06, words: "request not supported")
    /// There is no such attribute.
    public static let attributeNotFound = Code(attributeError: 0x0A, words: "attribute not found")
    /// The value is longer than the attribute or the MTU allows.
    public static let invalidLength = Code(attributeError: 0x0D, words: "invalid length")
    /// The link is not encrypted.
    public static let insufficientEncryption = Code(
      attributeError: 0x0F, words: "insufficient encryption")
    /// The device refused to pair.
    public static let pairingFailed = Code(attributeError: nil, words: "pairing failed")
    /// The connection has ended.
    public static let disconnected = Code(attributeError: nil, words: "disconnected")
    /// A deadline passed.
    public static let timedOut = Code(attributeError: nil, words: "timed out")
    /// The task was cancelled.
    public static let cancelled = Code(attributeError: nil, words: "cancelled")
  }

  /// The kind of failure.
  public let code: Code
  /// The device, by its name.
  public let device: String
  /// The operation, in words.
  public let operation: String

  /// An error of one operation.
  public init(_ code: Code, device: String, operation: String) {
    self.code = code
    self.device = device
    self.operation = operation
  }

  /// One line for a person.
  public var description: String {
    let number = code.attributeError.map { " (ATT error \($0))" } ?? ""
    return "\(device): \(operation): \(code.words)\(number)"
  }
}
