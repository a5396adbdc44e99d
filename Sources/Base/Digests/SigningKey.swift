internal import CLibCrypto

/// A pair of keys of Ed25519 (RFC 8032): who has the secret half shows by signatures that the public
/// half is his.
public struct SigningKey: Sendable {
  /// Bytes of either half.
  public static let count = 32
  /// The secret half.
  public let secret: [UInt8]
  /// The half that everybody may know.
  public let publicKey: [UInt8]

  /// The pair of a secret half; nil for one that has not 32 bytes.
  public init?(secret: [UInt8]) {
    guard secret.count == Self.count, MessageDigest.isReady else { return nil }
    let key = unsafe EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, secret, secret.count)
    defer { unsafe EVP_PKEY_free(key) }
    var found = [UInt8](repeating: 0, count: Self.count)
    var count = found.count
    guard unsafe EVP_PKEY_get_raw_public_key(key, &found, &count) == 1, count == Self.count else {
      return nil
    }
    (self.secret, publicKey) = (secret, found)
  }

  /// Bytes of chance, for a secret half or a number that is used once.
  public static func fresh() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// The signature of a message: 64 bytes.
  public func signature(of message: [UInt8]) -> [UInt8] {
    let key = unsafe EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, secret, secret.count)
    let context = unsafe EVP_MD_CTX_new()
    defer {
      unsafe EVP_MD_CTX_free(context)
      unsafe EVP_PKEY_free(key)
    }
    var signature = [UInt8](repeating: 0, count: 2 * Self.count)
    var count = signature.count
    let isBegun = unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1
    let isDone =
      unsafe EVP_DigestSign(
        context, &signature, &count, message, message.count) == 1
    precondition(isBegun && isDone, "libcrypto does not sign")
    return signature
  }

  /// Whether a message was signed by who has the secret half of `publicKey`.
  public static func isSigned(
    _ message: [UInt8], by publicKey: [UInt8], _ signature: [UInt8]
  ) -> Bool {
    guard publicKey.count == count, MessageDigest.isReady else { return false }
    let key = unsafe EVP_PKEY_new_raw_public_key_ex(
      nil, "ED25519", nil, publicKey, publicKey.count)
    let context = unsafe EVP_MD_CTX_new()
    defer {
      unsafe EVP_MD_CTX_free(context)
      unsafe EVP_PKEY_free(key)
    }
    guard unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
    return unsafe EVP_DigestVerify(
      context, signature, signature.count, message, message.count) == 1
  }
}
