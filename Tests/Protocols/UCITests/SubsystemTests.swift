import Testing
import WireFormat

@testable import UCI

@Suite("a UWB subsystem like a DWM3001CDK")
struct SubsystemTests {
  @Test("a session goes through its states with the packets of the board in their order")
  func session() {
    var board = Board()
    #expect(board.send("2000000100") == ["6001000101", "4000000100", "6001000101"])
    #expect(
      board.send("210000050700000000") == ["410000050001000000", "61020006010000000000"])
    #expect(board.send("2106000401000000") == ["410600020000"])
    #expect(board.send(Board.configuration) == ["410300020000", "61020006010000000300"])
    #expect(board.send("21050000") == ["410500020001"])
    #expect(
      board.send("2200000401000000") == [
        "4200000100", "6001000102", "61020006010000000200", "start 1",
      ])
    #expect(board.send("2106000401000000") == ["410600020002"])
    #expect(
      board.send("2201000401000000") == [
        "stop 1", "4201000100", "61020006010000000300", "6001000101",
      ])
    #expect(board.send("2101000401000000") == ["4101000100", "61020006010000000100"])
    #expect(board.send("21050000") == ["410500020000"])
  }

  @Test("a round without a peer is reported byte for byte as the board does")
  func roundWithoutPeer() throws {
    var board = Board.ranging()
    let captured = try #require(
      Vector.packets.first {
        $0.name == "SESSION_INFO_NTF" && $0.object["class"] as? String == "hardware-qorvo"
      })
    let first = board.subsystem.rangingRound(token: 1, measurements: [])
    #expect(Board.text(first) == [hex(captured.bytes)])
    let second = board.subsystem.rangingRound(token: 1, measurements: [])
    #expect(Board.text(second).first?.hasPrefix("6200003801000000") == true)
    #expect(board.send("2203000401000000") == ["420300050002000000"])
  }

  @Test("device information and capabilities are those of the board")
  func identity() throws {
    var board = Board()
    for (name, command) in [
      ("CORE_GET_DEVICE_INFO_RSP", "20020000"), ("CORE_GET_CAPS_INFO_RSP", "20030000"),
    ] {
      let captured = try #require(
        Vector.packets.first {
          $0.name == name && $0.object["class"] as? String == "hardware-qorvo"
        })
      #expect(board.send(command) == [hex(captured.bytes)])
    }
  }

  @Test(
    "what cannot be done is refused with the board's status",
    arguments: [
      ("an empty reset", "20000000", "4000000103"),
      ("an unknown group", "2305000100", "4305000107"),
      ("an unknown opcode", "203f0000", "403f000108"),
      ("suspend, which no board answers", "20060000", "4006000108"),
      ("a country code, of a group it does not have", "2c0100025553", "4c01000107"),
      ("a cut command", "2100000407000000", "4100000103"),
      ("start of a session that does not exist", "2200000407000000", "4200000111"),
      ("stop of a session that does not exist", "2201000407000000", "4201000111"),
      ("state of a session that does not exist", "2106000407000000", "4106000111"),
      ("count of a session that does not exist", "2203000407000000", "4203000111"),
      ("end of a session that does not exist", "2101000407000000", "4101000111"),
      ("parameters of a session that does not exist", "210300050700000000", "410300021100"),
      ("parameters asked of one that does not exist", "210400050700000000", "410400021100"),
      ("start before it is configured", "2200000401000000", "4200000115"),
      ("stop before it is configured", "2201000401000000", "4201000115"),
      ("the same id again", "210000050700000000", "4100000112"),
      ("an unknown session type", "2100000508000000ee", "4100000104"),
    ])
  func refused(what: String, command: String, response: String) {
    var board = Board.session()
    let before = board.subsystem
    #expect(board.send(command) == [response], "\(what)")
    #expect(board.subsystem.sessions == before.sessions)
  }

  @Test("a handle is never the id, and the id is no token")
  func handles() {
    var board = Board()
    #expect(
      board.send("210000050100000000") == ["410000050002000000", "61020006020000000000"])
    #expect(board.send("2106000401000000") == ["4106000111"])
    #expect(board.send("2106000402000000") == ["410600020000"])
  }

  @Test("the usual configuration for two-way ranging starts", arguments: [true, false])
  func twoWayRanging(isController: Bool) {
    var board = Board.session()
    let configuration = AppConfiguration.twoWayRanging(
      isController: isController, address: [0, 0], destinations: [[1, 0]])
    let command = SessionSetAppConfigCommand(
      sessionToken: 1, tlvs: configuration.parameters)
    #expect(board.send(command) == ["410300020000", "61020006010000000300"])
    let started = board.subsystem.receive(SessionStartCommand(sessionToken: 1).packet)
    #expect(started.last == .startRanging(token: 1, configuration))
  }

  @Test("five parameters are taken, but the session stays in INIT")
  func fiveParameters() {
    var board = Board.session()
    let five = "21030015010000000511010103010001010206020000220101"
    #expect(board.send(five) == ["410300020000"])
    #expect(board.send("2106000401000000") == ["410600020000"])
    #expect(board.send("2200000401000000") == ["4200000115"])
  }

  @Test(
    "one wrong parameter is named and none of them is taken",
    arguments: [
      ("unknown", "5001aa", "5004"), ("too long", "04020900", "0406"),
      ("not a channel", "040107", "0405"), ("a channel the board has not", "04010d", "0405"),
      ("too many controlees", "050109", "0505"), ("an FiRa 1.x time", "2b0400000000", "2b06"),
      ("a cut address list", "0703010002", "0706"),
    ])
  func wrongParameter(what: String, parameter: String, failure: String) {
    var board = Board.session()
    let good = "08026009"
    let payload = "01000000" + "02" + good + parameter
    let length = UInt8(payload.count / 2)
    let answer = board.send("210300" + hex([length]) + payload)
    #expect(answer == ["410300040401" + failure], "\(what)")
    #expect(board.subsystem.sessions[0].configuration == AppConfiguration())
  }

  @Test("an active session takes only what may change while it ranges")
  func activeConfiguration() {
    var board = Board.ranging()
    #expect(
      board.send("210300080100000001040105") == ["4103000413010413"])
    #expect(
      board.send("2103000801000000010e0100") == [
        "410300020000", "update 1",
      ])
    #expect(board.subsystem.rangingRound(token: 1, measurements: []) == [])
  }

  @Test("set parameters are read back, defaults too, unknown ones are named")
  func readBack() {
    var board = Board.configured()
    #expect(
      board.send("2104000701000000020425") == [
        "410400080002040109250132"
      ])
    #expect(board.send("21040006010000000150") == ["4104000404015000"])
    let all = board.subsystem.receive(
      SessionGetAppConfigCommand(sessionToken: 1, ids: []).packet)
    guard case .send(let packet) = all.first,
      case .sessionGetAppConfigResponse(let response) = UCIMessage.decode(
        packet: packet, dialect: .fira2)
    else {
      Issue.record("no response")
      return
    }
    #expect(response.status == .ok)
    #expect((response.tlvs?.count ?? 0) > 50)
    #expect(response.tlvs?.first { $0.id == .slotsPerRR }?.value == [25])
  }

  @Test("device parameters are set and read; a read-only and an unknown one are refused")
  func deviceParameters() {
    var board = Board()
    #expect(board.send("20050003020001") == ["400500080002000101010101"])
    #expect(board.send("2004000401010100") == ["400400020000"])
    #expect(board.send("200500020101") == ["400500050001010100"])
    #expect(board.send("2004000401000102") == ["4004000404010009"])
    #expect(board.send("2004000401400102") == ["4004000404014004"])
    #expect(board.send("200500020140") == ["4005000404014000"])
    #expect(board.send("200400050101020102") == ["4004000404010106"])
  }

  @Test("the time is the one that is given")
  func timestamp() {
    var board = Board()
    #expect(
      board.send("20080000", microseconds: 0x0102_0304) == [
        "40080009000403020100000000"
      ])
  }

  @Test("starting an active session and stopping an idle one are refused")
  func wrongState() {
    var board = Board.ranging()
    #expect(board.send("2200000401000000") == ["4200000113"])
    _ = board.send("2201000401000000")
    #expect(board.send("2201000401000000") == ["4201000115"])
  }

  @Test("sessions are limited")
  func limit() {
    var board = Board()
    for id in 100..<105 {
      #expect(
        board.send(SessionInitCommand(sessionID: UInt32(id), sessionType: .firaRanging)).count == 2)
    }
    #expect(board.send("210000050700000000") == ["4100000114"])
    #expect(board.send("21050000") == ["410500020005"])
  }

  @Test("a reset ends every session and tells of each")
  func reset() {
    var board = Board.ranging()
    _ = board.send(SessionInitCommand(sessionID: 9, sessionType: .firaRanging))
    #expect(
      board.send("2000000100") == [
        "stop 1", "6001000101", "4000000100", "6001000101", "61020006010000000100",
        "61020006020000000100",
      ])
    #expect(board.subsystem.sessions.isEmpty)
  }

  @Test("the device stays ACTIVE until its last session stops")
  func twoSessions() {
    var board = Board.ranging()
    _ = board.send(SessionInitCommand(sessionID: 9, sessionType: .firaRanging))
    var second = unhex(Board.configuration)
    second[4] = 2
    _ = board.send(hex(second))
    #expect(
      board.send("2200000402000000") == ["4200000100", "61020006020000000200", "start 2"])
    #expect(
      board.send("2201000401000000") == ["stop 1", "4201000100", "61020006010000000300"])
    #expect(
      board.send("2101000402000000") == [
        "stop 2", "4101000100", "61020006020000000100", "6001000101",
      ])
  }

  @Test("a measurement is reported with what the session asks for")
  func measurement() {
    var board = Board.ranging()
    let measured = UWBSMeasurement(
      address: [1, 0], lineOfSight: .los, distanceCentimetres: 210,
      azimuth: .init(degrees: 30), signalStrengthDBm: -78)
    let actions = board.subsystem.rangingRound(token: 1, measurements: [measured])
    guard case .send(let packet) = actions.first,
      case .sessionInfoNotification(let info) = UCIMessage.decode(packet: packet, dialect: .fira2),
      case .twrShort(let record) = info.measurements.first
    else {
      Issue.record("no measurement")
      return
    }
    #expect(record.distance == 210 && record.status == .ok && record.nlos == .los)
    #expect(record.aoaAzimuth == 0, "the board has one antenna")
    #expect(record.rssi == 0, "RSSI_REPORTING is off")
    #expect(record.rssiDBm == nil)
  }

  @Test(
    "angles and signal strengths are reported as the wire counts them",
    arguments: [
      (30, 3840, -78, 156), (-90.004, -11_521, -0.2, 0), (1000, 32_767, -500, 255),
      (-1000, -32_768, 3, 0), (.nan, 0, .nan, 0), (-.infinity, -32_768, -.infinity, 255),
    ] as [(Double, Int16, Double, UInt8)])
  func units(degrees: Double, angle: Int16, dBm: Double, strength: UInt8) {
    var configuration = AppConfiguration()
    configuration.set(.rssiReporting, 1)
    let measured = UWBSMeasurement(
      address: [1, 0], distanceCentimetres: 1, azimuth: .init(degrees: degrees),
      signalStrengthDBm: dBm)
    for mode in [0, 2] as [Int64] {
      configuration.set(.macAddressMode, mode)
      switch measured.record(in: configuration, dialect: .fira2, angles: .all) {
      case .twrShort(let record):
        #expect(record.aoaAzimuth == angle && record.rssi == strength && mode == 0)
      case .twrExtended(let record):
        #expect(record.aoaAzimuth == angle && record.rssi == strength && mode == 2)
      default: Issue.record("not a TWR record")
      }
    }
  }

  @Test("ranging ends by itself after the configured number of measurements")
  func maximumMeasurements() {
    var board = Board.configured()
    #expect(board.send("21030009010000000132020200") == ["410300020000"])
    _ = board.send("2200000401000000")
    #expect(board.subsystem.rangingRound(token: 1, measurements: []).count == 1)
    let last = board.subsystem.rangingRound(token: 1, measurements: [])
    #expect(Board.text(last).dropFirst() == ["stop 1", "61020006010000000302", "6001000101"])
    #expect(board.subsystem.rangingRound(token: 1, measurements: []) == [])
  }

  @Test("proximity reporting is silent when nobody is in range")
  func proximity() {
    var board = Board.configured()
    #expect(
      board.send("2103001001000000030e01020f02640010022c01") == [
        "410300020000"
      ])
    _ = board.send("2200000401000000")
    for (distance, count) in [(99, 0), (100, 1), (300, 1), (301, 0)] as [(UInt16, Int)] {
      let measured = UWBSMeasurement(address: [1, 0], distanceCentimetres: distance)
      let actions = board.subsystem.rangingRound(
        token: 1, measurements: [measured])
      #expect(actions.count == count, "\(distance) cm")
    }
  }

  @Test("controlees are added to and removed from a one-to-many controller")
  func multicast() {
    var board = Board.configured()
    let add = SessionUpdateControllerMulticastListCommand(
      sessionToken: 1, action: .add,
      controlees: [MulticastControlee(shortMAC: [2, 0], subSessionID: 0, subSessionKey: [])])
    #expect(board.send(add) == ["410700020100"])
    #expect(board.send("210300080100000001030101") == ["410300020000"])
    #expect(board.send(add) == ["410700050001020000"])
    #expect(board.send(add) == ["410700050201020008"])
    #expect(board.subsystem.sessions[0].configuration.destinations == [[1, 0], [2, 0]])
    _ = board.send("2200000401000000")
    var remove = add
    remove.action = .remove
    #expect(
      board.send(remove) == ["410700050001020000", "610700080100000001020000", "update 1"])
    #expect(board.send(remove).first == "410700050201020007")
  }

  @Test(
    "responses, notifications and data sent to a board are ignored",
    arguments: [
      "4000000100", "6001000101", "010000 02 0000", "810000 00", "a0000000",
    ])
  func notCommands(bytes: String) {
    var board = Board.session()
    #expect(board.send(bytes) == [])
  }

  @Test("random commands never trap and every one is answered, 20 000 of them")
  func fuzz() {
    var generator = SeededGenerator(state: 4711)
    var board = Board.ranging()
    for _ in 0..<20_000 {
      var payload = generator.bytes(Int.random(in: 0...20, using: &generator))
      if payload.count > 4, Bool.random(using: &generator) {
        payload.replaceSubrange(0..<4, with: [UInt8.random(in: 1...3, using: &generator), 0, 0, 0])
      }
      let packet = UCIPacket(
        .command, gid: UInt8.random(in: 0...3, using: &generator),
        oid: UInt8.random(in: 0...9, using: &generator), payload: payload)
      let answers = board.subsystem.receive(packet).filter {
        guard case .send(let answer) = $0 else { return false }
        return answer.messageType == .response && answer.gid == packet.gid
          && answer.oid == packet.oid
      }
      #expect(answers.count == 1)
      _ = board.subsystem.rangingRound(token: 1, measurements: [])
    }
  }
}
