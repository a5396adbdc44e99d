import LabRuntime
import Links
import Room
import Testing
import UCI
import UCIHost
import VirtualBoards

@Suite("Virtual UWB boards of each personality")
struct PersonalityTests {
  /// But the one whose chip restarts upon a reset, and takes the link along.
  static let all = VirtualSubsystem.personalities.filter { $0 != "fira1-qorvo" }
  static let here = Position(0, 0, 1)

  @Test(
    "the host ranges with each pair of them, stops, and leaves nothing behind", arguments: all, all)
  func pair(controller: String, controlee: String) throws {
    let seen = try inLab { lab, room, services in
      let left = try await HostedSubsystem(
        lab, room, services, controller, name: "left", at: Self.here)
      let right = try await HostedSubsystem(
        lab, room, services, controlee, name: "right", at: Position(0, 4, 1))
      let boards = [left, right]
      let sessions = [
        try await left.range(.controller()), try await right.range(.controlee()),
      ]
      var seen: [[Int?]] = []
      for (board, session) in zip(boards, sessions) {
        seen.append(try await board.distances(session))
      }
      for (board, session) in zip(boards, sessions) {
        // On a busy board the second command is the one that is asked for again.
        try await session.stop()
        try await session.close()
        let count = try await board.host.call(SessionGetCountCommand())
        seen.append([count.count.map(Int.init)])
      }
      return seen
    }
    #expect(seen == [[400], [400], [0], [0]])
  }

  @Test("NXP's busy board asks for the command again instead of answering it")
  func retry() throws {
    let packets = try inLab { lab, room, services in
      let board = try await HostedSubsystem(
        lab, room, services, "nxp", name: "left", at: Self.here)
      let session = try await board.range(.controller())
      try await session.stop()
      _ = board.host.takePackets()
      try await board.host.send(SessionGetCountCommand().packet)
      let refused = try await board.host.nextPacket(until: lab.now.advanced(by: .seconds(1)))
      let answered = try await board.host.exchange(SessionGetCountCommand().packet)
      return [refused.packet.bytes, answered.packet.bytes]
    }
    #expect(packets == [[0x60, 7, 0, 1, 0x0A], [0x41, 5, 0, 2, 0, 1]])
  }

