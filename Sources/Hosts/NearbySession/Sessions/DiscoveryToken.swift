public import LabRuntime
import WireFormat

/// The identity of a session for its peer: random, opaque, dead with its session.
public struct DiscoveryToken: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Bytes in a token; the rig's own choice, because Apple's tokens are opaque.
  public static let length = 16

  /// The bytes that an application hands to the other side.
  public let bytes: [UInt8]

  /// A new token.
  public init(random: inout LabRandom) { bytes = random.bytes(Self.length) }

  /// A token as the other side sent it.
  ///
  /// - Throws: ``FrameworkError`` `invalidConfiguration` for other bytes.
  public init(received bytes: [UInt8]) throws(FrameworkError) {
    guard bytes.count == Self.length else {
      throw FrameworkError(
        .invalidConfiguration,
        "\(bytes.count) bytes are no discovery token, which has \(Self.length)")
    }
    self.bytes = bytes
  }

  /// A token that follows from bytes: equal bytes give equal tokens.
  init(derivedFrom data: [UInt8]) {
    var random = LabRandom(seed: Self.seed(data), stream: "derived token")
    bytes = random.bytes(Self.length)
  }

  /// Bytes of any length, as a phone takes them that looks at nothing.
  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// A seed that depends on every byte (FNV-1a).
  static func seed(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The order of the bytes, by which two phones agree on who controls.
  public static func < (left: DiscoveryToken, right: DiscoveryToken) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The first four bytes, which is enough to tell tokens apart.
  public var description: String { "token \(Hexadecimal.encode(bytes.prefix(4)))…" }
}
