import Notation
import Testing
import UCI
import UCIHost

@Suite("Parameters by name")
struct ParameterAssignmentTests {
  @Test(
    "a value is a number, a name of the table or bytes",
    arguments: [
      ("CHANNEL_NUMBER=5", AppConfigID.channelNumber, [UInt8(5)]),
      ("channel_number=CHANNEL_9", .channelNumber, [9]),
      ("STS_CONFIG=static", .stsConfig, [0]),
      ("RANGING_INTERVAL=0x1234", .rangingDuration, [0x34, 0x12, 0, 0]),
      ("VENDOR_ID=08:07", .vendorID, [8, 7]),
      ("STATIC_STS_IV=0x010203040506", .staticSTSIV, [1, 2, 3, 4, 5, 6]),
      ("DST_MAC_ADDRESS=01000200", .dstMACAddress, [1, 0, 2, 0]),
      ("UWB_INITIATION_TIME=7", .uwbInitiationTime, [7, 0, 0, 0, 0, 0, 0, 0]),
      ("0x77=0102", AppConfigID(rawValue: 0x77), [1, 2]),
    ])
  func good(_ text: String, _ id: AppConfigID, _ bytes: [UInt8]) throws {
    #expect(
      try ParameterAssignment(text).parameter(dialect: .fira2) == AppConfigParameter(id, bytes))
  }

  @Test("the session id is no parameter")
  func sessionID() throws {
    let assignment = try ParameterAssignment("session_id=43")
    #expect(assignment.value == .sessionID(43))
    #expect(assignment.parameter(dialect: .fira2) == nil)
  }

  @Test("the time of initiation is shorter in FiRa 1.x")
  func dialect() throws {
    let assignment = try ParameterAssignment("UWB_INITIATION_TIME=7")
    #expect(assignment.parameter(dialect: UCIDialect(version: .fira1))?.value == [7, 0, 0, 0])
  }

  @Test(
    "what a board cannot be given is refused before anything is sent",
    arguments: [
      ("CHANNEL_NUMBER", "expected NAME=VALUE"),
      ("CHANNEL_NUMBER=7", "expected CHANNEL_5 (5)"),
      ("CHANNEL_NUMBER=", "got \"\""), ("CHANEL_NUMBER=9", "did you mean \"CHANNEL_NUMBER\"?"),
      ("STS_CONFIG=STATICK", "did you mean \"STATIC\"?"), ("SLOT_DURATION=65536", "in 2 bytes"),
      ("SLOT_DURATION=-1", "got \"-1\""), ("STATIC_STS_IV=0102", "6 bytes in hexadecimal"),
      ("DST_MAC_ADDRESS=010203", "bytes in hexadecimal"),
      ("SESSION_ID=4294967296", "0 to 4294967295"),
      ("0x77=xy", "at most 255 bytes"), ("\u{1B}[2J=1", "\\u{1b}"),
      ("=5", "a parameter: expected"),
      ("SLOT_DURATION=99999999999999999999", "got"),
    ])
  func refused(_ text: String, _ words: String) {
    let error = #expect(throws: NotationError.self) { _ = try ParameterAssignment(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
