public import Digests
public import Errors

/// The init packet of Nordic's Secure DFU: an init command, mostly with a signature.
public struct InitPacket: Equatable, Sendable {
  /// A signature with its type: 0 is ECDSA over P-256 with SHA-256, 1 is Ed25519.
  public struct Signature: Equatable, Sendable {
    /// The number of the signature's kind.
    public var type: UInt32
    /// As the packet holds it: r and s, each with its low byte first.
    public var bytes: [UInt8]

    /// A signature as the packet holds it.
    public init(type: UInt32, bytes: [UInt8]) {
      self.type = type
      self.bytes = bytes
    }
  }

  /// The operation; 1 is INIT.
  public var operation: UInt32
  /// What is signed.
  public var command: InitCommand
  /// The signature; `nil` for an unsigned packet.
  public var signature: Signature?
  /// The packet as it was read, which is what is sent.
  public let bytes: [UInt8]
  /// The init command as it was read, without the operation around it: what the signature signs
  /// (observed: nrfutil 6.1.7).
  public let signedBytes: [UInt8]

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
    for field in try Protobuf.fields(bytes, in: format, message: "packet") {
      switch (field.number, field.value) {
      case (1, .bytes(let message)): plain = message
      case (2, .bytes(let message)): signed = message
      default: break
      }
    }
    if let signed {
      var type: UInt32 = 0
      for field in try Protobuf.fields(signed, in: format, message: "signed command") {
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
    for field in try Protobuf.fields(plain ?? [], in: format, message: "command") {
      switch (field.number, field.value) {
      case (1, .number(let value)): operation = UInt32(truncatingIfNeeded: value)
      case (2, .bytes(let value)): message = value
      default: break
      }
    }
    guard let operation, let message else {
      throw ImageError(
        .missing, format, .byte(0), field: "init command", found: "none", allowed: "one",
        advice: "The file is no init packet, or one for the older DFU of SDK 11 and before.")
    }
    self.operation = operation
    signedBytes = message
    command = try InitCommand(message)
  }

  /// A packet for a command, signed where a key is given.
  ///
  /// - Throws: ``RigError``.
  public init(
    _ command: InitCommand, key: ECDSAP256PrivateKey? = nil
  ) throws(RigError) {
    operation = 1
    self.command = command
    signedBytes = command.encoded
    if let key {
      signature = Signature(type: 0, bytes: Self.turned(try key.signature(for: signedBytes)))
    }
    bytes = Self.packetBytes(Self.commandBytes(operation: 1, command), signature)
  }

  /// The packet written from its fields. The same bytes as were read, where nrfutil wrote them.
  public var encoded: [UInt8] {
    Self.packetBytes(Self.commandBytes(operation: operation, command), signature)
  }

  /// Whether the signature is by the owner of `key`; nil where there is none, or none of ECDSA.
  public func isSigned(by key: ECDSAP256PublicKey) -> Bool? {
    guard let signature, signature.type == 0 else { return nil }
    return key.isValid(Self.turned(signature.bytes), for: signedBytes)
  }

  /// Whether the command's hash is the one of `firmware`; nil where it has none of SHA-256.
  public func hashMatches(_ firmware: [UInt8]) -> Bool? {
    guard let hash = command.hash, hash.type == 3 else { return nil }
    return hash.bytes == MessageDigest.sha256(firmware).reversed()
  }

  private static func commandBytes(operation: UInt32, _ command: InitCommand) -> [UInt8] {
    Protobuf.encode([
      ProtobufField(number: 1, value: .number(UInt64(operation))),
      ProtobufField(number: 2, value: .bytes(command.encoded)),
    ])
  }

  private static func packetBytes(_ command: [UInt8], _ signature: Signature?) -> [UInt8] {
    guard let signature else {
      return Protobuf.encode([ProtobufField(number: 1, value: .bytes(command))])
    }
    let signed = Protobuf.encode([
      ProtobufField(number: 1, value: .bytes(command)),
      ProtobufField(number: 2, value: .number(UInt64(signature.type))),
      ProtobufField(number: 3, value: .bytes(signature.bytes)),
    ])
    return Protobuf.encode([ProtobufField(number: 2, value: .bytes(signed))])
  }

  /// r and s, each turned round.
  private static func turned(_ signature: [UInt8]) -> [UInt8] {
    guard signature.count == 64 else { return signature }
    return signature[0..<32].reversed() + signature[32..<64].reversed()
  }
}
