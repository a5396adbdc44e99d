import Dissection
import Testing
import UCI
import WireFormat

struct RangingOOBDissectionTests {
  @Test("a configuration with all its fields")
  func configuration() throws {
    let packet = Dissection.rangingOOB(
      try Hexadecimal.decode(
        "030201000100001b3c4defcdab8901090af000020808070102030405065553010101"))
    #expect(packet.error == nil && packet.reencodes)
    #expect(
      packet.summary
        == "configuration-request version 3: uwb, session 2309737967, channel 9, preamble 10, slots of 2 ms every 240 ms, initiator"
    )
    #expect(packet["configure"]?.value == "uwb")
    let block = try #require(packet["uwb"])
    #expect(
      block.children.map(\.name).prefix(4) == ["technology", "size", "address", "session id"])
    #expect(block["interval"]?.text == "240 ms")
    #expect(block["key"]?.value == "0807010203040506")
    #expect(block["role"]?.value == "initiator")
    #expect(packet["motion support"]?.value == "supported")
  }

  @Test("capabilities name channels, preambles and configuration ids as plain numbers")
  func capabilities() throws {
    let packet = Dissection.rangingOOB(
      try Hexadecimal.decode("0201010000141a2b00020000000f00004800000060000101000300"))
    let block = try #require(packet["uwb"])
    #expect(block["channels"]?.value == "9")
    #expect(block["preambles"]?.value == "9 10 11 12")
    #expect(block["configuration ids"]?.value == "3 6")
    #expect(packet["device type"]?.value == "tag")
    #expect(packet.error == nil)
  }

  @Test("a message inside a frame of Find Hub stands where its bytes are")
  func findHub() throws {
    let packet = Dissection.findHub(try Hexadecimal.decode("0b0cd18c4350cf9cd30201030100"))
    #expect(packet.summary == "ranging-configuration: configuration-response version 1: uwb")
    let inner = try #require(packet["configuration-response"])
    #expect(inner["technologies"]?.offset == 12)
    #expect(packet.reencodes)
  }

  @Test("the challenge that is read, and motion behind its number")
  func challengeAndMotion() throws {
    let challenge = Dissection.findHub(try Hexadecimal.decode("010102030405060708"))
    #expect(challenge.summary == "challenge of version 1" && challenge.reencodes)
    #expect(challenge["nonce"]?.value == "0102030405060708")
    let motion = Dissection.findHub(try Hexadecimal.decode("0e0c000102030405060707030803"))
    #expect(motion.error == nil && motion["number"]?.value == "7")
    #expect(motion.summary.hasSuffix("motion-notification version 3: large"))
  }

  @Test(
    "the firmware on a link says what its frames are; an accessory may speak to both kinds of phone",
    arguments: [
      ("uci", "20020000", .uci, "CORE_GET_DEVICE_INFO_CMD"),
      ("ni-accessory", "0c", .accessory, "stop"),
      ("ni-accessory", "01002f00", .rangingOOB, "capabilities-request"),
      ("ranging-oob", "01002f00", .rangingOOB, "capabilities-request"),
    ] as [(String, String, Dissection.PacketProtocol, String)])
  func link(
    _ firmware: String, _ frame: String, _ kind: Dissection.PacketProtocol, _ name: String
  ) throws {
    let bytes = try Hexadecimal.decode(frame)
    let read = Dissection.onLink(bytes, firmware: firmware, dialect: .fira2, isFromBoard: false)
    #expect(read?.kind == kind)
    #expect(read?.packet.name == name)
    #expect(read?.packet.error == nil)
  }

  @Test("frames of other firmware are not known", arguments: ["qorvo-cli", "mcuboot-smp", ""])
  func otherLinks(_ firmware: String) {
    let read = Dissection.onLink([1, 0], firmware: firmware, dialect: .fira2, isFromBoard: true)
    #expect(read?.packet == nil)
  }

  @Test("what is cut or false is shown as far as it goes")
  func broken() throws {
    let packet = Dissection.rangingOOB(try Hexadecimal.decode("0101010000121a2b"))
    #expect(packet.error != nil)
    #expect(packet["trailing"]?.value == "00121a2b")
  }
}
