import Testing
import WireFormat

@testable import UCI

@Suite("parameters, names and dialects")
struct ParameterTests {
  @Test("numbers of a parameter become bytes and numbers again")
  func numbers() throws {
    let bound = try #require(AppConfigID.aoaBoundConfig.definition)
    #expect(bound.bytes(of: [-1, 2, -3, 4]) == [0xFF, 0xFF, 2, 0, 0xFD, 0xFF, 4, 0])
    #expect(bound.numbers(of: [0xFF, 0xFF, 2, 0, 0xFD, 0xFF, 4, 0]) == [-1, 2, -3, 4])
    #expect(bound.bytes(of: [1]) == nil)
    #expect(bound.numbers(of: [1, 2]) == nil)
    let range = try #require(AppConfigID.capSizeRange.definition)
    #expect(range.numbers(of: [24, 5]) == [24, 5])
    let time = try #require(AppConfigID.uwbInitiationTime.definition)
    #expect(time.bytes(of: [1])?.count == 8)
    #expect(time.bytes(of: [1], size: 4) == [1, 0, 0, 0])
    #expect(time.numbers(of: [UInt8](repeating: 0xFF, count: 8)) == [Int64.max])
    #expect(AppConfigID.vendorID.definition?.numbers(of: [8, 7]) == nil)
    #expect(RadarConfigID.sweepOffset.definition?.numbers(of: [0xFE, 0xFF]) == [-2])
  }

  @Test("every default of the table is a value of its parameter")
  func defaults() {
    for definition in AppConfigID.definitions where !definition.defaultValue.isEmpty {
      let bytes = definition.bytes(of: definition.defaultValue)
      #expect(bytes != nil, "\(definition.name)")
      if let bytes { #expect(definition.numbers(of: bytes) == definition.defaultValue) }
      for value in definition.defaultValue where !definition.values.isEmpty {
        #expect(definition.valueName(value) != nil, "\(definition.name)")
      }
    }
    #expect(AppConfigID.definitions.count == 95)
  }

  @Test("a parameter is found by its name, its alias and its number")
  func names() {
    #expect(AppConfigID(name: "channel_number") == .channelNumber)
    #expect(AppConfigID(name: "NO_OF_CONTROLEE") == .numberOfControlees)
    #expect(AppConfigID(name: "NOTHING") == nil)
    #expect(AppConfigID(rawValue: 0x50).name == "0x50")
    #expect(AppConfigID.channelNumber.definition?.value(named: "channel_5") == 5)
  }

  @Test("a value without a name keeps its number; vendors name values of their own")
  func enumerations() {
    #expect(UCIStatus(rawValue: 0x77).name == "0x77")
    #expect(UCIStatus(rawValue: 0x77).rawValue == 0x77)
    #expect(UCIStatus(rawValue: 0x50).name == "ERROR_CCC_SE_BUSY")
    #expect(UCIStatus(rawValue: 0x50).name(in: UCIDialect(vendor: .nxp)) == "BINDING_SUCCESS")
    #expect(
      UCIReasonCode(rawValue: 0xF5).name(in: UCIDialect(vendor: .qorvo)) == "NO_MEM")
    #expect(UCIReasonCode(rawValue: 0xF5).name(in: .fira2) == "0xF5")
  }

  @Test("a dialect is written and read")
  func dialects() {
    for dialect in PacketTests.dialects {
      #expect(UCIDialect(dialect.description) == dialect)
    }
    for text in ["", "fira3", "fira2+", "fira2+none", "fira2+qorvo+nxp", "+qorvo"] {
      #expect(UCIDialect(text) == nil, "\(text)")
    }
  }

  @Test("a dialect is chosen by what the board says")
  func chosenDialect() throws {
    let qorvo = UWBSPersonality.fira2Qorvo.deviceInfo
    #expect(UCIDialect(deviceInfo: qorvo).description == "fira2+qorvo")
    var other = qorvo
    other.body?.uciVersion = [1, 0x10]
    other.body?.vendorInfo = [1, 2, 3]
    #expect(UCIDialect(deviceInfo: other).description == "fira1")
    #expect(UCIDialect(deviceInfo: CoreGetDeviceInfoResponse(status: .failed)) == .fira2)
  }