  @Test(
    "a controller ranges with several controlees of other makes, one record each",
    arguments: all)
  func oneToMany(controller: String) throws {
    let seen = try inLab { lab, room, services in
      for (index, make) in Self.all.enumerated() {
        let controlee = try await HostedSubsystem(
          lab, room, services, make, name: "anchor-\(index)",
          at: Position(0, Double(index + 1), 1))
        var parameters = RangingParameters.controlee(address: UInt16(index + 1))
        parameters.multiNodeMode = 1
        _ = try await controlee.range(parameters)
      }
      let board = try await HostedSubsystem(
        lab, room, services, controller, name: "tag", at: Self.here)
      var parameters = RangingParameters.controller(peers: [1, 2, 9])
      parameters.multiNodeMode = 1
      let session = try await board.range(parameters)
      var seen = [try await board.distances(session)]
      for (action, address) in [(UCIMulticastAction.add, 3), (.remove, 9), (.remove, 1)] {
        _ = try await board.host.call(
          SessionUpdateControllerMulticastListCommand(
            sessionToken: session.token, action: action,
            controlees: [
              MulticastControlee(shortMAC: [UInt8(address), 0], subSessionID: 0, subSessionKey: [])
            ]))
        seen.append(try await board.distances(session))
      }
      return seen
    }
    // pica has no record of a peer that was not heard.
    let missing: [Int?] = controller == "pica" ? [] : [nil]
    #expect(
      seen == [[100, 200] + missing, [100, 200] + missing + [300], [100, 200, 300], [200, 300]])
  }

  @Test(
    "a controlee ranges only with the sub-session key that it was added with",
    arguments: [true, false])
  func subSessionKeys(isRight: Bool) throws {
    let seen = try inLab { lab, room, services in
      let key = [UInt8](repeating: 0x5A, count: 16)
      var common = RangingParameters.controller(peers: [9])
      common.multiNodeMode = 1
      common.stsConfiguration = 4
      common.additional = [AppConfigParameter(.sessionKey, [UInt8](repeating: 1, count: 16))]
      let board = try await HostedSubsystem(
        lab, room, services, "nxp", name: "tag", at: Self.here)
      let session = try await board.range(common)
      var controlee = RangingParameters.controlee()
      controlee.multiNodeMode = 1
      controlee.stsConfiguration = 4
      controlee.additional =
        common.additional + [
          AppConfigParameter(.subSessionID, 7),
          AppConfigParameter(.subSessionKey, isRight ? key : key.map { $0 ^ 1 }),
        ]
      let anchor = try await HostedSubsystem(
        lab, room, services, "fira2-qorvo", name: "anchor", at: Position(0, 3, 1))
      _ = try await anchor.range(controlee)
      _ = try await board.host.call(
        SessionUpdateControllerMulticastListCommand(
          sessionToken: session.token, action: .addWith16ByteSubSessionKey,
          controlees: [
            MulticastControlee(shortMAC: [1, 0], subSessionID: 7, subSessionKey: key)
          ]))
      return try await board.distances(session)
    }
    #expect(seen == [nil, isRight ? 300 : nil])
  }

  static let mismatches: [(String, @Sendable (inout RangingParameters) -> Void)] = [
    ("channel", { $0.channel = 5 }), ("preamble", { $0.preambleCode = 11 }),
    ("SFD", { $0.sfd = 0 }), ("frame", { $0.frameConfiguration = 1 }),
    ("vendor", { $0.vendorID = [7, 8] }), ("initial vector", { $0.staticSTSIV[5] ^= 1 }),
    ("slot", { $0.slotDuration = 1200 }), ("slots", { $0.slotsPerRound = 24 }),
    ("interval", { $0.interval = 240 }), ("usage", { $0.rangingRoundUsage = 1 }),
    ("hopping", { $0.hoppingMode = 1 }), ("STS length", { $0.stsLength = 0 }),
    ("one-to-many", { $0.multiNodeMode = 1 }), ("STS", { $0.stsConfiguration = 3 }),
    ("own address", { $0.deviceAddress = 5 }), ("peer", { $0.peerAddresses = [5] }),
    ("role", { $0.deviceRole = .initiator }),
    ("checksum", { $0.additional = [AppConfigParameter(.macFCSType, 1)] }),
    ("data rate", { $0.additional = [AppConfigParameter(.psduDataRate, 1)] }),
    ("header rate", { $0.additional = [AppConfigParameter(.bprfPHRDataRate, 1)] }),
    ("preamble length", { $0.additional = [AppConfigParameter(.preambleDuration, 0)] }),
    ("STS segments", { $0.additional = [AppConfigParameter(.numberOfSTSSegments, 2)] }),
  ]

  @Test("any difference between two boards is nothing but timeouts", arguments: mismatches.indices)
  func mismatch(index: Int) throws {
    let seen = try inLab { lab, room, services in
      let left = try await HostedSubsystem(
        lab, room, services, "fira1", name: "left", at: Self.here)
      let right = try await HostedSubsystem(
        lab, room, services, "nxp", name: "right", at: Position(0, 4, 1))
      var parameters = RangingParameters.controlee()
      Self.mismatches[index].1(&parameters)
      let session = try await left.range(.controller())
      let other = try await right.range(parameters)
      return [try await left.distances(session), try await right.distances(other)]
    }
    #expect(seen == [[nil], [nil]])
  }

  @Test("boards with extended addresses range with each other, and with no board without them")
  func extendedAddresses() throws {
    let seen = try inLab { lab, room, services in
      func extended(_ parameters: RangingParameters, _ own: UInt8, _ peer: UInt8)
        -> RangingParameters
      {
        var parameters = parameters
        parameters.additional = [
          AppConfigParameter(.macAddressMode, 2),
          AppConfigParameter(.deviceMACAddress, [own, 0, 0, 0, 0, 0, 0, 9]),
          AppConfigParameter(.dstMACAddress, [peer, 0, 0, 0, 0, 0, 0, 9]),
        ]
        return parameters
      }
      let left = try await HostedSubsystem(
        lab, room, services, "fira1", name: "left", at: Self.here)
      let right = try await HostedSubsystem(
        lab, room, services, "nxp", name: "right", at: Position(0, 4, 1))
      let session = try await left.range(extended(.controller(), 0, 1))
      let other = try await right.range(.controlee())
      var seen = [try await left.distances(session)]
      try await other.stop()
      try await other.configure(extended(.controlee(), 1, 0).tlvs(dialect: .fira2))
      try await other.start()
      seen.append(try await left.distances(session))
      seen.append(try await right.distances(other))
      return seen
    }
    #expect(seen == [[nil], [400], [400]])
  }

  @Test("a board that is out of reach, or whose session has another id, is not heard")
  func absent() throws {
    let seen = try inLab { lab, room, services in
      let left = try await HostedSubsystem(
        lab, room, services, "nxp", name: "left", at: Self.here)
      let right = try await HostedSubsystem(
        lab, room, services, "fira1", name: "right", at: Position(0, 4, 1))
      let session = try await left.range(.controller())
      let stranger = try await right.range(.controlee(), id: 43)
      var seen = [try await left.distances(session)]
      try await stranger.stop()
      _ = try await right.range(.controlee(), id: 42)
      seen.append(try await left.distances(session))
      room.place("right", at: Position(0, 400, 1))
      seen.append(try await left.distances(session))
      return seen
    }
    #expect(seen == [[nil], [400], [nil]])
  }

  @Test("a board with antennas tells the angles, one without does not", arguments: all)
  func angles(make: String) throws {
    let measurement = try inLab { lab, room, services in
      let left = try await HostedSubsystem(lab, room, services, make, name: "left", at: Self.here)
      let right = try await HostedSubsystem(
        lab, room, services, "nxp", name: "right", at: Position(3, 4, 1))
      let session = try await left.range(.controller())
      _ = try await right.range(.controlee())
      return try await left.rounds(2, of: session)[1].measurements.first
    }
    let azimuth = try #require(measurement).azimuth
    #expect(measurement?.distanceMetres == 5)
    guard make != "fira2-qorvo" else {
      #expect(azimuth == nil)
      return
    }
    #expect(abs((azimuth ?? 0) - 0.6435) < 0.001)
  }

  @Test("a delayed start begins when it should", arguments: [("fira1", 1000), ("nxp", 1_500_000)])
  func initiationTime(make: String, time: UInt64) throws {
    let (wait, now) = try inLab { lab, room, services in
      let board = try await HostedSubsystem(lab, room, services, make, name: "left", at: Self.here)
      var parameters = RangingParameters.controller()
      parameters.initiationTime = time
      let session = try await board.range(parameters)
      let start = lab.now
      let first = try await session.nextMeasurements(until: start.advanced(by: .seconds(10)))
      return (start.duration(to: first.at), start)
    }
    let delay: Duration =
      make == "fira1" ? .milliseconds(1000) : .microseconds(1_500_000 - now.microseconds)
    #expect(wait >= delay + .milliseconds(195))
    #expect(wait <= delay + .milliseconds(205))
  }

  @Test("blocks are left out between rounds as the stride says")
  func stride() throws {
    let times = try inLab { lab, room, services in
      let board = try await HostedSubsystem(
        lab, room, services, "nxp", name: "left", at: Self.here)
      var parameters = RangingParameters.controller()
      parameters.blockStride = 2
      let session = try await board.range(parameters)
      return try await board.rounds(4, of: session).map(\.at.microseconds)
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 600_000) <= 2_000 })
  }
}
