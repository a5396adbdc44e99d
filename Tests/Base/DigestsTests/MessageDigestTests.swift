import Digests
import Testing

@Suite("message digests")
struct MessageDigestTests {
  // FIPS 180-4 and RFC 1321: the digests of "abc".
  @Test(
    "the published digests of abc come out",
    arguments: [
      (MessageDigest.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        .sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
      ),
      (.md5, "900150983cd24fb0d6963f7d28e17f72"),
    ])
  func published(digest: MessageDigest, expected: String) {
    let text = digest(Array("abc".utf8)).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }
    #expect(text.joined() == expected)
  }
}
