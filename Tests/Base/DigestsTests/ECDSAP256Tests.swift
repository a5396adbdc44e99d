import Digests
import Errors
import Testing

/// The key pair of RFC 6979 A.2.5, and what is known of it and of the curve.
private enum Known {
  static let scalar = bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
  static let x = bytes("60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6")
  static let y = bytes("7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")
  /// Its signatures with SHA-256.
  static let signatures: [(message: String, r: [UInt8], s: [UInt8])] = [
    (
      "sample", bytes("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"),
      bytes("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8")
    ),
    (
      "test", bytes("F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"),
      bytes("019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083")
    ),
  ]
  /// The prime of the field and the order of the curve's group (SEC 2).
  static let prime = bytes("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF")
  static let order = bytes("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")

  static let pem = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7
    Yfps5mliLmDyn7Z5A/4QCLi8maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
    -----END PUBLIC KEY-----

    """
}

@Suite("ECDSA over P-256")
struct ECDSAP256Tests {
  private let key: ECDSAP256PublicKey
  private let message = Array(Known.signatures[0].message.utf8)
  private let r = Known.signatures[0].r
  private let s = Known.signatures[0].s

  init() throws { key = try ECDSAP256PublicKey(point: Known.x + Known.y) }

  /// A number as DER has it.
  private func integer(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = Array(bytes.drop { $0 == 0 })
    if bytes.isEmpty || bytes[0] >= 0x80 { bytes.insert(0, at: 0) }
    return [0x02, UInt8(bytes.count)] + bytes
  }

  /// A sequence in DER.
  private func sequence(_ body: [UInt8]) -> [UInt8] { [0x30, UInt8(body.count)] + body }

  @Test("the signatures of RFC 6979 are valid, raw and in DER", arguments: Known.signatures.indices)
  func published(index: Int) {
    let (text, r, s) = Known.signatures[index]
    #expect(key.isValid(r + s, for: Array(text.utf8)))
    #expect(key.isValid(der: sequence(integer(r) + integer(s)), for: Array(text.utf8)))
  }

  @Test("a scalar has the published public key")
  func publicKey() throws {
    #expect(try ECDSAP256PrivateKey(scalar: Known.scalar).publicKey == key)
    #expect(key.point == Known.x + Known.y)
  }

  @Test("what a key signs, its public key finds valid, and the other's does not")
  func signing() throws {
    let own = try ECDSAP256PrivateKey(scalar: Known.scalar)
    let other = try ECDSAP256PrivateKey(scalar: Array(repeating: 7, count: 32))
    for length in [0, 1, 1_000] {
      let message = Array(repeating: UInt8(0x5A), count: length)
      let signature = try own.signature(for: message)
      #expect(signature.count == 64)
      #expect(key.isValid(signature, for: message))
      #expect(!other.publicKey.isValid(signature, for: message))
      #expect(!key.isValid(signature, for: message + [0]))
    }
  }

  @Test("a signature with any bit turned is refused", arguments: 0..<64)
  func turned(place: Int) {
    var signature = r + s
    for bit in 0..<8 {
      signature[place] ^= 1 << bit
      #expect(!key.isValid(signature, for: message))
      signature[place] ^= 1 << bit
    }
  }

  @Test("numbers out of the range from 1 to the order are refused")
  func range() {
    let zero = Array(repeating: UInt8(0), count: 32)
    let highest = Array(repeating: UInt8(0xFF), count: 32)
    for number in [zero, Known.order, highest] {
      for (r, s) in [(number, s), (r, number), (number, number)] {
        #expect(!key.isValid(r + s, for: message))
        #expect(!key.isValid(der: sequence(integer(r) + integer(s)), for: message))
      }
    }
  }

  @Test("a raw signature of another length is refused")
  func length() {
    for signature in [[], r, r + s.dropLast(), [0] + r + s, r + s + [0]] {
      #expect(!key.isValid(signature, for: message))
    }
  }

  @Test("DER that is not the one encoding of a signature is refused")
  func malformed() {
    let (first, second) = (integer(r), integer(s))
    let body = first + second
    let good = sequence(body)
    let bad: [[UInt8]] = [
      [], [0x30], [0x30, 0x00], Array(good.dropLast()), good + [0x00],
      // A length in two bytes, and one that is not said.
      [0x30, 0x81, UInt8(body.count)] + body, [0x30, 0x80] + body + [0x00, 0x00],
      // One number, three numbers, another tag.
      sequence(first), sequence(body + [0x02, 0x01, 0x01]), [0x31] + good.dropFirst(),
      // A needless zero in front, and the same bytes as a negative number.
      sequence([0x02, UInt8(r.count + 2), 0x00, 0x00] + r + second),
      sequence([0x02, UInt8(r.count)] + r + second),
      // The raw form.
      r + s,
    ]
    #expect(key.isValid(der: good, for: message))
    for signature in bad { #expect(!key.isValid(der: signature, for: message)) }
  }
}

@Suite("keys for P-256")
struct ECDSAP256KeyTests {
  @Test("a point is read with and without its X9.63 prefix")
  func point() throws {
    let bare = try ECDSAP256PublicKey(point: Known.x + Known.y)
    #expect(try ECDSAP256PublicKey(point: [0x04] + Known.x + Known.y) == bare)
  }

  @Test("what is no point of the curve is refused")
  func noPoint() {
    let zero = Array(repeating: UInt8(0), count: 32)
    var next = Known.y
    next[31] ^= 1
    let points: [[UInt8]] = [
      [], [0x00], Known.x, Known.x + next, Known.y + Known.x, zero + zero, zero + Known.y,
      Known.prime + Known.y, Known.x + Known.prime, [0x03] + Known.x, [0x05] + Known.x + Known.y,
      [0x04] + Known.x + next, Known.x + Known.y + [0],
    ]
    for point in points {
      let error = #expect(throws: RigError.self) { try ECDSAP256PublicKey(point: point) }
      #expect(
        error?.description
          == "expected a P-256 public key, got \(point.count) bytes that are no point")
    }
  }

  @Test("a scalar lies between 1 and the order, in 32 bytes")
  func scalars() throws {
    var one = Array(repeating: UInt8(0), count: 32)
    let zero = one
    one[31] = 1
    var last = Known.order
    last[31] -= 1
    // They are opposite: one times the base point, and minus one times it.
    let (low, high) = (
      try ECDSAP256PrivateKey(scalar: one).publicKey.point,
      try ECDSAP256PrivateKey(scalar: last).publicKey.point
    )
    #expect(low.prefix(32) == high.prefix(32))
    #expect(low != high)
    let highest = Array(repeating: UInt8(0xFF), count: 32)
    for scalar in [zero, Known.order, highest, [], Known.scalar.dropLast(), Known.scalar + [0]] {
      #expect(throws: RigError.self) { try ECDSAP256PrivateKey(scalar: scalar) }
    }
  }

  @Test("PEM is read with lines of any length and with blank lines")
  func pem() throws {
    let expected = try ECDSAP256PublicKey(point: Known.x + Known.y)
    #expect(try ECDSAP256PublicKey(pem: Known.pem) == expected)
    let lines = Known.pem.split(separator: "\n")
    let long = [lines[0], lines[1] + lines[2], "", lines[3], ""].joined(separator: "\r\n")
    #expect(try ECDSAP256PublicKey(pem: long) == expected)
  }

  @Test("the key in DER is what PEM holds")
  func der() throws {
    let key = try ECDSAP256PublicKey(pem: Known.pem)
    let prefix = "3059301306072A8648CE3D020106082A8648CE3D03010703420004"
    #expect(key.der == bytes(prefix) + Known.x + Known.y)
  }

  @Test(
    "PEM that holds no key of P-256 is refused",
    arguments: [
      "", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n",
      Known.pem.replacing("PUBLIC KEY", with: "EC PUBLIC KEY"),
      Known.pem.replacing("END PUBLIC", with: "END PRIVATE"),
      Known.pem.replacing("imQ==", with: "img=="), Known.pem.replacing("imQ==", with: ""),
      Known.pem.replacing("MFkw", with: "M?kw"), Known.pem.replacing("MFkw", with: "MF-w"),
      Known.pem + Known.pem,
      // Compressed.
      """
      -----BEGIN PUBLIC KEY-----
      MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADYP7UuiVanTHJYet0xjVtaMBJuJI7
      Yfps5mliLmDyn7Y=
      -----END PUBLIC KEY-----
      """,
      // Of secp256k1, whose points are as long.
      """
      -----BEGIN PUBLIC KEY-----
      MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAENhtvZF1Xe+VaHsw0Gc2Fv29ceDYES00M
      fu4Sc1X+I6QlPd2qA/uSzMzl9wJC/l0iV7r1aCqo7Kh89p4B+dKiqA==
      -----END PUBLIC KEY-----
      """,
      // Of P-384.
      """
      -----BEGIN PUBLIC KEY-----
      MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE45YwEkNxTy7LmLvAwGDQ3zgQ9KvWlqtb
      Fbx27ZkKDpu6WJBAEH/8I2nSYeISOH/pDTuOJJglLQXKYZBXExIaCzyQa0qhofWp
      78UhEJBGP+Gt4PZ62E4zovazzjuQvvNm
      -----END PUBLIC KEY-----
      """,
    ])
  func noKey(pem: String) {
    let error = #expect(throws: RigError.self) { try ECDSAP256PublicKey(pem: pem) }
    #expect(error?.description == "expected a P-256 public key in PEM, got text that is none")
  }
}
