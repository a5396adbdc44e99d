import LabRuntime
import Testing

@testable import Room

@Suite("Obstacles in a room")
struct ObstacleTests {
  private static let air = RoomTests.air

  /// A lock at the origin and a phone four metres to the east, both a metre high.
  private func fix(
    _ obstacles: [Obstacle], phone: Position = Position(4, 0, 1), reach: Double = 50
  ) -> RoundOutcome.Fix? {
    let room = Room(
      seed: 1, furnishing: .init(noise: .none, reach: reach, obstacles: obstacles))
    room.place("lock", at: Position(0, 0, 1))
    room.place("phone", at: phone)
    let lock = room.open(
      RadioSession(
        body: "lock", role: .responder, air: Self.air, address: [1, 0], peers: [[2, 0]]))
    let other = room.open(
      RadioSession(
        body: "phone", role: .initiator, air: Self.air, address: [2, 0], peers: [[1, 0]]))
    let fix = room.round(lock, block: 0).first?.fix
    #expect(room.round(other, block: 0).first?.fix?.distance == fix?.distance)
    // What cannot be measured carries no data either.
    room.send([1], sequenceNumber: 0, to: [2, 0], from: lock)
    #expect(room.takeMessages(other).isEmpty == (fix == nil))
    return fix
  }

  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let shape: Obstacle.Shape
    let isBetween: Bool
  }

  static let places = [
    Place(
      testDescription: "a box on the way",
      shape: .box(Position(2, -1, 0), Position(2.5, 1, 2)), isBetween: true),
    Place(
      testDescription: "the same box by its other corners",
      shape: .box(Position(2.5, 1, 2), Position(2, -1, 0)), isBetween: true),
    Place(
      testDescription: "a box beside the way",
      shape: .box(Position(2, 0.5, 0), Position(2.5, 1, 2)), isBetween: false),
    Place(
      testDescription: "a box below the way",
      shape: .box(Position(2, -1, 0), Position(2.5, 1, 0.9)), isBetween: false),
    Place(
      testDescription: "a box behind the phone",
      shape: .box(Position(5, -1, 0), Position(6, 1, 2)), isBetween: false),
    Place(
      testDescription: "a box around the phone",
      shape: .box(Position(3, -1, 0), Position(6, 1, 2)), isBetween: true),
    Place(
      testDescription: "a box that touches the way",
      shape: .box(Position(2, 0, 0), Position(2.5, 1, 2)), isBetween: true),
    Place(
      testDescription: "a wall across the way",
      shape: .wall(from: Position(2, -1, 0), to: Position(2, 1, 0), height: 2.5), isBetween: true),
    Place(
      testDescription: "a slanted wall",
      shape: .wall(from: Position(1, -1, 0), to: Position(3, 1, 0), height: 2.5), isBetween: true),
    Place(
      testDescription: "a wall that is too low",
      shape: .wall(from: Position(2, -1, 0), to: Position(2, 1, 0), height: 0.8),
      isBetween: false),
    Place(
      testDescription: "a wall that ends before",
      shape: .wall(from: Position(2, 0.1, 0), to: Position(2, 3, 0), height: 2.5),
      isBetween: false),
    Place(
      testDescription: "a wall along the way",
      shape: .wall(from: Position(1, 0, 0), to: Position(3, 0, 0), height: 2.5),
      isBetween: false),
  ]

  @Test("geometry decides whether a signal is blocked", arguments: places)
  func blocks(place: Place) {
    let fix = fix([Obstacle("it", place.shape, .blocks)])
    #expect((fix == nil) == place.isBetween)
    if let fix { #expect(fix.lineOfSight) }
  }

  @Test("what weakens a signal makes it longer, weaker and not line of sight")
  func weakens() throws {
    let free = try #require(fix([]))
    let wall = Obstacle(
      "wall", .wall(from: Position(2, -1, 0), to: Position(2, 1, 0), height: 3),
      .weakens(decibels: 9, delay: 0.25))
    let box = Obstacle(
      "box", .box(Position(3, -1, 0), Position(3.1, 1, 2)), .weakens(decibels: 3, delay: 0.1))
    let shadowed = try #require(fix([wall, box]))
    #expect(free.lineOfSight && !shadowed.lineOfSight)
    #expect(abs(shadowed.distance - free.distance - 0.35) < 1e-9)
    #expect(abs(free.rssi - shadowed.rssi - 12) < 1e-9)
    #expect(shadowed.bearing == free.bearing)
  }

  @Test("what is lost on the way shortens the reach")
  func reach() {
    func behindWall(_ metres: Double) -> RoundOutcome.Fix? {
      fix(
        [
          Obstacle(
            "wall", .wall(from: Position(1, -1, 0), to: Position(1, 1, 0), height: 3),
            .weakens(decibels: 20, delay: 0))
        ], phone: Position(metres, 0, 1))
    }
    #expect(behindWall(4.9) != nil)
    #expect(behindWall(5.1) == nil)
  }

  @Test("every noise has a name and its own error", arguments: Noise.profiles.map(\.name))
  func noises(name: String) throws {
    let noise = try #require(Noise.named(name))
    let room = Room(seed: 3, furnishing: .init(noise: noise))
    room.place("lock", at: Position(0, 0, 1))
    room.place("phone", at: Position(3, 0, 1))
    let lock = room.open(
      RadioSession(
        body: "lock", role: .responder, air: Self.air, address: [1, 0], peers: [[2, 0]]))
    _ = room.open(
      RadioSession(
        body: "phone", role: .initiator, air: Self.air, address: [2, 0], peers: [[1, 0]]))
    let errors = (0..<2000).compactMap { room.round(lock, block: $0).first?.fix }
      .map { $0.distance - 3 }
    #expect(errors.count == 2000)
    let mean = errors.reduce(0, +) / 2000
    let expected = noise.bias + noise.reflections * noise.detour / 2
    #expect(abs(mean - expected) < 0.02)
    let far = errors.count { $0 > noise.bias + 5 * noise.sigma + 1e-9 }
    #expect((far > 20) == (noise.reflections > 0))
    #expect(Noise.named("loud") == nil)
  }

  @Test("a room with a clock remembers where a board was")
  func trail() throws {
    let lab = Lab.simulated(seed: 1)
    try lab.run {
      let room = Room(seed: 1, clock: { lab.now })
      room.place("phone", at: Position(0, 0, 1))
      try await lab.sleep(for: .seconds(1), label: "a second")
      room.place("phone", at: Position(1, 0, 1), facing: Facing(yaw: 30))
      room.place("phone", at: Position(2, 0, 1), facing: Facing(yaw: 90))
      try await lab.sleep(for: .seconds(1), label: "a second")
      let second = LabInstant.zero.advanced(by: .seconds(1))
      #expect(
        room.stance(of: "phone", at: .zero.advanced(by: .milliseconds(999)))?.position
          == Position(0, 0, 1))
      #expect(
        room.stance(of: "phone", at: second)
          == Stance(position: Position(2, 0, 1), facing: Facing(yaw: 90), since: second))
      #expect(room.stance(of: "phone", at: lab.now)?.position == Position(2, 0, 1))
      #expect(room.stance(of: "lock", at: lab.now) == nil)
      #expect(Room(seed: 1).stance(of: "phone", at: lab.now) == nil)
      // It forgets the oldest, and holds no more than it may.
      for step in 0..<5000 {
        try await lab.sleep(for: .milliseconds(10), label: "a step")
        room.place("phone", at: Position(Double(step), 0, 1))
      }
      #expect(room.stance(of: "phone", at: second) == nil)
      #expect(
        room.stance(of: "phone", at: lab.now.advanced(by: .milliseconds(-1000)))?.position
          == Position(4899, 0, 1))
    }
  }
}
