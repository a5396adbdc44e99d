import Journal
import LabRuntime
import NearbySession
import Notation
import Room
import Testing

@testable import Bench
@testable import RigFile

@Suite("The room of a rig file")
struct RoomFileTests {
  private static func text(_ room: String) -> String {
    """
    version: 1
    time: virtual
    boards: [{name: phone, firmware: uci, link: virtual, position: [1, 2, 1], facing: {yaw: 90}}]
    room: \(room)
    """
  }

  private func file(_ text: String) throws -> RigFile {
    try RigFile.parse(Self.text(text), file: "rig.yaml", directory: "")
  }

  private func room(_ text: String) throws -> RigRoom { try file(text).room }

  @Test("obstacles have a shape, an effect and a name")
  func obstacles() throws {
    let file = try file(
      """
      {obstacles: [
        {box: [[1, 0, 0], [1.2, 3, 2.5]]},
        {name: glass, wall: [[0, 1], [5, 1]], attenuation: 2, delay: 0.05},
        {wall: [[0, 4], [5, 4]], height: 1, blocks: true}]}
      """)
    #expect(
      file.room.obstacles == [
        Obstacle(
          "obstacle-1", .box(Position(1, 0, 0), Position(1.2, 3, 2.5)),
          .weakens(decibels: 12, delay: 0)),
        Obstacle(
          "glass", .wall(from: Position(0, 1, 0), to: Position(5, 1, 0), height: 3),
          .weakens(decibels: 2, delay: 0.05)),
        Obstacle(
          "obstacle-3", .wall(from: Position(0, 4, 0), to: Position(5, 4, 0), height: 1), .blocks),
      ])
    #expect(file.furnishing.obstacles == file.room.obstacles)
  }

  @Test("the room has the noise that the file names", arguments: Noise.profiles.map(\.name))
  func noise(name: String) throws {
    #expect(try file("{noise: \(name)}").furnishing.noise == Noise.named(name))
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let room: String
    let message: String
    var testDescription: String { room }
  }

  static let wrong: [Wrong] = [
    Wrong(
      room: "{noise: hihg}",
      message:
        "room.noise: expected `default`, `none`, `low`, `high` or `reflections`, got `hihg`; did "
        + "you mean `high`?"),
    Wrong(
      room: "{obstacles: [{name: wall}]}",
      message:
        "room.obstacles[0]: expected box: [[x, y, z], [x, y, z]] or wall: [[x, y], [x, y]], got "
        + "an obstacle without a shape"),
    Wrong(
      room: "{obstacles: [{box: [[0, 0, 0], [1, 1, 1]], wall: [[0, 0], [1, 1]]}]}",
      message: "room.obstacles[0].wall: expected either box or wall, got box and wall"),
    Wrong(
      room: "{obstacles: [{box: [[0, 0, 0], [1, 1, 1]], height: 2}]}",
      message: "room.obstacles[0].height: expected height only beside wall, got height beside box"),
    Wrong(
      room: "{obstacles: [{wall: [[1, 1], [1, 1]]}]}",
      message: "room.obstacles[0].wall: expected two different points, got a wall without length"),
    Wrong(
      room: "{obstacles: [{wall: [[1, 1, 1], [1, 2, 1]]}]}",
      message: "room.obstacles[0].wall[0]: expected 2 numbers: [x, y] in metres, got a list of 3"),
    Wrong(
      room: "{obstacles: [{wall: [[1, 1], [1, 2]], blocks: true, delay: 1}]}",
      message:
        "room.obstacles[0].delay: expected delay only where something gets through, got delay "
        + "beside blocks: true"),
    Wrong(
      room: "{obstacles: [{wall: [[1, 1], [1, 2]], atenuation: 1}]}",
      message: "did you mean `attenuation`?"),
    Wrong(
      room: "{obstacles: ["
        + Array(repeating: "{wall: [[1, 1], [1, 2]]}", count: 257)
        .joined(separator: ", ") + "]}",
      message: "room.obstacles: expected at most 256 obstacles, got 257 obstacles"),
  ]

  @Test("a wrong room is refused with line, column, key and what is allowed", arguments: wrong)
  func refused(wrong: Wrong) throws {
    let error = try #require(throws: RigFileErrors.self) { try room(wrong.room) }
    #expect(
      error.errors.contains {
        $0.description.hasPrefix("rig.yaml:4:") && $0.description.contains(wrong.message)
      }, "\(error)")
  }

  @Test("the phone's motion is relative to where it began, and stays what it was")
  func motion() throws {
    let file = try RigFile.parse(Self.text("{}"), file: "rig.yaml", directory: "")
    let lab = Lab.simulated(seed: 1)
    let journal = Journal(now: { lab.now }, sink: MemorySink())
    try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        let environment = try #require(bench.environment)
        let motion = try #require(RoomMotion(of: "phone", in: environment.room))
        #expect(RoomMotion(of: "nobody", in: environment.room) == nil)
        let start = lab.now
        try await lab.sleep(for: .seconds(1), label: "the first second")
        environment.move("phone", to: Position(2, 4, 1.5))
        let moved = lab.now
        try await lab.sleep(for: .seconds(1), label: "the second")
        environment.turn("phone", to: Facing())
        let first = try #require(motion.pose(at: start))
        #expect(first.position == SIMD3(0, 0, 0))
        #expect(first.yaw == .pi / 2)
        let second = try #require(motion.pose(at: moved))
        #expect(second.position == SIMD3(1, 2, 0.5))
        #expect(second.yaw == .pi / 2)
        #expect(try #require(motion.pose(at: lab.now)).yaw == 0)
        // Asked again for the moment of an older range.
        #expect(motion.pose(at: start) == first)
      }
    }
  }
}
