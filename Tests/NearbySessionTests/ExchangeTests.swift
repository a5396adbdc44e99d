import LabRuntime
import NearbyAccessory
import NearbySession
import Testing
import UCIHost

@Suite("A session without radio")
struct ExchangeTests {
  @Test("goes through initialize, configure-and-start and stop")
  func cycle() throws {
    let accessory = FakeAccessory()
    let started = try withSession(accessory) { session, _ in
      let started = try await session.run()
      try await session.stop()
      return started
    }
    #expect(started.didStartAfter == .milliseconds(50))
    #expect(accessory.received.all.map(\.identifier) == [.initialize, .configureAndStart, .stop])
    #expect(accessory.sessions.all == [started.shareable])
  }

  @Test("does not initialize again what it has just exchanged")
  func exchangeThenRun() throws {
    let accessory = FakeAccessory()
    try withSession(accessory) { session, _ in
      let data = try await session.exchange()
      #expect(try await session.run().accessory == data)
    }
    #expect(accessory.received.all.map(\.identifier) == [.initialize, .configureAndStart])
  }

  @Test(
    "answers with the version of the accessory",
    arguments: [
      (SpecificationVersion.v1_0, 28, SpecificationVersion.v1_0), (.v1_1, 30, .v1_1),
      (.v2_0, 35, .v2_0),
    ])
  func versions(
    _ version: SpecificationVersion, _ length: Int, _ answer: SpecificationVersion
  ) throws {
    var accessory = FakeAccessory()
    accessory.configuration.uwb.version = version
    accessory.configuration.uwb.request = .init(
      hoppingMode: 1, slotsPerRound: 8, slotDuration: 2400, interval: 240)
    let shareable = try withSession(accessory) { session, _ in
      try await session.run().shareable
    }
    #expect(shareable.version == answer)
    #expect(shareable.byteCount == length)
    #expect(shareable.rangingDuration == (version == .v2_0 ? 240 : 180))
    #expect(shareable.hoppingMode == (version == .v2_0 ? 1 : 0))
  }

  @Test(
    "chooses the interval by the preferred update rate",
    arguments: [
      (PreferredUpdateRate.automatic, UInt16(180)), (.userInteractive, 180), (.infrequent, 774),
    ])
  func interval(_ rate: PreferredUpdateRate, _ interval: UInt16) throws {
    var accessory = FakeAccessory()
    accessory.configuration.preferredUpdateRate = rate
    let shareable = try withSession(accessory) { session, _ in
      try await session.run().shareable
    }
    #expect(shareable.rangingDuration == interval)
  }

  @Test("makes a new blob for every run, with an address that is not the accessory's")
  func freshBlobs() throws {
    let blobs = try withSession { session, _ in
      var blobs = [try await session.run().shareable]
      for _ in 0..<20 {
        try await session.stop()
        blobs.append(try await session.retry().shareable)
      }
      return blobs
    }
    #expect(Set(blobs.map(\.staticSTSIV)).count == 21)
    #expect(Set(blobs.map(\.destinationAddress)).count == 21)
    #expect(blobs.allSatisfy { $0.sessionIdentifier > 0 && $0.sessionIdentifier <= 0xFFFF })
  }

  @Test("never takes the address of the accessory", arguments: [UInt16(1), 2, 0xFFFD])
  func addresses(_ taken: UInt16) {
    var random = LabRandom(seed: 3, stream: "addresses")
    let data = AccessoryConfigurationData(uwb: UWBConfigurationData(sourceAddress: taken))
    for _ in 0..<200_000 {
      let blob = NearbySession.Settings().shareable(for: data, random: &random)
      guard blob.destinationAddress == taken || blob.destinationAddress == 0 else { continue }
      Issue.record("the address \(blob.destinationAddress)")
      return
    }
  }