  @Test("NXP identifiers of two bytes are read among those of one")
  func nxpIdentifiers() throws {
    let bytes = unhex("f0060001053c1e1ee4020100e40803000000")
    let list = try UCITLV.list(from: bytes, dialect: UCIDialect(vendor: .nxp))
    #expect(list.map(\.id) == [0xF0, 0xE402, 0xE408])
    #expect(UCITLV.bytes(of: list) == bytes)
  }

  @Test("setting and removing parameters keeps their order")
  func configuration() {
    var configuration = AppConfiguration()
    configuration.set(.rangingDuration, 240)
    configuration.set(.channelNumber, 5)
    configuration.set(.channelNumber, 9)
    configuration.destinations = [[1, 0], [2, 0]]
    #expect(configuration.parameters.map(\.id.rawValue) == [4, 5, 7, 9])
    #expect(configuration.channel == 9)
    #expect(configuration.rangingDurationMilliseconds == 240)
    #expect(configuration.slotsPerRound == 25)
    #expect(configuration.destinations == [[1, 0], [2, 0]])
    configuration[.channelNumber] = nil
    #expect(configuration.parameters.map(\.id.rawValue) == [5, 7, 9])
    #expect(AppConfiguration(configuration.parameters) == configuration)
  }

  @Test("layouts of one opcode are told apart by size, by generation and by vendor")
  func layouts() {
    func name(_ packet: UCIPacket, _ dialect: UCIDialect = .fira2) -> String {
      switch UCIMessage.decode(packet: packet, dialect: dialect) {
      case .sessionDataTransferStatusNotification: "plain"
      case .sessionDataTransferStatusNotificationPica: "pica"
      case .sessionQueryDataSizeInRangingResponse: "plain"
      case .sessionQueryDataSizeInRangingResponsePica: "pica"
      case .sessionUpdateControllerMulticastListNotification: "plain"
      case .sessionUpdateControllerMulticastListNotificationFiRa1: "fira1"
      case .dataMessageRcv: "plain"
      case .dataMessageRcvNXP: "nxp"
      case .qorvoRangeDiagnosticsNotification: "qorvo"
      case .unknown: "unknown"
      default: "other"
      }
    }
    let status = UCIPacket(.notification, gid: 2, oid: 5, payload: [1, 0, 0, 0, 1, 0, 0, 1])
    #expect(name(status) == "plain")
    #expect(
      name(UCIPacket(.notification, gid: 2, oid: 5, payload: Array(status.payload.dropLast())))
        == "pica")
    #expect(name(UCIPacket(.response, gid: 1, oid: 0xB, payload: [1, 0, 0, 0, 9, 9])) == "pica")
    #expect(
      name(UCIPacket(.response, gid: 1, oid: 0xB, payload: [1, 0, 0, 0, 0, 9, 9])) == "plain")
    let empty = UCIPacket(.notification, gid: 1, oid: 7, payload: [1, 0, 0, 0, 0])
    #expect(name(empty) == "plain")
    let long = UCIPacket(.notification, gid: 1, oid: 7, payload: [1, 0, 0, 0, 4, 0])
    #expect(name(long, UCIDialect(version: .fira1)) == "fira1")
    let data = UCIPacket(.data, gid: 2, oid: 0, payload: [UInt8](repeating: 0, count: 17))
    #expect(name(data) == "plain")
    #expect(name(data, UCIDialect(vendor: .nxp)) == "plain", "the plain layout fits exactly")
    let diagnostics = UCIPacket(
      .notification, gid: 0xB, oid: 3, payload: [1, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(name(diagnostics) == "unknown")
    #expect(name(diagnostics, UCIDialect(vendor: .qorvo)) == "qorvo")
  }
}
