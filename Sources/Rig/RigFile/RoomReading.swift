import FileGrammar
import Journal
import Notation
import Room

private struct RoomKeys {
  static let mapping = Mapping(RoomKeys())

  let obstacles = Key(
    "obstacles",
    // More than this are no room but a mistake.
    .list(
      ObstacleKeys.mapping.form, "a list of obstacles", most: (count: 256, noun: "obstacles")),
    "what stands in the way of signals between virtual boards")
  let noise = Setting(
    "noise", .choice(Noise.profiles.map(\.name)), default: "default",
    "how far measured distances are from the truth")
  let lineOfSight = Setting(
    "los", .boolean, default: true, "whether the boards are in line of sight of each other")
}

extension Form<RigRoom> {
  static var room: Form {
    RoomKeys.mapping.form.map { values in
      var room = RigRoom()
      room.obstacles = (values.obstacles ?? []).enumerated().compactMap { index, values in
        Obstacle(reading: values, unnamed: "obstacle-\(index + 1)")
      }
      room.noise = values.noise
      room.lineOfSight = values.lineOfSight
      return room
    }
  }
}

/// The keys of an obstacle.
private struct ObstacleKeys {
  static let mapping = Mapping(
    ObstacleKeys(),
    allowed: "a mapping, such as {box: [[1, 0, 0], [1.2, 3, 2.5]], attenuation: 12}",
    rules: [
      "oneOf": [
        ["required": ["box"], "not": ["required": ["height"]]], ["required": ["wall"]],
      ],
      "if": ["required": ["blocks"], "properties": ["blocks": ["const": true]]],
      "then": ["not": ["anyOf": [["required": ["attenuation"]], ["required": ["delay"]]]]],
    ])

  let name = Key("name", .name())
  let box = Key("box", .points("[x, y, z]", of: 3), "two opposite corners")
  let wall = Key("wall", .points("[x, y]", of: 2), "two points of the floor")
  let height = Setting(
    "height", .number(0...1000, unit: "metres"), default: 3, "metres; of a wall only")
  let blocks = Setting("blocks", .boolean, default: false, "nothing gets through")
  /// As much as `los: false`.
  let attenuation = Setting(
    "attenuation", .number(0...200, unit: "decibels"), default: 12,
    "decibels that a signal loses; 6 halve its reach")
  let delay = Setting(
    "delay", .number(0...100, unit: "metres"), default: 0,
    "metres by which a distance comes out longer")
}

extension Form<[Position]> {
  /// Two points, with height or without.
  fileprivate static func points(_ point: String, of dimensions: Int) -> Form {
    let numbers = Form<[Double]>.list(
      Form<Position>.metres, of: dimensions, "\(dimensions) numbers: \(point) in metres")
    return list(
      numbers.map { Position($0[0], $0[1], dimensions == 3 ? $0[2] : 0) }, of: 2,
      "two points in metres: [\(point), \(point)]")
  }
}

extension Obstacle {
  fileprivate init?(reading values: MappingValues<ObstacleKeys>, unnamed: String) {
    let name = values.name ?? unnamed
    let effect = Self.effect(values)
    guard let shape = Self.shape(values), let effect else { return nil }
    self.init(name, shape, effect)
  }

  private static func shape(_ values: MappingValues<ObstacleKeys>) -> Shape? {
    switch (values[\.box], values[\.wall]) {
    case (_?, nil):
      values[\.height]?.fault(found: "height beside box", allowed: "height only beside wall")
      return values.box.map { .box($0[0], $0[1]) }
    case (nil, let wall?):
      let height = values.height
      guard let ends = values.wall else { return nil }
      if ends[0] == ends[1] {
        wall.fault(found: "a wall without length", allowed: "two different points")
      }
      return .wall(from: ends[0], to: ends[1], height: height)
    case (_?, let wall?):
      wall.fault(found: "box and wall", allowed: "either box or wall")
    case (nil, nil):
      values.field.fault(
        found: "an obstacle without a shape",
        allowed: "box: [[x, y, z], [x, y, z]] or wall: [[x, y], [x, y]]")
    }
    return nil
  }

  private static func effect(_ values: MappingValues<ObstacleKeys>) -> Effect? {
    let effect = Effect.weakens(decibels: values.attenuation, delay: values.delay)
    guard values.blocks else { return effect }
    for key in ["attenuation", "delay"] {
      guard let field = values[key] else { continue }
      return field.refuse(
        found: "\(key) beside blocks: true", allowed: "\(key) only where something gets through")
    }
    return .blocks
  }
}
