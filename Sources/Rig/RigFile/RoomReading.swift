import Notation
import Room

/// Reads the room of a rig file.
enum RoomReading {
  /// More obstacles than this are no room but a mistake.
  static let mostObstacles = 256
  /// What an obstacle takes from a signal where the file says nothing: as much as `los: false`.
  static let usualAttenuation = 12.0
  /// How high a wall is where the file says nothing.
  static let usualHeight = 3.0

  static func room(_ field: Field) -> RigRoom {
    var room = RigRoom()
    guard let entries = field.entries(RigGrammar.room) else { return room }
    if let obstacles = entries["obstacles"], let items = obstacles.items("a list of obstacles") {
      if items.count > mostObstacles {
        obstacles.fault(
          found: "\(items.count) obstacles", allowed: "at most \(mostObstacles) obstacles")
      }
      room.obstacles = items.prefix(mostObstacles).enumerated().compactMap { index, item in
        obstacle(item, unnamed: "obstacle-\(index + 1)")
      }
    }
    if let name = entries["noise"]?.choice(Noise.profiles.map(\.name)) { room.noise = name }
    room.lineOfSight = entries["los"]?.boolean() ?? true
    return room
  }

  private static func obstacle(_ field: Field, unnamed: String) -> Obstacle? {
    let allowed = "a mapping, such as {box: [[1, 0, 0], [1.2, 3, 2.5]], attenuation: 12}"
    guard let entries = field.entries(RigGrammar.obstacle, allowed: allowed) else { return nil }
    let name = entries["name"].map { $0.name() ?? unnamed } ?? unnamed
    let effect = effect(entries)
    guard let shape = shape(field, entries), let effect else { return nil }
    return Obstacle(name, shape, effect)
  }

  private static func shape(_ field: Field, _ entries: Entries) -> Obstacle.Shape? {
    let height = entries["height"]
    switch (entries["box"], entries["wall"]) {
    case (let box?, nil):
      height?.fault(found: "height beside box", allowed: "height only beside wall")
      guard let corners = points(box, of: 3), height == nil else { return nil }
      return .box(corners[0], corners[1])
    case (nil, let wall?):
      let metres = height.map { $0.number(0...1000, unit: "metres") } ?? usualHeight
      guard let ends = points(wall, of: 2), let metres else { return nil }
      guard ends[0] != ends[1] else {
        wall.fault(found: "a wall without length", allowed: "two different points")
        return nil
      }
      return .wall(from: ends[0], to: ends[1], height: metres)
    case (_?, let wall?):
      wall.fault(found: "box and wall", allowed: "either box or wall")
    case (nil, nil):
      field.fault(
        found: "an obstacle without a shape",
        allowed: "box: [[x, y, z], [x, y, z]] or wall: [[x, y], [x, y]]")
    }
    return nil
  }

  /// Two points in metres, with height or without.
  private static func points(_ field: Field, of dimensions: Int) -> [Position]? {
    let point = dimensions == 3 ? "[x, y, z]" : "[x, y]"
    let allowed = "two points in metres: [\(point), \(point)]"
    guard let items = field.items(allowed) else { return nil }
    guard items.count == 2 else {
      field.fault(found: "a list of \(items.count)", allowed: allowed)
      return nil
    }
    let points = items.compactMap { item -> Position? in
      let allowed = "\(dimensions) numbers: \(point) in metres"
      guard let numbers = item.items(allowed) else { return nil }
      guard numbers.count == dimensions else {
        item.fault(found: "a list of \(numbers.count)", allowed: allowed)
        return nil
      }
      let values = numbers.compactMap { $0.number(-100_000...100_000, unit: "metres") }
      guard values.count == dimensions else { return nil }
      return Position(values[0], values[1], dimensions == 3 ? values[2] : 0)
    }
    return points.count == 2 ? points : nil
  }

  private static func effect(_ entries: Entries) -> Obstacle.Effect? {
    let blocks = entries["blocks"].map { $0.boolean() } ?? false
    let attenuation =
      entries["attenuation"].map { $0.number(0...200, unit: "decibels") } ?? usualAttenuation
    let delay = entries["delay"].map { $0.number(0...100, unit: "metres") } ?? 0
    guard let blocks, let attenuation, let delay else { return nil }
    guard blocks else { return .weakens(decibels: attenuation, delay: delay) }
    for key in ["attenuation", "delay"] {
      guard let field = entries[key] else { continue }
      field.fault(
        found: "\(key) beside blocks: true", allowed: "\(key) only where something gets through")
      return nil
    }
    return .blocks
  }
}