  @Test("retries without initialize, and restarts with stop and initialize")
  func again() throws {
    let accessory = FakeAccessory()
    try withSession(accessory) { session, _ in
      _ = try await session.run()
      try await session.stop()
      _ = try await session.retry()
      _ = try await session.restart()
      #expect(session.violations == [])
    }
    #expect(
      accessory.received.all.map(\.identifier) == [
        .initialize, .configureAndStart, .stop, .configureAndStart, .stop, .initialize,
        .configureAndStart,
      ])
  }

  @Test("sends what a case makes of the blob")
  func configuring() throws {
    let accessory = FakeAccessory()
    try withSession(accessory) { session, _ in
      _ = try await session.run(configuring: { $0.preambleCode = 9 })
    }
    #expect(accessory.sessions.all.map(\.preambleCode) == [9])
  }

  @Test(
    "reports what the framework would to an application",
    arguments: [
      PreferredUpdateRate(rawValue: 5)
    ])
  func rejected(_ rate: PreferredUpdateRate) throws {
    var accessory = FakeAccessory()
    accessory.configuration.preferredUpdateRate = rate
    let error = try withSession(accessory) { [accessory] session, _ in
      let error = await failure { () throws(NearbyError) in try await session.run() }
      #expect(accessory.received.all.map(\.identifier) == [.initialize])
      return error
    }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.frameworkCode == -5888)
    #expect(error?.violations.map(\.rule) == ["update-rate"])
  }

  @Test("ends after the limit when the accessory is silent")
  func silent() throws {
    var accessory = FakeAccessory()
    accessory.isDead = true
    let result = try withSession(accessory) { session, lab in
      let error = await failure { () throws(NearbyError) in try await session.exchange() }
      return (error, lab.now)
    }
    #expect(result.0?.code == .timedOut)
    #expect(result.1 == LabInstant(nanoseconds: 1_000_000_000))
  }

  @Test("ends when a blob is refused without a word")
  func refused() throws {
    let error = try withSession { session, _ in
      await failure { () throws(NearbyError) in
        try await session.run(configuring: { $0.declaredLength = 99 })
      }
    }
    #expect(error?.code == .timedOut)
    #expect(error?.description.contains("configure-and-start") == true)
  }

  @Test("ends when a blob is refused with did-stop")
  func stopped() throws {
    var accessory = FakeAccessory()
    accessory.behaviour.answersBadConfiguration = true
    let error = try withSession(accessory) { session, _ in
      await failure { () throws(NearbyError) in
        try await session.run(configuring: { $0.declaredLength = 99 })
      }
    }
    #expect(error?.code == .accessoryStopped)
  }

  @Test("ends when the link does")
  func closed() throws {
    var accessory = FakeAccessory()
    accessory.hangsUpOnStart = true
    let result = try withSession(accessory) { session, _ in
      let error = await failure { () throws(NearbyError) in try await session.run() }
      return (error?.code, session.exchangeState)
    }
    #expect(result.0 == .closed)
    #expect(result.1 == .idle)
  }

  @Test("tells that the accessory stopped by itself")
  func ownStop() throws {
    var accessory = FakeAccessory()
    accessory.givesUpAfter = .seconds(3)
    let event = try withSession(accessory) { session, lab in
      _ = try await session.run()
      return try await session.nextUpdate(until: lab.after(.seconds(10)))
    }
    #expect(event == .accessoryStopped(at: LabInstant(nanoseconds: 3_050_000_000)))
  }

  @Test("writes down what an accessory may not send")
  func violations() throws {
    var accessory = FakeAccessory()
    accessory.behaviour.didStart = .immediately
    accessory.behaviour.ownEndReport = .didStart
    accessory.givesUpAfter = .seconds(1)
    let violations = try withSession(accessory) { session, lab in
      _ = try await session.run()
      let error = await failure { () throws(NearbyError) in
        try await session.nextUpdate(until: lab.after(.seconds(5)))
      }
      #expect(error?.code == .timedOut)
      return session.violations
    }
    #expect(violations == [.unexpected(.didStart, .started)])
  }
}
