public import LabRuntime
public import Links
public import Room
public import VirtualBoards

/// The virtual boards of a rig and the room that they stand in.
///
/// In virtual time they are reached over memory; in real time over pseudo-terminals, so that the
/// whole way of the bytes is the real one.
public struct VirtualStage: Sendable {
  /// Where a served board can be reached.
  public struct Place: Sendable {
    /// The board, by the name of the rig file.
    public let board: String
    /// The terminal's path; nil over memory.
    public let path: String?
    /// The Bluetooth LE device; nil for a board on a byte stream.
    public let device: VirtualGATTAccessory?
    let source: any LinkSource
    /// What has to run beside the source: the Bluetooth LE channel, and the faults, which a recording
    /// has had.
    let gatt: GATTLinkSource?
    let faulty: FaultySource?
    /// Where links appear; a Bluetooth LE device has none.
    let listener: (any LinkListener)?
    let power: VirtualPower
    /// The recording that is played; nil for a board that lives.
    var recorded: RecordedBoard?
    let serve: @Sendable () async -> Void
  }

  /// The room; nil when nobody is virtual.
  public let room: Room?
  /// The places, in the order of the boards.
  public let places: [Place]

  /// Sets the stage for `boards`.
  ///
  /// - Parameters:
  ///   - overMemory: reached over memory in real time too.
  ///   - tap: what stands between the boards and their links.
  /// - Throws: ``LinkError`` when no pseudo-terminal is to be had.
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
    var places: [Place] = []
    for (index, board) in boards.enumerated() {
      // A board that says nothing stands in line with the others, a metre from each.
      let position = board.position.map { Position($0.x, $0.y, $0.z) }
      room.place(
        board.name, at: position ?? Position(Double(index + 1), 0, 1),
        facing: Facing(
          yaw: board.facing.yaw, pitch: board.facing.pitch, roll: board.facing.roll))
      let name = "virtual:\(board.name)"
      let power = VirtualPower(lab, name: name)
      if let device = try board.virtualDevice(lab: lab, room: room, tap: tap) {
        let channel = device.dataChannel
        let source = GATTLinkSource(lab, peripheral: device.central("phone"), channel: channel)
        let faulty = Self.faulty(source, board, file, lab, power, preservesMessages: true)
        places.append(
          Place(
            board: board.name, path: nil, device: device, source: faulty, gatt: source,
            faulty: faulty, listener: nil, power: power, serve: { await device.serve() }))
        continue
      }
      if let recorded = try board.recordedBoard(lab: lab, directory: file.directory) {
        let port = MemoryPort(lab, name: board.link.description)
        places.append(
          Place(
            board: board.name, path: nil, device: nil, source: port, gatt: nil, faulty: nil,
            listener: port, power: power, recorded: recorded, serve: { await recorded.serve(port) })
        )
        continue
      }
      let serve = try board.virtualBoard(
        lab: lab, room: room, clockDrift: Self.clockDrift(of: board, file, lab), tap: tap)
      if lab.isSimulated || overMemory {
        let port = MemoryPort(lab, name: name)
        let faulty = Self.faulty(port, board, file, lab, power)
        places.append(
          Place(
            board: board.name, path: nil, device: nil, source: faulty, gatt: nil,
            faulty: faulty, listener: port, power: power, serve: { await serve(port) }))
      } else {
        let terminal = try PtyListener(lab, name: name)
        let source = SerialPort(lab, path: terminal.path, parameters: .standard)
        let faulty = Self.faulty(source, board, file, lab, power)
        places.append(
          Place(
            board: board.name, path: terminal.path, device: nil, source: faulty,
            gatt: nil, faulty: faulty, listener: terminal, power: power,
            serve: { await serve(terminal) }))
      }
    }
    if file.faults[.secondPhone] != nil { room.admitSecondPhone() }
    self.room = room
    self.places = places
  }

  /// The place of a board with what goes wrong on its link: by the rig file, and by what cases do.
  private static func faulty(
    _ source: any LinkSource, _ board: RigBoard, _ file: RigFile, _ lab: Lab,
    _ power: VirtualPower, preservesMessages: Bool = false
  ) -> FaultySource {
    FaultySource(
      source, plan: file.faults, board: board.name, lab: lab, preservesMessages: preservesMessages,
      cutPower: { try? await power.cut(for: $0) })
  }

  /// How far the clock of a board is off, in parts per million, up to what the faults allow.
  private static func clockDrift(of board: RigBoard, _ file: RigFile, _ lab: Lab) -> Int {
    guard let drift = file.faults[.clockDrift] else { return 0 }
    var random = lab.random("clock/\(board.name)")
    return Int((random.unit() * 2 - 1) * drift.number)
  }

  /// The place of a board.
  func place(of board: String) -> Place? { places.first { $0.board == board } }

  /// Where the link of a board is opened.
  public func source(for board: String) -> (any LinkSource)? {
    places.first { $0.board == board }?.source
  }

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
          await Lab.inBackground { await place.power.run(place.listener, place.serve) }
        }
        if let source = place.gatt {
          group.addTask { await Lab.inBackground { await source.pump() } }
        }
        if let source = place.faulty {
          group.addTask { await Lab.inBackground { await source.pump() } }
        }
      }
      defer {
        for place in places {
          place.listener?.close()
          place.gatt?.close()
          place.faulty?.close()
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
