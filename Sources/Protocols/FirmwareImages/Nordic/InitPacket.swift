internal import BootProtocols
internal import Digests

/// The init packet of Nordic's Secure DFU: an init command, mostly with a signature.
public struct InitPacket: Equatable, Sendable {
  /// A signature with its type: 0 is ECDSA over P-256 with SHA-256, 1 is Ed25519.
  public struct Signature: Equatable, Sendable {
    /// The number of the signature's kind.
    public var type: UInt32
    /// As the packet holds it: r and s, each with its low byte first.
    public var bytes: [UInt8]
  }

  /// The signed command.
  public var command: InitCommand
  /// The signature; `nil` for an unsigned packet.
  public var signature: Signature?
  /// The packet as it was read, which is what is sent.
  public let bytes: [UInt8]

  /// The most bytes that a bootloader takes.
  public static let mostBytes = 512

  /// Reads a `.dat` file.
  ///
  /// - Throws: ``ImageError``.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    let format = InitCommand.format
    self.bytes = bytes
    var plain: [UInt8]?
    var signed: [UInt8]?
    for field in try ProtocolBuffer.fields(bytes, in: format, message: "packet") {
      switch (field.number, field.value) {
      case (1, .bytes(let message)): plain = message
      case (2, .bytes(let message)): signed = message
      default: break
      }
    }
    if let signed {
      var type: UInt32 = 0
      for field in try ProtocolBuffer.fields(signed, in: format, message: "signed command") {
        switch (field.number, field.value) {
        case (1, .bytes(let message)): plain = message
        case (2, .number(let value)): type = UInt32(truncatingIfNeeded: value)
        case (3, .bytes(let value)): signature = Signature(type: type, bytes: value)
        default: break
        }
      }
    }
    var operation: UInt32?
    var message: [UInt8]?
    for field in try ProtocolBuffer.fields(plain ?? [], in: format, message: "command") {
      switch (field.number, field.value) {
      case (1, .number(let value)): operation = UInt32(truncatingIfNeeded: value)
      case (2, .bytes(let value)): message = value
      default: break
      }
    }
    guard operation != nil, let message else {
      throw ImageError(
        .missing, format, .byte(0), field: "init command", found: "none", allowed: "one",
        advice: "The file is no init packet, or one for the older DFU of SDK 11 and before.")
    }
    command = try InitCommand(message)
  }

  /// Whether the command's hash is the one of `firmware`; nil where it has none of SHA-256.
  public func hashMatches(_ firmware: [UInt8]) -> Bool? {
    guard let hash = command.hash, hash.type == 3 else { return nil }
    return hash.bytes == MessageDigest.sha256(firmware).reversed()
  }
}
