import RigFile
public import Room

/// The virtual room as a case changes it: boards move and turn, and things come between them.
public final class BenchEnvironment: Sendable {
  /// The room, to ask where boards stand and whom they hear.
  public let room: Room
  let places: [String: VirtualEnvironment.Endpoint]

  /// The room of some boards.
  init(_ room: Room, boards: [BenchBoard]) {
    self.room = room
    places = Dictionary(
      boards.compactMap { board in board.place.map { (board.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Puts a board somewhere; it goes on looking where it looked.
  public func move(_ board: String, to position: Position) {
    guard let facing = room.facing(of: board) else { return }
    room.place(board, at: position, facing: facing)
  }

  /// Lets a board look elsewhere; it stays where it stands.
  public func turn(_ board: String, to facing: Facing) {
    guard let position = room.position(of: board) else { return }
    room.place(board, at: position, facing: facing)
  }
}
