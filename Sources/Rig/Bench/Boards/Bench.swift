import Bluetooth
public import Boards
import Errors
public import Fleet
public import Journal
public import LabRuntime
import Links
public import RigFile
public import Room
public import VirtualBoards

/// A rig file opened: its boards by name, virtual or real, ready to be talked to.
public final class Bench: Sendable {
  /// The rig file.
  public let file: RigFile
  /// The lab of the run.
  public let lab: Lab
  /// The record of the run.
  public let journal: Journal
  /// The room of the virtual boards; nil on a rig without any.
  public var room: Room? { environment?.room }
  /// The room as a case changes it; nil on a rig without virtual boards.
  public let environment: BenchEnvironment?
  /// The boards, in the order of the file.
  public let boards: [BenchBoard]

  private init(
    file: RigFile, lab: Lab, journal: Journal, room: Room?, boards: [BenchBoard]
  ) {
    self.file = file
    self.lab = lab
    self.journal = journal
    environment = room.map { BenchEnvironment($0, boards: boards) }
    self.boards = boards
  }

  /// The board of a name.
  public func board(named name: String) -> BenchBoard? { boards.first { $0.name == name } }

  /// How the boards on Bluetooth LE were reached.
  public var linkMeasurements: [Event.Measurement] {
    boards.compactMap { $0.session.source as? BLESource }.flatMap(\.measurements)
  }

  /// Every board that can be the phone's radio, in the order of the file.
  public var phoneRadios: [BenchBoard] { boards.filter(\.description.isPhoneRadio) }

  /// Opens a rig, runs `body` on it, and gives everything back, however `body` ends.
  ///
  /// The virtual boards live as long as `body` runs. The real ones belong to this process so long,
  /// and to no other that asks.
  /// - Parameters:
  ///   - holder: what another program that wants one of the boards is told.
  ///   - tap: what stands between the virtual boards and their links; nil for nothing.
  ///   - profiles: what is known of the boards' ports; nil for the program's and the user's own.
  ///   - fleet: where boards of other benches are, and how long to wait for them.
  ///   - expectsAttached: whether every board has to be there at the beginning; one that is flashed
  ///     may be on its way.
  ///   - bluetoothCapture: the file for what the Bluetooth adapters are told and say, written
  ///     where this program may see it; nil for none.
  /// - Throws: what `body` throws; ``RigError`` when a board's place cannot be made or another
  ///   program has it.
  public static func withBench<Value: Sendable>(
    _ file: RigFile, lab: Lab, journal: Journal,
    holder: LockHolder = .ourselves(program: "uwbrig", run: nil),
    tap: (any BoardTap)? = nil,
    profiles: ProfileLibrary? = nil,
    fleet: FleetOptions = FleetOptions(),
    expectsAttached: Bool = true, bluetoothCapture: String? = nil,
    _ body: @escaping @Sendable (Bench) async throws -> Value
  ) async throws -> Value {
    let profiles = try profiles ?? file.profiles()
    try file.check(profiles)
    let claims = try BoardClaim(file, holder: holder)
    defer { claims.release() }
    return try await FleetLease.holding(file.fleetPlaces, lab: lab, options: fleet) { words in
      journal.emit(.note(Event.Remark(words)))
    } _: { lease in
      try await opened(
        file, lab: lab, journal: journal, tap: tap, profiles: profiles, lease: lease,
        expectsAttached: expectsAttached, bluetoothCapture: bluetoothCapture, body)
    }
  }

  private static func opened<Value: Sendable>(
    _ file: RigFile, lab: Lab, journal: Journal, tap: (any BoardTap)?, profiles: ProfileLibrary?,
    lease: FleetLease, expectsAttached: Bool, bluetoothCapture: String?,
    _ body: @escaping @Sendable (Bench) async throws -> Value
  ) async throws -> Value {
    let stage = try VirtualEnvironment(file.stagedBoards, of: file, lab: lab, tap: tap)
    let bluetooth = BluetoothHost(lab, capture: bluetoothCapture) { words in
      journal.emit(.note(Event.Remark(words)))
    }
    func place(
      _ link: LinkAddress, of board: RigBoard, virtual: (any LinkSource)?
    ) throws(RigError) -> any LinkSource {
      let address = link.relative(to: file.directory)
      if case .replay = address, let virtual { return virtual }
      if let port = board.terminal(
        lab, at: address, directory: file.directory, profiles: profiles)
      {
        return port
      }
      switch address {
      case .ble(let selector, let parameters):
        return bluetooth.source(
          selector, parameters, board: board.name, journal: journal, envelope: board.findHub)
      case .labgrid(let place, let resource):
        return try lease.port(of: place, resource: resource)
      default: return try address.source(lab, directory: file.directory, virtual: virtual)
      }
    }
    let boards = try file.boards.map { board in
      let source = try place(board.link, of: board, virtual: stage.place(of: board.name)?.source)
      let console = try board.log.map { log in
        ConsoleRecorder(
          board: board.name, source: try place(log, of: board, virtual: nil), lab: lab,
          journal: journal)
      }
      return BenchBoard(
        board, source: source, place: stage.place(of: board.name), limits: file.limits,
        equipment: BoardEquipment(of: board, in: file, lab: lab, profiles: profiles),
        console: console, lab: lab, journal: journal)
    }
    if expectsAttached { try RigFile.checkAttached(boards) }
    let bench = Bench(
      file: file, lab: lab, journal: journal, room: stage.room, boards: boards)
    return try await bluetooth.performing {
      if expectsAttached {
        for board in boards { try await (board.session.source as? BLESource)?.locate() }
      }
      return try await stage.performing {
        defer { for board in bench.boards { board.session.close(reason: "the run is over") } }
        return try await ConsoleRecorder.recording(bench.boards.compactMap(\.console)) {
          try await body(bench)
        }
      }
    }
  }
}

extension RigFile {
  /// The places of a coordinator that its boards stand at.
  fileprivate var fleetPlaces: [String] {
    boards.flatMap { [$0.link, $0.log] }.compactMap { link in
      guard case .labgrid(let place, _) = link else { return nil }
      return place
    }
  }
}
