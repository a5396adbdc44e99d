import Testing

@testable import UCI

@Suite("a UWB subsystem like NXP's")
struct SubsystemNXPTests {
  @Test("the command after a stop is asked for again, once, and then carried out")
  func busy() {
    var board = Board.of(.nxp, in: .active)
    #expect(board.send("2201000401000080", microseconds: 1_000).contains("4201000100"))
    #expect(board.send("2101000401000080", microseconds: 1_000) == ["600700010a"])
    #expect(board.subsystem.sessions.count == 1)
    #expect(
      board.send("2101000401000080", microseconds: 1_000) == [
        "6001000101", "4101000100", "61020006010000800100",
      ])
    #expect(board.send("21050000", microseconds: 1_000) == ["600700010a"])
    #expect(board.send("21050000", microseconds: 1_000) == ["410500020000"])
  }

  @Test("the board is busy for five milliseconds", arguments: [(5_999, true), (6_000, false)])
  func busyTime(microseconds: UInt64, isBusy: Bool) {
    var board = Board.of(.nxp, in: .active)
    _ = board.send("2201000401000080", microseconds: 1_000)
    let answer = board.send("21050000", microseconds: microseconds)
    #expect(answer == [isBusy ? "600700010a" : "410500020001"])
  }

  @Test("a refused stop keeps nobody waiting")
  func refusedStop() {
    var board = Board.of(.nxp, in: .idle)
    #expect(board.send("2201000401000080") == ["4201000115"])
    #expect(board.send("21050000") == ["410500020001"])
  }

  @Test("READY comes before the response of DEINIT only when no other session ranges")
  func deinitBesideAnother() {
    var board = Board.of(.nxp, in: .active)
    _ = board.send(SessionInitCommand(sessionID: 9, sessionType: .firaRanging))
    #expect(board.send("2101000402000080") == ["4101000100", "61020006020000800100"])
  }

  @Test("measurements have 21 bytes of the vendor's behind them")
  func trailer() throws {
    var board = Board.of(.nxp, in: .active)
    let actions = board.subsystem.rangingRound(token: 0x8000_0001, measurements: [])
    guard case .send(let packet) = actions.first else {
      Issue.record("no report")
      return
    }
    let info = try SessionInfoNotification(
      packet: packet, dialect: board.subsystem.personality.dialect)
    #expect(info.measurements.count == 1)
    #expect(info.vendorData.count == 21)
    #expect(packet.payload.count == 25 + 31 + 21)
  }

  @Test("commands of its own groups are answered in the form that they came in")
  func extendedLength() {
    var board = Board(.nxp)
    #expect(board.send("2e000000") == ["4e00000100"])
    #expect(board.send("2e800300010203") == ["4e80010000"])
    #expect(board.send("298a0000") == ["498a010008"])
    #expect(board.send("2e3f0000") == ["4e3f000108"])
    #expect(board.send("2c0100025553") == ["4c01000107"])
    let long = "2e800004" + String(repeating: "5a", count: 1024)
    #expect(board.send(long) == ["4e80010000"])
  }

  @Test(
    "parameters with two-byte identifiers are taken, as AOSP's HAL sends them",
    arguments: Vector.packets.filter { $0.object["class"] as? String == "aosp-nxp-hal" })
  func wideParameters(vector: Vector) {
    var board = Board(.nxp)
    #expect(board.send(hex(vector.bytes)) == ["400400020000"])
  }

  @Test("a cut list of device parameters is refused, and one-byte ones are looked at")
  func deviceParameters() {
    var board = Board(.nxp)
    #expect(board.send("2004000401e43302") == ["4004000103"])
    #expect(board.send("2004000802e43301014001ff").first?.hasPrefix("40040004040140") == true)
  }

  @Test("interleaved angles follow the order of NXP's parameters")
  func interleaving() {
    for (personality, cycle) in [
      (UWBSPersonality.nxp, ["R", "R", "R", "A", "E", "E"]),
      (.fira1, ["R", "A", "A", "E", "E", "E"]),
    ] {
      var board = Board.of(personality, in: .active) {
        $0.set(.aoaResultReq, 0xF0)
        $0[.nbOfRangeMeasurements] = [1]
        $0[.nbOfAzimuthMeasurements] = [2]
        $0[.nbOfElevationMeasurements] = [3]
      }
      let seen = (0..<12 as Range<UInt32>).map { round in
        let measured = UWBSMeasurement(
          address: [1, 0], distanceCentimetres: 100, azimuth: .init(degrees: 10),
          elevation: .init(degrees: 20))
        let actions = board.subsystem.rangingRound(
          token: board.token, measurements: [measured])
        guard case .send(let packet) = actions.first,
          case .sessionInfoNotification(let info) = UCIMessage.decode(
            packet: packet, dialect: personality.dialect),
          case .twrShort(let record) = info.measurements.first
        else { return "" }
        return record.aoaAzimuth != 0 ? "A" : record.aoaElevation != 0 ? "E" : "R"
      }
      #expect(seen == cycle + cycle, "\(personality.name)")
    }
  }
}
