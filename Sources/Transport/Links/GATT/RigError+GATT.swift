public import Errors

extension RigError {
  /// A failed GATT operation of a device. An answer of its server keeps the number of the attribute
  /// protocol in the reason.
  public static func gatt(_ code: Code, device: String, operation: String) -> RigError {
    let words = code == .closed ? "disconnected" : code.description
    let number = code.attributeError.map { " (ATT error \($0))" } ?? ""
    return RigError(code, device, reason: "\(operation): \(words)\(number)")
  }
}

extension RigError.Code {
  /// This computer has no Bluetooth adapter that is on.
  public static let noAdapter = Self("no Bluetooth adapter")
  /// The value may not be read.
  public static let readNotPermitted = Self("read not permitted")
  /// The value may not be written.
  public static let writeNotPermitted = Self("write not permitted")
  /// The link is not authenticated.
  public static let insufficientAuthentication = Self("insufficient authentication")
  /// The request is not supported.
  public static let requestNotSupported = Self("request not supported")
  /// There is no such attribute.
  public static let attributeNotFound = Self("attribute not found")
  /// The value is longer than the attribute or the MTU allows.
  public static let invalidLength = Self("invalid length")
  /// The link is not encrypted.
  public static let insufficientEncryption = Self("insufficient encryption")
  /// The device refused to pair.
  public static let pairingFailed = Self("pairing failed")

  /// The value is not proven to be from one who may write it.
  public static let unauthenticated = Self("unauthenticated")
  /// The value is none that is taken.
  public static let invalidValue = Self("invalid value")

  private static let attributeErrors: [Self: UInt8] = [
    .readNotPermitted: 0x02, .writeNotPermitted: 0x03, .insufficientAuthentication: 0x05,
    .requestNotSupported: 0x06, .attributeNotFound: 0x0A, .invalidLength: 0x0D,
    .insufficientEncryption: 0x0F, .unauthenticated: 0x80, .invalidValue: 0x81,
  ]

  /// What a number of the attribute protocol stands for; `refused` for all that are not told apart.
  public init(attributeError number: UInt8) {
    self = Self.attributeErrors.first { $0.value == number }?.key ?? .refused
  }

  /// The error code of the attribute protocol; nil for what is not an answer of the server.
  var attributeError: UInt8? { Self.attributeErrors[self] }

  /// Whether a server has refused what it was asked: it is there, and has done nothing.
  public var isAttributeRefusal: Bool { attributeError != nil || self == .refused }
}
