internal import CLibCrypto

/// OpenSSL's libcrypto.
enum LibCrypto {
  /// Whether it has started: without the machine's `openssl.cnf`, which may switch algorithms off
  /// and costs a file to read.
  static let isReady = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  /// The bytes of a number, the high byte first; nil where it needs more than `count`.
  static func bytes(of number: OpaquePointer?, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe BN_bn2binpad(number, &bytes, Int32(count)) < 0 ? nil : bytes
  }

  /// The output of a function of the family `i2d_…`; nil where it fails.
  static func der(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) -> [UInt8]? {
    let count = Int(encode(nil))
    guard count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var place = buffer.baseAddress
      return unsafe Int(encode(&place))
    }
    return written == count ? bytes : nil
  }

  /// The object read by a function of the family `d2i_…`, to be freed; nil where it refuses the bytes.
  static func read(
    _ der: [UInt8], _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
  ) -> OpaquePointer? {
    unsafe der.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return unsafe decode(&place, buffer.count)
    }
  }
}

/// An elliptic-curve key of libcrypto.
@safe
struct CurveKey: ~Copyable {
  private let pointer: OpaquePointer

  /// A public key in DER (SubjectPublicKeyInfo); nil where it is none.
  init?(publicKey der: [UInt8]) {
    guard LibCrypto.isReady else { return nil }
    let read = unsafe LibCrypto.read(der) { unsafe d2i_PUBKEY(nil, $0, $1) }
    guard let read = unsafe read else { return nil }
    unsafe pointer = read
  }

  /// A private key in DER (SEC 1); nil where it is none, or out of the curve's range.
  init?(privateKey der: [UInt8]) {
    guard LibCrypto.isReady else { return nil }
    let read = unsafe LibCrypto.read(der) { unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, $0, $1) }
    guard let read = unsafe read else { return nil }
    let check = unsafe EVP_PKEY_CTX_new_from_pkey(nil, read, nil)
    defer { unsafe EVP_PKEY_CTX_free(check) }
    guard unsafe EVP_PKEY_private_check(check) == 1 else {
      unsafe EVP_PKEY_free(read)
      return nil
    }
    unsafe pointer = read
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// The public key in DER (SubjectPublicKeyInfo).
  var publicKey: [UInt8]? { unsafe LibCrypto.der { unsafe i2d_PUBKEY(pointer, $0) } }

  /// A signature in DER, over the SHA-256 of `message`.
  func signature(for message: [UInt8]) -> [UInt8]? {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    var count = 0
    guard
      unsafe EVP_DigestSignInit_ex(context, nil, "SHA2-256", nil, nil, pointer, nil) == 1,
      unsafe EVP_DigestSign(context, nil, &count, message, message.count) == 1
    else { return nil }
    var signature = [UInt8](repeating: 0, count: count)
    let isDone =
      unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    return isDone ? Array(signature.prefix(count)) : nil
  }

  /// Whether a signature in DER is over the SHA-256 of `message`.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    return unsafe EVP_DigestVerifyInit_ex(context, nil, "SHA2-256", nil, nil, pointer, nil) == 1
      && EVP_DigestVerify(
        context, signature, signature.count, message, message.count) == 1
  }
}
