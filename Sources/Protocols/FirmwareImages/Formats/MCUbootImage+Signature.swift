public import Digests

extension MCUbootImage {
  /// Whether the owner of `key` signed the image; nil where it has no ECDSA signature, or is
  /// encrypted, so that what was signed is not known.
  ///
  /// - Parameter bytes: The image from its header on, as it was read.
  public func isSigned(by key: ECDSAP256PublicKey, in bytes: [UInt8]) -> Bool? {
    guard !isEncrypted, let signature = values(of: SignatureKind.ecdsa.rawValue).first else {
      return nil
    }
    return key.isValid(
      der: signature, for: bytes.part(0, headerSize + imageSize + protectedSize))
  }

  /// Whether the image names `key` as the one that signed it; nil where it names none.
  public func names(_ key: ECDSAP256PublicKey) -> Bool? {
    values(of: 0x01).first.map { $0 == MessageDigest.sha256(key.der) }
  }
}
