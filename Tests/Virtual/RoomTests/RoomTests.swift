import Testing

@testable import Room

@Suite("A room")
struct RoomTests {
  static let air = AirInterface(
    sessionID: 42, channel: 9, preamble: 10, sts: [0x4c, 0, 1, 2, 3, 4, 5, 6], slotDuration: 3600,
    slotsPerRound: 6, interval: 180)

  /// A lock at the origin and a phone three metres ahead, four to the right.
  private func room(
    noise: Noise = .none, change: (inout RadioSession) -> Void = { _ in }
  ) -> (Room, lock: Room.Transmission, phone: Room.Transmission) {
    let room = Room(seed: 1, furnishing: .init(noise: noise))
    room.place("lock", at: Position(0, 0, 1))
    room.place("phone", at: Position(4, 3, 1))
    let lock = RadioSession(
      body: "lock", role: .responder, air: Self.air, address: [1, 0], peers: [[2, 0]])
    var phone = RadioSession(
      body: "phone", role: .initiator, air: Self.air, address: [2, 0], peers: [[1, 0]])
    change(&phone)
    return (room, room.open(lock), room.open(phone))
  }

  @Test("distance and direction come out of geometry, the same distance at both ends")
  func geometry() throws {
    let (room, lock, phone) = room()
    let seenByLock = try #require(room.round(lock, block: 0).first?.fix)
    let seenByPhone = try #require(room.round(phone, block: 0).first?.fix)
    #expect(abs(seenByLock.distance - 5) < 1e-9)
    #expect(abs(seenByLock.bearing.azimuth - 0.9273) < 1e-3)
    #expect(seenByPhone.distance == seenByLock.distance)
  }

  @Test("noise is the same at both ends and differs from block to block")
  func noise() {
    let (room, lock, phone) = room(noise: .default)
    let distances = (0..<200).map { room.round(lock, block: $0).first?.fix?.distance ?? .nan }
    #expect(distances == (0..<200).map { room.round(phone, block: $0).first?.fix?.distance ?? 0 })
    let mean = distances.reduce(0, +) / 200
    #expect(abs(mean - 5) < 0.01)
    #expect(Set(distances).count == 200)
  }

  static let mismatches: [(String, @Sendable (inout RadioSession) -> Void)] = [
    ("session id", { $0.air.sessionID = 43 }),
    ("channel", { $0.air.channel = 5 }),
    ("preamble", { $0.air.preamble = 11 }),
    ("one bit of the STS", { $0.air.sts[7] ^= 1 }),
    ("slot duration", { $0.air.slotDuration = 2400 }),
    ("interval", { $0.air.interval = 198 }),
    ("STS length", { $0.air.format.stsLength = 0 }),
    ("multi-node mode", { $0.air.format.multiNodeMode = 1 }),
    ("sub-session", { $0.subSessions = [[1, 0]: [7, 0, 0, 0]] }),
    ("role", { $0.role = .responder }),
    ("own address", { $0.address = [3, 0] }),
    ("peer address", { $0.peers = [[9, 0]] }),
  ]

  @Test("any mismatch is nothing but a timeout", arguments: mismatches.indices)
  func mismatch(index: Int) {
    let (room, lock, phone) = room(change: Self.mismatches[index].1)
    #expect(room.round(lock, block: 0).map(\.fix) == [nil])
    #expect(room.round(phone, block: 0).map(\.fix) == [nil])
  }

  @Test(
    "whoever sees the air tells what two radios do not have in common",
    arguments: zip(
      mismatches.indices,
      [
        "session id: phone 0x2b, lock 0x2a", "channel: phone 5, lock 9",
        "preamble code: phone 11, lock 10",
        "vendor id and STS initial vector: phone 4c00010203040507, lock 4c00010203040506",
        "slot duration: phone 2400 RSTU, lock 3600 RSTU",
        "block interval: phone 198 ms, lock 180 ms", "STS_LENGTH: phone 0, lock 1",
        "MULTI_NODE_MODE: phone 1, lock 0", "sub-session: phone and lock have another id or key",
        "role: both are the responder", "address: phone has 0300, and lock ranges with 0200",
        "address: lock has 0100, and phone ranges with 0900",
      ]))
  func differences(index: Int, words: String) {
    let (room, lock, _) = room(change: Self.mismatches[index].1)
    #expect(room.differences(of: "phone", with: ["phone", "lock"]) == [words])
    room.close(lock)
    #expect(room.differences(of: "phone", with: ["lock"]) == ["the radio of lock is off"])
  }

  @Test("of radios that range nothing is told, and of a wall between them that it is there")
  func noDifferences() {
    let (room, _, phone) = room()
    #expect(room.differences(of: "phone", with: ["lock"]).isEmpty)
    room.block("lock", "phone")
    #expect(
      room.differences(of: "phone", with: ["lock"]) == ["no signal gets from one to the other"])
    room.close(phone)
    #expect(room.differences(of: "phone", with: ["lock"]) == ["the radio of phone is off"])
  }

  @Test("a radio that is off, or out of reach, is not heard")
  func absence() {
    let (room, lock, phone) = room()
    room.place("phone", at: Position(60, 0, 1))
    #expect(room.round(lock, block: 0).map(\.fix) == [nil])
    room.place("phone", at: Position(1, 0, 1))
    #expect(room.round(lock, block: 1).first?.fix != nil)
    room.close(phone)
    #expect(room.round(lock, block: 2).map(\.fix) == [nil])
    #expect(room.openSessions == 1)
  }

  @Test("data reaches a peer that ranges, once and in order, and nobody else")
  func messages() {
    let (room, lock, phone) = room()
    room.send([1, 2], sequenceNumber: 7, to: [1, 0], from: phone)
    room.send([3], sequenceNumber: 8, to: [1, 0], from: phone)
    room.send([4], sequenceNumber: 9, to: [5, 0], from: phone)
    #expect(
      room.takeMessages(lock) == [
        RadioMessage(sender: [2, 0], sequenceNumber: 7, bytes: [1, 2]),
        RadioMessage(sender: [2, 0], sequenceNumber: 8, bytes: [3]),
      ])
    #expect(room.takeMessages(lock) == [])
    room.place("phone", at: Position(60, 0, 1))
    room.send([5], sequenceNumber: 10, to: [1, 0], from: phone)
    #expect(room.takeMessages(lock) == [])
  }

  @Test("messages that nobody takes do not pile up")
  func fullInbox() {
    let (room, lock, phone) = room()
    for number in 0..<1000 {
      room.send([1], sequenceNumber: UInt16(number), to: [1, 0], from: phone)
    }
    #expect(room.takeMessages(lock).map(\.sequenceNumber) == Array(0..<16))
  }

  @Test("a radio goes on with other parameters and keeps what it has received")
  func change() {
    let (room, lock, phone) = room()
    room.send([1], sequenceNumber: 1, to: [1, 0], from: phone)
    var session = RadioSession(
      body: "lock", role: .responder, air: Self.air, address: [1, 0], peers: [[9, 0]])
    room.change(lock, to: session)
    #expect(room.round(lock, block: 0).map(\.address) == [[9, 0]])
    #expect(room.round(phone, block: 0).map(\.fix) == [nil])
    session.peers = [[2, 0]]
    room.change(lock, to: session)
    #expect(room.round(lock, block: 0).first?.fix != nil)
    #expect(room.takeMessages(lock).count == 1)
    #expect(room.openSessions == 2)
  }
}
