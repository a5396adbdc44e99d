import RigFile
public import Room

/// The virtual room as a case changes it: boards move and turn, and things come between them.
public final class BenchEnvironment: Sendable {
  let room: Room
  let places: [String: VirtualEnvironment.Endpoint]

  /// The room of some boards.
  init(_ room: Room, boards: [BenchBoard]) {
    self.room = room
    places = Dictionary(
      boards.compactMap { board in board.place.map { (board.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether a case lets the radio fare otherwise than the room is furnished.
  public var isDisturbed: Bool { room.isDisturbed }

  /// Where a board stands; nil for one that is not in the room.
  public func position(of board: String) -> Position? { room.position(of: board) }

  /// Where a board looks; nil for one that is not in the room.
  public func facing(of board: String) -> Facing? { room.facing(of: board) }

  /// Why a board does not hear others, as the virtual room knows it; empty where it does not.
  public func radioDifferences(of board: String, with others: [String]) -> [String] {
    room.differences(of: board, with: others)
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

  /// Lets no signal through between two boards any more.
  public func block(_ board: String, _ other: String) { room.block(board, other) }

  /// Lets signals through between two boards again.
  public func unblock(_ board: String, _ other: String) { room.unblock(board, other) }
}
