import Testing
import WireFormat

@testable import RangingOOB

@Suite("The phone's side of the Find Hub transport")
struct FindHubChannelTests {
  private static func bytes(_ text: String) throws -> [UInt8] {
    try Hexadecimal.decode(text.filter { $0 != " " })
  }
  private static let key = "04112233445566778899AABBCCDDEEFF"
  private static let read = "01 0102030405060708"

  @Test(
    "a message goes as the worked session has it",
    arguments: [
      ("01000B00", true, "0A0C 9ADE9883AF0C67FA 01000B00"),
      ("01060100", true, "0D0C 33C99A580FA48A2D 01060100"),
      ("01060100", false, "0D0C 33681E7553C4F39D 01060100"),
    ])
  func writes(message: String, coversData: Bool, value: String) throws {
    var channel = FindHubChannel(key: try Self.bytes(Self.key))
    let wrapped = try channel.wrap(
      Self.bytes(message), read: Self.bytes(Self.read), coversData: coversData)
    #expect(try wrapped == Self.bytes(value))
  }

  @Test("a notification is taken where it proves the key, and for its own challenge alone")
  func notifications() throws {
    var channel = FindHubChannel(key: try Self.bytes(Self.key))
    let stopped = try Self.bytes("0D0C 8646FDB07172CF66 01070100")
    _ = try channel.wrap(Self.bytes("01060100"), read: Self.bytes(Self.read))
    #expect(try channel.unwrap(stopped) == Self.bytes("01070100"))
    var wrong = stopped
    wrong[4] ^= 1
    #expect(channel.unwrap(wrong) == nil)
    #expect(channel.unwrap(Array(stopped.dropLast())) == nil)
    _ = try channel.wrap(Self.bytes("01060100"), read: Self.bytes("01 0102030405060709"))
    #expect(channel.unwrap(stopped) == nil)
  }

  @Test("motion is proven with the challenge of the first configuration, its number left out")
  func motion() throws {
    let key = try Self.bytes(Self.key)
    var channel = FindHubChannel(key: key)
    var configuration = FindHubFrame.Challenge()
    configuration.nonce = [1, 1, 1, 1, 1, 1, 1, 1]
    // A message of the accessory's own kind, which it refuses, is no configuration.
    _ = try channel.wrap([1, 3, 1, 0], read: Self.bytes(Self.read))
    _ = try channel.wrap([3, 2, 0, 0, 0, 0, 1], read: configuration.encode())
    _ = try channel.wrap([3, 0, 1, 0], read: Self.bytes(Self.read))
    let told = FindHubFrame(
      operation: .init(rawValue: 0x0E), data: [7, 3, 8, 2], key: key, challenge: configuration,
      isAnswer: true)
    #expect(channel.unwrap(told.encode()) == [3, 8, 2])
  }

  @Test("what was read has to be a challenge")
  func challenge() throws {
    var channel = FindHubChannel(key: try Self.bytes(Self.key))
    #expect(throws: WireError.self) { try channel.wrap([1, 0, 1, 0], read: [1, 2, 3]) }
  }
}
