internal import Crypto

/// The message digests that image and boot formats carry.
///
/// MD5 is here because the ESP ROM loader verifies with it; it proves that bytes arrived, not who
/// wrote them.
public enum MessageDigest: String, Sendable, CaseIterable {
  case sha256
  case sha384
  case sha512
  case md5

  /// The digest of `bytes`: 32, 48, 64 or 16 bytes.
  public func callAsFunction(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let data = Array(bytes)
    return switch self {
    case .sha256: Array(SHA256.hash(data: data))
    case .sha384: Array(SHA384.hash(data: data))
    case .sha512: Array(SHA512.hash(data: data))
    case .md5: Array(Insecure.MD5.hash(data: data))
    }
  }
}
