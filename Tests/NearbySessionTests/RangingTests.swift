import LabRuntime
import NearbyAccessory
import NearbySession
import Testing
import UCI
import UCIHost

@Suite("A session with a radio")
struct RangingTests {
  @Test("starts the radio before the accessory, with parameters that fit")
  func parameters() throws {
    let radio = FakeRadio()
    let started = try withSession(radio: radio) { session, _ in try await session.run() }
    let list = try #require(radio.parameters.all.first)
    let value = { (id: AppConfigID) in list.first { $0.id == id }?.value }
    let shareable = started.shareable
    #expect(value(.vendorID) == [0x4C, 0x00])
    #expect(value(.staticSTSIV) == shareable.staticSTSIV)
    #expect(value(.deviceType) == [1])
    #expect(value(.deviceRole) == [1])
    #expect(value(.slotsPerRR) == [6])
    #expect(value(.slotDuration) == [0x10, 0x0E])
    #expect(value(.rangingDuration) == [180, 0, 0, 0])
    #expect(value(.preambleCodeIndex) == [11])
    #expect(value(.rangingRoundUsage) == [2])
    #expect(value(.rangingRoundControl) == nil)
    let address = started.accessory.uwb.sourceAddress
    #expect(value(.dstMACAddress) == [UInt8(address & 0xFF), UInt8(address >> 8)])
    #expect(
      value(.deviceMACAddress) == [
        UInt8(shareable.destinationAddress & 0xFF), UInt8(shareable.destinationAddress >> 8),
      ])
  }

  @Test(
    "takes the other side than the accessory",
    arguments: [
      (RangingRole.responder, UInt8(1)), (.initiator, 0),
    ])
  func roles(_ role: RangingRole, _ type: UInt8) throws {
    var accessory = FakeAccessory()
    accessory.configuration.uwb.role = role
    let radio = FakeRadio()
    _ = try withSession(accessory, radio: radio) { session, _ in try await session.run() }
    let list = try #require(radio.parameters.all.first)
    #expect(list.first { $0.id == .deviceType }?.value == [type])
    #expect(list.first { $0.id == .deviceRole }?.value == [type])
  }

  @Test("follows the blob, but can be tuned alone")
  func tuning() throws {
    let radio = FakeRadio()
    let accessory = FakeAccessory()
    _ = try withSession(accessory, radio: radio) { session, _ in
      try await session.run(
        configuring: { $0.rangingDuration = 162 },
        tuning: { $0.staticSTSIV = [9, 9, 9, 9, 9, 9] })
    }
    let list = try #require(radio.parameters.all.first)
    #expect(list.first { $0.id == .rangingDuration }?.value == [162, 0, 0, 0])
    #expect(list.first { $0.id == .staticSTSIV }?.value == [9, 9, 9, 9, 9, 9])
    #expect(accessory.sessions.all.first?.staticSTSIV != [9, 9, 9, 9, 9, 9])
  }

  @Test("gives an update a round, and none is lost", arguments: UInt64(1)...5)
  func updates(_ seed: UInt64) throws {
    let sequences = try withSession(radio: FakeRadio(), seed: seed) { session, lab in
      _ = try await session.run()
      var sequences: [UInt32] = []
      for _ in 0..<50 {
        guard
          case .updated(let update) = try await session.nextUpdate(until: lab.after(.seconds(1)))
        else { continue }
        #expect(update.distanceMetres == 2.5)
        #expect(update.rssi == -70)
        #expect(abs((update.azimuth ?? 0) - .pi / 6) < 1e-9)
        sequences.append(update.sequence)
      }
      try await session.stop()
      return sequences
    }
    #expect(sequences == Array(0..<50))
  }

  @Test("removes the accessory when it is not heard for 15 s, once")
  func removal() throws {
    var radio = FakeRadio()
    radio.goodRounds = 3
    let result = try withSession(radio: radio) { session, lab in
      _ = try await session.run()
      var heard = LabInstant.zero
      for _ in 0..<3 {
        guard
          case .updated(let update) = try await session.nextUpdate(until: lab.after(.seconds(1)))
        else { continue }
        heard = update.at
      }
      let event = try await session.nextUpdate(until: lab.after(.seconds(60)))
      let after = await failure { () throws(NearbyError) in
        try await session.nextUpdate(until: lab.after(.seconds(60)))
      }
      return (heard, event, after, session.radioSession == nil)
    }
    #expect(result.1 == .removed(.timeout, at: result.0.advanced(by: .seconds(15))))
    #expect(result.2?.code == .timedOut)
    #expect(result.3)
  }

  @Test("removes an accessory that was never heard")
  func neverHeard() throws {
    var radio = FakeRadio()
    radio.goodRounds = 0
    let result = try withSession(radio: radio) { session, lab in
      let started = try await session.run()
      return (started.at, try await session.nextUpdate(until: lab.after(.seconds(60))))
    }
    #expect(result.1 == .removed(.timeout, at: result.0.advanced(by: .seconds(15))))
  }

  @Test("ranges again after a removal")
  func restart() throws {
    let radio = FakeRadio()
    let event = try withSession(radio: radio) { session, lab in
      _ = try await session.run()
      _ = try await session.restart()
      return try await session.nextUpdate(until: lab.after(.seconds(1)))
    }
    guard case .updated = event else {
      Issue.record("\(event)")
      return
    }
    #expect(radio.parameters.all.count == 2)
    let cycle = [
      "SESSION_INIT_CMD", "SESSION_SET_APP_CONFIG_CMD", "SESSION_START_CMD", "SESSION_STOP_CMD",
      "SESSION_DEINIT_CMD",
    ]
    #expect(radio.commands.all == cycle + cycle.prefix(3))
  }

  @Test("does not start the accessory when the radio refuses")
  func radioRefuses() throws {
    var radio = FakeRadio()
    radio.startStatus = .errorSessionNotConfigured
    let accessory = FakeAccessory()
    let error = try withSession(accessory, radio: radio) { session, _ in
      await failure { () throws(NearbyError) in try await session.run() }
    }
    #expect(error?.code == .radio)
    #expect(error?.radio?.status == .errorSessionNotConfigured)
    #expect(accessory.received.all.map(\.identifier) == [.initialize])
    #expect(radio.commands.all.last == "SESSION_DEINIT_CMD")
  }

  @Test("tells of a did-stop between rounds without losing a round")
  func both() throws {
    var accessory = FakeAccessory()
    accessory.givesUpAfter = .milliseconds(490)
    let events = try withSession(accessory, radio: FakeRadio()) { session, lab in
      _ = try await session.run()
      var events: [String] = []
      for _ in 0..<6 {
        switch try await session.nextUpdate(until: lab.after(.seconds(1))) {
        case .updated(let update): events.append("\(update.sequence)")
        case .accessoryStopped: events.append("stopped")
        default: events.append("?")
        }
      }
      return events
    }
    #expect(events.sorted() == ["0", "1", "2", "3", "4", "stopped"])
    #expect(events.filter { $0 != "stopped" } == ["0", "1", "2", "3", "4"])
  }
}
