import Digests
import Testing

@Suite("Keys that sign")
struct SigningKeyTests {
  /// RFC 8032 §7.1, test 2.
  @Test("the example of the standard, and nothing beside it")
  func standard() throws {
    let key = try #require(
      SigningKey(secret: bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")))
    #expect(
      key.publicKey == bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
    let signature = bytes(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
    #expect(key.signature(of: [0x72]) == signature)
    #expect(SigningKey.isSigned([0x72], by: key.publicKey, signature))
    #expect(!SigningKey.isSigned([0x73], by: key.publicKey, signature))
    #expect(!SigningKey.isSigned([0x72], by: SigningKey.fresh(), signature))
    #expect(!SigningKey.isSigned([0x72], by: key.publicKey, Array(signature.dropLast())))
    #expect(!SigningKey.isSigned([0x72], by: [], signature))
    #expect(SigningKey(secret: [1, 2, 3]) == nil)
    #expect(SigningKey.fresh() != SigningKey.fresh())
  }
}
