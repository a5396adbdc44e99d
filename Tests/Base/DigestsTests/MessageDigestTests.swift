import Digests
import Testing

@Suite("message digests")
struct MessageDigestTests {
  private static let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

  // FIPS 180-4's examples, and those of RFC 1321 and of NIST for the others.
  @Test(
    "the published digests come out",
    arguments: [
      (
        MessageDigest.sha256, "abc",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      ),
      (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (.sha256, long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
      (
        .sha384, "abc",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
      ),
      (
        .sha512, "abc",
        """
        ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
        2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
        """
      ),
      (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
      (.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
      (.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ])
  func published(digest: MessageDigest, text: String, expected: String) {
    #expect(hexadecimal(digest(text.utf8)) == expected)
  }

  @Test(
    "a million bytes are digested whole",
    arguments: [
      (MessageDigest.sha256, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
      (.md5, "7707d6ae4e027c70eea2a935c2296f21"),
    ])
  func million(digest: MessageDigest, expected: String) {
    #expect(hexadecimal(digest(repeatElement(UInt8(ascii: "a"), count: 1_000_000))) == expected)
  }

  @Test("each digest has its length", arguments: MessageDigest.allCases)
  func length(digest: MessageDigest) {
    let lengths: [MessageDigest: Int] = [.sha256: 32, .sha384: 48, .sha512: 64, .md5: 16]
    #expect(digest([]).count == lengths[digest])
  }
}
