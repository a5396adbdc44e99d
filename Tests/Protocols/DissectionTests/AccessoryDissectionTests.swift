import Dissection
import NearbyAccessory
import Testing
import WireFormat

@Suite("A dissected accessory message")
struct AccessoryDissectionTests {
  static let acd =
    "0100000014000000000000000000001501000100" + "3ff50300b80b0000000001010111d71900"
  static let scd = "010001001945554f4f00000b090600100eb400031baf75655238d891c800"

  @Test("shows accessory configuration data")
  func configuration() throws {
    let packet = Dissection.accessory(
      try Hexadecimal.decode("01" + Self.acd), direction: .accessoryToPhone)
    #expect(packet.error == nil)
    #expect(packet.reencodes)
    #expect(
      packet.summary
        == "accessory-configuration-data: ACD 1.1, initiator, address d711, user-interactive")
    let part = try #require(packet["UWBConfigData"])
    #expect(part.offset == 17)
    #expect(part["SOURCE_ADDRESS"]?.value == "d711")
    #expect(part["SOURCE_ADDRESS"]?.offset == 34)
    #expect(part["ClockDrift"]?.text == "25 ppm")
    #expect(part["MiddlewareVersion"]?.value == "1.1.0.0")
  }

  @Test("shows shareable configuration data")
  func shareable() throws {
    let packet = Dissection.shareableConfigurationData(try Hexadecimal.decode(Self.scd))
    #expect(packet.error == nil)
    #expect(packet.reencodes)
    #expect(packet["REGULATORY_COUNTRY_CODE"]?.value == "EU")
    #expect(packet["SESSION_ID"]?.number == 0x4F4F)
    #expect(packet["RANGING_DURATION"]?.text == "180 ms")
    #expect(packet["STATIC_STS_IV"]?.value == "1baf75655238")
    #expect(packet["DEST_ADDRESS"]?.value == "91d8")
  }

  @Test("that is cut off has an error and shows what is there", arguments: [5, 20, 29])
  func cut(_ length: Int) throws {
    let bytes = Array(try Hexadecimal.decode(Self.scd).prefix(length))
    let packet = Dissection.shareableConfigurationData(bytes)
    #expect(packet.error != nil)
    #expect(!packet.reencodes)
    #expect(packet.fields.last?.value == "missing")
  }

  @Test("of the other direction says that it means nothing")
  func direction() throws {
    let packet = Dissection.accessory([0x0A], direction: .accessoryToPhone)
    #expect(packet["identifier"]?.note == "means nothing in this direction")
    #expect(packet.reencodes)
  }

  @Test("shows text without letting it reach the terminal")
  func text() throws {
    let packet = Dissection.accessory(
      [0x2F, 6, 1, 0x1B, 0x5B, 0x41, 0x0A], direction: .accessoryToPhone)
    #expect(packet["text"]?.value == "\\x1b[A\\x0a")
    #expect(packet.reencodes)
  }

  @Test("never traps, whatever the bytes", arguments: UInt64(1)...20)
  func anything(_ seed: UInt64) {
    var random = Shuffler(state: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 0...60, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      for packet in [
        Dissection.accessory(bytes, direction: .accessoryToPhone),
        Dissection.accessory([0x0B] + bytes, direction: .phoneToAccessory),
        Dissection.accessory([0x01] + bytes, direction: .accessoryToPhone),
      ] {
        #expect(
          packet.lines.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        if packet.error == nil { #expect(packet.reencodes) }
      }
    }
  }
}
