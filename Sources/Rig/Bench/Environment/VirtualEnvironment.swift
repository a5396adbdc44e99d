public import LabRuntime
public import Links
public import RigFile
public import Room
public import VirtualBoards

/// The virtual boards of a rig and the room that they stand in.
///
/// In virtual time they are reached over memory; in real time over pseudo-terminals, so that the
/// whole way of the bytes is the real one.
public struct VirtualEnvironment: Sendable {
  /// The room; nil without virtual boards.
  public let room: Room?
  /// Where they are reached, in the order of the boards.
  public let places: [Endpoint]

  /// Puts `boards` into a room.
  ///
  /// - Parameters:
  ///   - overMemory: reached over memory in real time too.
  ///   - tap: what stands between the boards and their links.
  /// - Throws: ``RigError`` when no pseudo-terminal is to be had.
  public init(
    _ boards: [RigBoard], of file: RigFile, lab: Lab, overMemory: Bool = false,
    tap: (any BoardTap)? = nil
  ) throws {
    guard !boards.isEmpty else {
      room = nil
      places = []
      return
    }
    let room = Room(seed: lab.seed, furnishing: file.furnishing, clock: { lab.now })
    places = try boards.enumerated().map { index, board in
      // A board that says nothing stands in line with the others, a metre from each.
      room.place(
        board.name, at: board.position ?? Position(Double(index + 1), 0, 1), facing: board.facing)
      let life = try board.virtualBoard(
        lab: lab, room: room, directory: file.directory,
        clockDrift: Self.clockDrift(of: board, file, lab), tap: tap)
      return try Endpoint(
        board, life, faults: file.faults, lab: lab, overMemory: overMemory || lab.isSimulated)
    }
    if file.faults[.secondPhone] != nil { room.admitSecondPhone() }
    self.room = room
  }

  /// How far the clock of a board is off, in parts per million, up to what the faults allow.
  private static func clockDrift(of board: RigBoard, _ file: RigFile, _ lab: Lab) -> Int {
    guard let drift = file.faults[.clockDrift] else { return 0 }
    var random = lab.random("clock/\(board.name)")
    return Int((random.unit() * 2 - 1) * drift.number)
  }

  /// Where a board is reached; nil for one that is not among them.
  public func place(of board: String) -> Endpoint? { places.first { $0.name == board } }

  /// A Bluetooth LE device as one central sees it; nil for a board on a byte stream.
  public func peripheral(of board: String, for central: String) -> (any GATTPeripheral)? {
    place(of: board)?.device?.central(central)
  }

  /// Takes the power of a board away, and returns when it has come back.
  public func cutPower(of board: String, for duration: Duration) async throws {
    try await place(of: board)?.power.cut(for: duration)
  }

  /// Lets the boards live while `body` runs.
  public func performing<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in places {
        group.addTask {
          await Lab.inBackground { await place.power.run(place.board, on: place.port) }
        }
        for carrier in place.carriers {
          group.addTask { await Lab.inBackground { await carrier.pump() } }
        }
      }
      defer {
        for place in places {
          place.port.close()
          for carrier in place.carriers { carrier.close() }
        }
        group.cancelAll()
      }
      return try await body()
    }
  }
}

extension RigFile {
  /// The room that the file describes, with what goes wrong in it.
  var furnishing: Room.Furnishing {
    var furnishing = Room.Furnishing(
      noise: Noise.named(room.noise) ?? .default,
      lineOfSight: room.lineOfSight && faults[.obstacles] == nil, obstacles: room.obstacles)
    furnishing.loss = faults[.radioLoss]?.number ?? 0
    furnishing.multipath = faults[.multipath]?.number ?? 0
    return furnishing
  }
}

extension Room {
  /// Another phone ranges in the room, with a session of its own.
  @discardableResult
  func admitSecondPhone() -> Transmission {
    place("(second phone)", at: Position(0, 1, 1))
    return open(
      RadioSession(
        body: "(second phone)", role: .initiator,
        air: AirInterface(
          sessionID: 0xFEED_F00D, channel: 9, preamble: 10, sfd: 2, frame: 3,
          sts: [0x4C, 0, 1, 2, 3, 4, 5, 6], slotDuration: 2400, slotsPerRound: 25, interval: 200),
        address: [0xFE, 0xED], peers: [[0xF0, 0x0D]]))
  }
}
