import Dissection
import Testing
import UCI
import WireFormat

@Suite("A dissected UCI packet")
struct UCIDissectionTests {
  @Test("the vectors are there") func vectors() { #expect(Vector.all.count == 93) }

  @Test("has the name, the numbers and the bytes that are known", arguments: Vector.all)
  func known(_ vector: Vector) {
    let packet = Dissection.uci(vector.bytes, dialect: vector.dialect)
    #expect(packet.error == nil)
    #expect(packet.reencodes)
    #expect(packet.name == vector.name)
    for field in packet.fields {
      guard let number = field.number, let known = vector.numbers[field.name] else { continue }
      #expect(number == known, "\(field.name)")
    }
    // What the walk knows it calls by the name of the tables.
    if packet["payload"] == nil, packet["trailing"] == nil {
      for name in vector.numbers.keys.sorted() { #expect(packet[name] != nil, "\(name)") }
    }
    var end = 0
    for field in packet.fields {
      #expect(field.offset == end, "\(field.name)")
      end = field.offset + field.length
    }
    #expect(end == vector.bytes.count)
  }

  @Test(
    "is told in one line",
    arguments: [
      (
        "62000038000000000100000000c8000000010000000000000000000001010000ffd2000000000000000000000000"
          + "00027a0000000000000000000000",
        "SESSION_INFO_NTF session 1 seq 0: 0001 2.10 m -61.0 dBm"
      ),
      (
        "62000038000000000100000000c8000000010000000000000000000001010021ffffff000000000000000000000000"
          + "02000000000000000000000000",
        "SESSION_INFO_NTF session 1 seq 0: 0001 RANGING_RX_TIMEOUT"
      ),
      ("4200000100", "SESSION_START_RSP OK"),
      ("4200000115", "SESSION_START_RSP ERROR_SESSION_NOT_CONFIGURED"),
      ("2000000100", "CORE_DEVICE_RESET_CMD"),
      ("6001000101", "CORE_DEVICE_STATUS_NTF READY"),
      ("61020006010000000200", "SESSION_STATUS_NTF session 1, ACTIVE"),
      (
        "61020006010000000320",
        "SESSION_STATUS_NTF session 1, IDLE, "
          + "because of ERROR_SLOT_LENGTH_NOT_SUPPORTED"
      ),
      ("210000052a00000000", "SESSION_INIT_CMD id 42, session_type FIRA_RANGING"),
      ("410000050001000000", "SESSION_INIT_RSP OK, handle 1"),
      (
        "4103000404010404",
        "SESSION_SET_APP_CONFIG_RSP INVALID_PARAM, CHANNEL_NUMBER: INVALID_PARAM"
      ),
      (
        "210300080100000001040109",
        "SESSION_SET_APP_CONFIG_CMD session 1, "
          + "CHANNEL_NUMBER CHANNEL_9"
      ),
      ("6b3200020102", "UNKNOWN_B_32_NTF 0102"),
    ])
  func summary(_ hex: String, _ summary: String) throws {
    #expect(Dissection.uci(try Hexadecimal.decode(hex)).summary == summary)
  }

  @Test("shows parameters with their names, units and bits")
  func parameters() throws {
    let packet = Dissection.uci(
      try Hexadecimal.decode("210300160100000004" + "080260090904c8000000060201002e010b"))
    #expect(packet["SLOT_DURATION"]?.text == "2400 RSTU")
    #expect(packet["RANGING_DURATION"]?.value == "200 ms")
    #expect(packet["DEVICE_MAC_ADDRESS"]?.value == "0001")
    #expect(packet["RESULT_REPORT_CONFIG"]?["value"]?.note == "tof, aoa_azimuth, aoa_fom")
    #expect(packet["SLOT_DURATION"]?["value"]?.offset == 11)
  }

  @Test(
    "takes what a board adds to a refusal for what it is",
    arguments: [
      "410300020103", "400200020301", "410600020403", "4203000311 0000",
    ])
  func refusals(_ hex: String) throws {
    let packet = Dissection.uci(try Hexadecimal.decode(hex))
    #expect(packet.error == nil)
    #expect(packet.reencodes)
    #expect(!packet.lines.joined().contains("missing"))
  }

  @Test("shows a missing field exactly where it is malformed", arguments: Vector.all)
  func cut(_ vector: Vector) {
    for length in 0..<max(0, vector.bytes.count - 4) {
      var bytes = Array(vector.bytes.prefix(4 + length))
      if UCIMessageType(rawValue: bytes[0] >> 5) == .data { continue }
      bytes[3] = UInt8(length)
      let packet = Dissection.uci(bytes, dialect: vector.dialect)
      if packet.lines.contains(where: { $0.contains(": missing") }) {
        #expect(packet.error != nil, "\(length) bytes")
      }
    }
  }

  @Test("shows what a Qorvo board says of itself")
  func qorvo() throws {
    let vector = try #require(Vector.all.first { $0.bytes.count == 66 && $0.bytes[1] == 2 })
    let packet = Dissection.uci(vector.bytes, dialect: UCIDialect(vendor: .qorvo))
    #expect(packet["vendor_info"]?["device_id"]?.value == "deca0302")
    #expect(packet["uci_version"]?.value == "2.0.0")
    #expect(packet.reencodes)
  }

  @Test("in several segments is one message")
  func segments() throws {
    let packet = Dissection.uci(try Hexadecimal.decode("5100000200" + "01" + "4100000300" + "0000"))
    #expect(packet.summary == "SESSION_INIT_RSP OK, handle 1")
    #expect(packet["session_handle"]?.offset == 5)
    #expect(packet.reencodes)
  }

  @Test("that is only a segment says so")
  func segment() throws {
    let packet = Dissection.uci(try Hexadecimal.decode("5100000200" + "01"))
    #expect(packet.error == nil)
    #expect(packet.reencodes)
    #expect(packet.summary == "SESSION_INIT_RSP, a segment of 2 bytes, more follow")
  }

  @Test("keeps reserved header bits")
  func reserved() throws {
    let packet = Dissection.uci(try Hexadecimal.decode("42400701" + "00"))
    #expect(packet.reencodes)
    #expect(packet["header"]?["reserved"] != nil)
  }

  @Test(
    "that is broken has an error",
    arguments: [
      "", "42", "42000002 00", "4200000100 00", "4200000100 4200000100", "e0000000", "41000000",
      "62000002 0000",
    ])
  func broken(_ hex: String) throws {
    let packet = Dissection.uci(try Hexadecimal.decode(hex))
    #expect(packet.error != nil)
    #expect(!packet.reencodes)
  }

  @Test("never traps and is always printable, whatever the bytes", arguments: UInt64(1)...20)
  func anything(_ seed: UInt64) {
    var random = Shuffler(state: seed)
    for _ in 0..<200 {
      var bytes = (Vector.all.randomElement(using: &random)?.bytes ?? [])
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if bytes.count >= 4 { bytes[3] = UInt8(clamping: bytes.count - 4) }
      for vendor in UCIVendor.allCases {
        let packet = Dissection.uci(bytes, dialect: UCIDialect(vendor: vendor))
        #expect(
          packet.lines.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        if packet.error == nil { #expect(packet.reencodes, "\(Hexadecimal.encode(bytes))") }
      }
    }
  }
}

/// xorshift64*.
struct Shuffler: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
