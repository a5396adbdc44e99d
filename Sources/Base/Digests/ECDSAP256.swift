internal import CLibCrypto
public import Errors

/// A public key for ECDSA signatures over NIST P-256 with SHA-256, as Nordic's and MCUboot's
/// bootloaders carry one.
public struct ECDSAP256PublicKey: Sendable, Equatable {
  /// The point of 64 bytes, x and y with the high byte first.
  public let point: [UInt8]

  /// A SubjectPublicKeyInfo (RFC 5480) of P-256, up to the point.
  private static let header: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
    0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]

  /// The key in DER (SubjectPublicKeyInfo): what MCUboot hashes to name a key.
  public var der: [UInt8] { Self.header + point }

  /// The point of 64 bytes, x and y with the high byte first; with 0x04 in front (X9.63) too.
  /// - Throws: ``RigError``.
  public init(point: [UInt8]) throws(RigError) {
    let bare = point.count == 65 && point[0] == 0x04 ? Array(point.dropFirst()) : point
    guard bare.count == 64, let key = Self(der: Self.header + bare) else {
      throw RigError(
        .malformed,
        reason: "expected a P-256 public key, got \(point.count) bytes that are no point")
    }
    self = key
  }

  /// A key in PEM: `BEGIN PUBLIC KEY`, as `imgtool getpub` and `nrfutil keys display` write it.
  /// - Throws: ``RigError``.
  public init(pem: String) throws(RigError) {
    guard let der = Self.body(of: pem), let key = Self(der: der) else {
      throw RigError(
        .malformed, reason: "expected a P-256 public key in PEM, got text that is none")
    }
    self = key
  }

  init?(der: [UInt8]) {
    guard der.starts(with: Self.header), der.count == Self.header.count + 64,
      CurveKey(publicKey: der) != nil
    else { return nil }
    point = Array(der.dropFirst(Self.header.count))
  }

  /// What the text encodes, with lines of any length: nrfutil's are longer than the usual 64
  /// characters, and it leaves some blank.
  private static func body(of pem: String) -> [UInt8]? {
    let lines = pem.prefix(4096).split(whereSeparator: \.isNewline)
    guard lines.count > 2, lines.first == "-----BEGIN PUBLIC KEY-----",
      lines.last == "-----END PUBLIC KEY-----"
    else { return nil }
    let text = Array(lines.dropFirst().dropLast().joined().utf8)
    var bytes = [UInt8](repeating: 0, count: text.count)
    let count = unsafe Int(EVP_DecodeBlock(&bytes, text, Int32(text.count)))
    // It takes the padding for zeros.
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    return count < padding ? nil : Array(bytes.prefix(count - padding))
  }

  /// Whether a signature of 64 bytes, r and s with the high byte first, signs `message`.
  public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let der = ECDSASignature.der(signature) else { return false }
    return isValid(der: der, for: message)
  }

  /// Whether a signature in DER signs `message`.
  public func isValid(der signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let key = CurveKey(publicKey: der) else { return false }
    return key.isValid(signature, for: message)
  }
}

/// A private key for ECDSA signatures over NIST P-256 with SHA-256.
public struct ECDSAP256PrivateKey: Sendable {
  /// The key that checks what this one signs.
  public let publicKey: ECDSAP256PublicKey
  private let der: [UInt8]

  /// The number of 32 bytes, the high byte first.
  /// - Throws: ``RigError``.
  public init(scalar: [UInt8]) throws(RigError) {
    // An ECPrivateKey (RFC 5915): version 1, the number, the name of the curve.
    der =
      [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20] + scalar
      + [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    guard scalar.count == 32, let publicKey = CurveKey(privateKey: der)?.publicKey,
      let publicKey = ECDSAP256PublicKey(der: publicKey)
    else {
      throw RigError(
        .malformed, reason: "expected a P-256 private key, got \(scalar.count) bytes that are none")
    }
    self.publicKey = publicKey
  }

  /// A signature of 64 bytes, r and s with the high byte first. Every one is different: it holds a
  /// random number.
  /// - Throws: ``RigError`` where the machine gives no random numbers.
  public func signature(for message: [UInt8]) throws(RigError) -> [UInt8] {
    guard let signature = CurveKey(privateKey: der)?.signature(for: message),
      let raw = ECDSASignature.raw(signature)
    else {
      throw RigError(
        .malformed, reason: "expected a signature, got a failure of the cryptographic library")
    }
    return raw
  }
}

/// Both forms of a signature over P-256: DER, and 64 bytes, r and s with the high byte first.
private enum ECDSASignature {
  static func der(_ raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64 else { return nil }
    let signature = unsafe ECDSA_SIG_new()
    defer { unsafe ECDSA_SIG_free(signature) }
    let (r, s) = (Array(raw.prefix(32)), Array(raw.suffix(32)))
    guard unsafe ECDSA_SIG_set0(signature, BN_bin2bn(r, 32, nil), BN_bin2bn(s, 32, nil)) == 1
    else { return nil }
    return unsafe LibCrypto.der { unsafe i2d_ECDSA_SIG(signature, $0) }
  }

  static func raw(_ der: [UInt8]) -> [UInt8]? {
    let read = unsafe LibCrypto.read(der) { unsafe d2i_ECDSA_SIG(nil, $0, $1) }
    guard let read = unsafe read else { return nil }
    defer { unsafe ECDSA_SIG_free(read) }
    guard let r = unsafe LibCrypto.bytes(of: ECDSA_SIG_get0_r(read), count: 32),
      let s = unsafe LibCrypto.bytes(of: ECDSA_SIG_get0_s(read), count: 32)
    else { return nil }
    return r + s
  }
}
