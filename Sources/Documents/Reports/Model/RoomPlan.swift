import Journal
import Room

/// Where the boards of a run stand, as its journal tells: for the map, and for the truth beside what
/// boards measure.
package struct RoomPlan: Sendable {
  /// The kind of the lines that say where a board stands.
  package static let placeKind = "board-placed"
  /// The kind of the lines that say what stands in the way of signals.
  package static let obstacleKind = "obstacle"
  private static let maximumBoards = 256
  private static let maximumObstacles = 256
  private static let maximumSteps = 200
  private static let maximumPairs = 60

  /// Where a board stands, and where it stood before.
  struct Place: Sendable {
    let board: String
    var position: Position
    var facing: Facing
    /// Where it was before, thinned out: the first of them, and some on its way.
    var trail: [Position] = []
    private var steps = 0

    init(_ board: String, _ position: Position, _ facing: Facing) {
      self.board = board
      self.position = position
      self.facing = facing
    }

    mutating func move(to position: Position, _ facing: Facing) {
      self.facing = facing
      guard position != self.position else { return }
      steps += 1
      // Every second one goes when there are too many.
      if trail.count >= RoomPlan.maximumSteps {
        trail = trail.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      }
      trail.append(self.position)
      self.position = position
    }
  }

  /// What stands in the way, on the floor plan.
  struct Barrier: Sendable {
    let name: String
    let isWall: Bool
    let from: (x: Double, y: Double)
    let to: (x: Double, y: Double)
    let blocks: Bool
  }

  /// What a board should measure of its peer.
  struct Truth: Sendable {
    /// Metres.
    let distance: Double
    /// Degrees, positive to the right.
    let azimuth: Double
    /// Degrees, positive upwards.
    let elevation: Double
  }

  /// In the order in which they were placed.
  private(set) var places: [Place] = []
  private(set) var barriers: [Barrier] = []
  /// Boards that met in a case, each pair once.
  private(set) var pairs: [[String]] = []

  /// Whether a map of it says anything.
  var isMap: Bool { places.count > 1 }

  func place(of board: String) -> Place? { places.first { $0.board == board } }

  /// What a board should see of another one; nil where one of them has no place.
  func truth(from board: String, to peer: String) -> Truth? {
    guard let own = place(of: board), let other = place(of: peer) else { return nil }
    let bearing = Bearing(from: own.position, facing: own.facing, to: other.position)
    let degrees = 180 / Double.pi
    return Truth(
      distance: own.position.distance(to: other.position), azimuth: bearing.azimuth * degrees,
      elevation: bearing.elevation * degrees)
  }

  mutating func place(_ json: JSONValue) {
    guard let board = json["board"]?.string, let x = Self.metres(json["x"]),
      let y = Self.metres(json["y"]), let z = Self.metres(json["z"])
    else { return }
    let facing = Facing(
      yaw: Self.metres(json["yaw"]) ?? 0, pitch: Self.metres(json["pitch"]) ?? 0)
    if let index = places.firstIndex(where: { $0.board == board }) {
      places[index].move(to: Position(x, y, z), facing)
    } else if places.count < Self.maximumBoards {
      places.append(Place(String(board.prefix(200)), Position(x, y, z), facing))
    }
  }

  mutating func obstacle(_ json: JSONValue) {
    guard barriers.count < Self.maximumObstacles, let x1 = Self.metres(json["x1"]),
      let y1 = Self.metres(json["y1"]), let x2 = Self.metres(json["x2"]),
      let y2 = Self.metres(json["y2"])
    else { return }
    barriers.append(
      Barrier(
        name: String((json["name"]?.string ?? "").prefix(200)),
        isWall: json["shape"]?.string == "wall", from: (x1, y1), to: (x2, y2),
        blocks: json["blocks"]?.bool ?? true))
  }

  /// Takes boards that are in a case together.
  mutating func meet(_ boards: [String]) {
    guard boards.count > 1, boards.count <= 16 else { return }
    for (index, board) in boards.enumerated() {
      for other in boards[(index + 1)...] where board != other && pairs.count < Self.maximumPairs {
        let pair = [board, other].sorted()
        if !pairs.contains(pair) { pairs.append(pair) }
      }
    }
  }

  /// A number that a map can show; nil for anything else.
  private static func metres(_ value: JSONValue?) -> Double? {
    value?.number.flatMap { $0.isFinite && abs($0) < 1e6 ? $0 : nil }
  }
}
