import Bench
package import Journal
import Reports
package import RigFile
package import Room

/// The lines of a journal about the room: where boards stand, and what stands between them.
package enum RoomLines {
  /// What the rig file says: places that were measured, and the obstacles of the virtual room.
  package static func emit(_ file: RigFile, _ journal: Journal) {
    for obstacle in file.room.obstacles {
      let (shape, from, to) = obstacle.shape.corners
      let blocks = if case .blocks = obstacle.effect { true } else { false }
      journal.emit(
        .other(
          kind: RoomPlan.obstacleKind,
          json: .object([
            .init("name", .string(obstacle.name)), .init("shape", .string(shape)),
            .init("x1", number(from.x)), .init("y1", number(from.y)),
            .init("x2", number(to.x)), .init("y2", number(to.y)),
            .init("blocks", .bool(blocks)),
          ])))
    }
    for board in file.boards {
      if let position = board.position { place(board.name, position, board.facing, journal) }
    }
  }

  /// Where virtual boards stand of which the rig file says nothing, and what cases do with all of
  /// them.
  package static func follow(_ room: Room, _ file: RigFile, _ journal: Journal) {
    for board in file.boards where board.position == nil {
      guard let position = room.position(of: board.name) else { continue }
      place(board.name, position, board.facing, journal)
    }
    room.observe { board, position, facing in place(board, position, facing, journal) }
  }

  private static func place(
    _ board: String, _ position: Position, _ facing: Facing, _ journal: Journal
  ) {
    journal.emit(
      .other(
        kind: RoomPlan.placeKind,
        json: .object([
          .init("board", .string(board)), .init("x", number(position.x)),
          .init("y", number(position.y)), .init("z", number(position.z)),
          .init("yaw", number(facing.yaw)), .init("pitch", number(facing.pitch)),
        ])))
  }

  /// Metres and degrees to a thousandth: finer than any tape measure.
  private static func number(_ value: Double) -> JSONValue {
    .number((value * 1000).rounded() / 1000)
  }
}

extension Obstacle.Shape {
  fileprivate var corners: (shape: String, from: Position, to: Position) {
    switch self {
    case .box(let corner, let opposite): ("box", corner, opposite)
    case .wall(let from, let to, _): ("wall", from, to)
    }
  }
}
