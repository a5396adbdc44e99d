import Testing

@testable import UCI

@Suite("what a UWB subsystem reports of its rounds")
struct SubsystemReportingTests {
  /// Distances in cm and azimuths in degrees, round by round; nil when the peer was not heard.
  static let walk: [(UInt16, Double)?] = [
    (50, 0), (150, 0), (150, 40), nil, (150, 5), (50, 5), (150, 40), (150, 0),
  ]

  @Test(
    "each level and edge lets its rounds through",
    arguments: [
      (0, "........"), (1, "rrrrrrrr"),
      (2, ".rr.r.rr"), (3, "rr..rr.r"), (4, ".r..r..r"),
      (5, ".r.rrrr."), (6, "r.r.r.rr"), (7, ".rr.rr.r"),
    ])
  func levels(mode: Int64, reported: String) {
    var board = Board.of(.nxp, in: .active) {
      $0.set(.sessionInfoNtfConfig, mode)
      $0.set(.nearProximityConfig, 100)
      $0.set(.farProximityConfig, 200)
      // Ten degrees to both sides, any elevation.
      $0[.aoaBoundConfig] = [0, 0xFB, 0, 5, 0, 0xD3, 0, 0x2D]
    }
    let seen = Self.walk.enumerated().map { number, place in
      let measurements = place.map { distance, azimuth in
        [
          UWBSMeasurement(
            address: [1, 0], distanceCentimetres: distance, azimuth: .init(degrees: azimuth),
            elevation: .init(degrees: 0))
        ]
      }
      let actions = board.subsystem.rangingRound(
        token: 0x8000_0001, measurements: measurements ?? [])
      return actions.isEmpty ? "." : "r"
    }
    #expect(seen.joined() == reported)
    // Rounds count whether or not they are reported.
    #expect(board.send("2203000401000080") == ["420300050008000000"])
  }

  @Test("a board that measures no angles, and bounds that were never set, limit nothing")
  func withoutAngles() {
    for personality in [UWBSPersonality.fira2Qorvo, .nxp] {
      var board = Board.of(personality, in: .active) { $0.set(.sessionInfoNtfConfig, 3) }
      #expect(board.round([([1, 0], 100)]).count == 1, "\(personality.name)")
      #expect(board.round() == [])
    }
  }

  @Test("rounds without anybody end the session after as many as it retries")
  func retries() {
    var board = Board.of(.fira1, in: .active) { $0.set(.maxRRRetry, 3) }
    #expect(board.round().count == 1)
    #expect(board.round().count == 1)
    #expect(board.round([([1, 0], 100)]).count == 1)
    #expect(board.round().count == 1)
    #expect(board.round().count == 1)
    #expect(board.round().dropFirst() == ["stop 7", "61020006070000000301", "6001000101"])
    #expect(board.send("2106000407000000") == ["410600020003"])
    // A new start counts anew.
    #expect(board.send("2200000407000000").first == "4200000100")
    #expect(board.round().first?.hasPrefix("6200003800000000") == true)
  }

  @Test(
    "a limit of measurements ends the session of each make with its reason",
    arguments: UWBSPersonality.all)
  func maximum(personality: UWBSPersonality) {
    var board = Board.of(personality, in: .active) { $0.set(.maxNumberOfMeasurements, 2) }
    let token = wire(board.token)
    #expect(board.round([([1, 0], 100)]).count == 1)
    let ended = ["61020006" + token + "0302", "6001000101"]
    #expect(board.round([([1, 0], 100)]).suffix(2) == ended[...])
  }

  @Test(
    "a very short distance has a status of its own on the board that was seen to send it",
    arguments: [
      (UWBSPersonality.fira2Qorvo, 9, "1bff0900"), (.fira2Qorvo, 10, "00ff0a00"),
      (.fira1, 0, "00ff0000"), (.nxp, 3, "00ff0300"),
    ] as [(UWBSPersonality, UInt16, String)])
  func negative(personality: UWBSPersonality, distance: UInt16, record: String) {
    var board = Board.of(personality, in: .active)
    #expect(board.round([([1, 0], distance)]).first?.contains("0100" + record) == true)
  }

  @Test("a start in the past is refused where the time is absolute")
  func initiationTime() {
    let soon = { (configuration: inout AppConfiguration) in
      configuration.set(.uwbInitiationTime, 5_000, size: 8)
    }
    var late = Board.of(.nxp, in: .idle, configured: soon)
    #expect(late.send("2200000401000080", microseconds: 5_001) == ["420000011a"])
    var early = Board.of(.nxp, in: .idle, configured: soon)
    #expect(early.send("2200000401000080", microseconds: 4_000).first == "4200000100")
    let configuration = early.subsystem.sessions[0].configuration
    #expect(early.subsystem.initiationDelay(configuration, microseconds: 4_000) == 1_000)
    var relative = Board.of(.fira1, in: .idle) { $0.set(.uwbInitiationTime, 3, size: 4) }
    #expect(relative.send("2200000407000000", microseconds: 5_001).first == "4200000100")
    #expect(
      relative.subsystem.initiationDelay(
        relative.subsystem.sessions[0].configuration, microseconds: 5_001) == 3_000)
  }

  @Test("a time at the end of the world is no further than a day")
  func endlessDelay() {
    for (personality, size) in [(UWBSPersonality.fira1, 4), (.nxp, 8)] {
      var configuration = AppConfiguration()
      configuration[.uwbInitiationTime] = [UInt8](repeating: 0xFF, count: size)
      let delay = UWBSubsystem(personality: personality)
        .initiationDelay(configuration, microseconds: 1)
      #expect(delay <= 86_400_000_000)
    }
  }

  @Test(
    "a command longer than the board's largest message is refused", arguments: UWBSPersonality.all)
  func tooLong(personality: UWBSPersonality) {
    var board = Board(personality)
    let limit = personality.maximumMessageSize - 4
    for (size, status) in [(limit, UCIStatus.ok), (limit + 1, .invalidMessageSize)] {
      let packet = UCIPacket(
        .command, gid: 0, oid: 2, payload: [UInt8](repeating: 0, count: size))
      guard case .send(let answer) = board.subsystem.receive(packet).first else {
        Issue.record("no answer")
        return
      }
      #expect(answer.payload.first == status.rawValue)
    }
  }
}
