internal import CLibCrypto

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
    precondition(Self.isReady, "libcrypto does not start")
    let data = Array(bytes)
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count = 0
    let isDone = unsafe EVP_Q_digest(nil, name, nil, data, data.count, &digest, &count) == 1
    precondition(isDone, "libcrypto has no \(name)")
    return Array(digest.prefix(count))
  }

  /// Whether libcrypto has started: without the machine's `openssl.cnf`, which may switch algorithms
  /// off and costs a file to read.
  static let isReady =
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  /// The name in OpenSSL.
  private var name: String {
    switch self {
    case .sha256: "SHA2-256"
    case .sha384: "SHA2-384"
    case .sha512: "SHA2-512"
    case .md5: "MD5"
    }
  }
}
