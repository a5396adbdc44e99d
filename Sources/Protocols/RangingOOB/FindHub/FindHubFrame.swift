import Digests
public import WireFormat

/// A Ranging OOB message inside the Find Hub network: a write to the beacon actions characteristic,
/// or its notification (Ranging OOB §8).
public struct FindHubFrame: Hashable, Sendable {
  /// The operation.
  public var operation: Operation
  /// Proof that the sender has the account key, 8 bytes.
  public var authentication: [UInt8]
  /// The message, header and all.
  public var data: [UInt8]

  /// The first byte.
  public struct Operation: NamedNumber {
    /// The byte on the wire.
    public let rawValue: UInt8
    /// Any byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0x0A: capabilities.
    public static let capabilities = Operation(rawValue: 0x0A)
    /// 0x0B: configuration.
    public static let configuration = Operation(rawValue: 0x0B)
    /// 0x0D: stop.
    public static let stop = Operation(rawValue: 0x0D)
    /// The names.
    public static let names: [(value: UInt8, name: String)] = [
      (0x0A, "ranging-capabilities"), (0x0B, "ranging-configuration"), (0x0D, "ranging-stop"),
    ]

    /// The operation that carries a kind of message; nil where none is known.
    public init?(carrying kind: OOBMessage.Kind) {
      switch kind {
      case .capabilitiesRequest, .capabilitiesResponse: self = .capabilities
      case .configurationRequest, .configurationResponse: self = .configuration
      case .stopRequest, .stopResponse: self = .stop
      default: return nil
      }
    }
  }

  /// The value of the characteristic when it is read: what one operation is authenticated with.
  public struct Challenge: OOBRecord {
    /// The major version of the protocol, 1.
    public var majorVersion: UInt8 = 1
    /// 8 bytes, good for one operation.
    public var nonce: [UInt8] = []
    /// Version 1.
    public init() {}

    static let table: [RecordField<Self>] = [
      .number("major version", \.majorVersion), .bytes("nonce", 8, \.nonce),
    ]

    /// Reads the value.
    ///
    /// - Throws: ``WireError`` unless it has nine bytes.
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> Challenge {
      var reader = WireReader(bytes)
      let challenge = try Challenge(reading: &reader)
      guard reader.remaining == 0 else { throw OOBMessage.excess(reader.offset, reader.remaining) }
      return challenge
    }

    /// The nine bytes.
    public func encode() -> [UInt8] { bytes }
  }

  /// Bytes of ``authentication``.
  public static let authenticationSize = 8

  /// A frame as it was received.
  public init(operation: Operation, authentication: [UInt8], data: [UInt8]) {
    self.operation = operation
    self.authentication = authentication
    self.data = data
  }

  /// A frame of one who has the account key.
  ///
  /// - Parameters:
  ///   - isAnswer: Whether it is a notification of the board.
  ///   - coversData: Whether the proof covers the message; of a stop both readings are in the world.
  public init(
    operation: Operation, data: [UInt8], key: [UInt8], challenge: Challenge, isAnswer: Bool,
    coversData: Bool = true
  ) {
    self.init(operation: operation, authentication: [], data: data)
    authentication = proof(
      key: key, challenge: challenge, isAnswer: isAnswer, coversData: coversData)
  }

  /// The bytes of one write or notification; data over 247 bytes wraps its length.
  public func encode() -> [UInt8] {
    let length = UInt8(truncatingIfNeeded: Self.authenticationSize + data.count)
    return [operation.rawValue, length] + authentication + data
  }

  /// Reads a frame.
  ///
  /// - Throws: ``WireError`` when bytes are missing or left over.
  public static func decode(_ bytes: [UInt8]) throws(WireError) -> FindHubFrame {
    do throws(WireError) {
      var reader = WireReader(bytes)
      let operation = Operation(rawValue: try reader.read(field: "data id"))
      let length = Int(try reader.read(UInt8.self, field: "data length"))
      guard length == reader.remaining, length >= authenticationSize else {
        throw WireError(
          .invalid, field: "data length", offset: 1, found: "\(length)",
          allowed: "the \(reader.remaining) bytes that follow, at least \(authenticationSize)")
      }
      let authentication = try reader.readBytes(authenticationSize, field: "authentication")
      return FindHubFrame(
        operation: operation, authentication: authentication, data: reader.readRest())
    } catch {
      throw error.within("Find Hub frame")
    }
  }

  /// Whether the sender has the account key.
  public func isAuthentic(
    key: [UInt8], challenge: Challenge, isAnswer: Bool, coversData: Bool = true
  ) -> Bool {
    authentication
      == proof(key: key, challenge: challenge, isAnswer: isAnswer, coversData: coversData)
  }

  private func proof(
    key: [UInt8], challenge: Challenge, isAnswer: Bool, coversData: Bool
  ) -> [UInt8] {
    let length = UInt8(truncatingIfNeeded: Self.authenticationSize + data.count)
    let message =
      challenge.encode() + [operation.rawValue, length] + (coversData ? data : [])
      + (isAnswer ? [1] : [])
    return Array(hmacSHA256(key: key, message).prefix(Self.authenticationSize))
  }
}

/// RFC 2104 with SHA-256.
func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
  let blockSize = 64
  let short = key.count > blockSize ? MessageDigest.sha256(key) : key
  let padded = short + [UInt8](repeating: 0, count: blockSize - short.count)
  let inner = MessageDigest.sha256(padded.map { $0 ^ 0x36 } + message)
  return MessageDigest.sha256(padded.map { $0 ^ 0x5C } + inner)
}
