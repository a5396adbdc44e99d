import Bench
import Errors
import Journal
import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import RigFile
import Room
import Runner
import Synchronization
import UCI
import UCIHost
import WireFormat

/// The virtual accessories and radios of a case about the model of the phone, in a room of their own
/// and over memory, and the phones among them.
final class PhoneRig: Sendable {
  struct Fixture: Sendable {
    var accessories: [String] = []
    /// Accessories behind a modelled GATT server, by name.
    var servers: [String] = []
    var radios: [String] = []
    var personality = "reference"
    /// The deviation of the accessories; nil for none.
    var misbehaviour: String?
    /// False where an obstacle is between all of them.
    var hasLineOfSight = true
    /// How the radios of the phones behave; most kits have one antenna, and measure no angle.
    var radioPersonality = "fira2-qorvo"

    static let accessory = Fixture(accessories: ["lock"], radios: ["phone"])
    /// An accessory behind a GATT server, and a phone that hears it.
    static let server = Fixture(servers: ["lock"], radios: ["phone"])
    static let twoPhones = Fixture(radios: ["anna", "ben"])

    /// One accessory that never ranges, and a phone.
    static let silentAccessory = Fixture(
      accessories: ["lock"], radios: ["phone"], misbehaviour: "radio-stays-off")
    /// One accessory, and a phone whose radio measures angles.
    static let seenAccessory = Fixture(
      accessories: ["lock"], radios: ["phone"], radioPersonality: "nxp")

    /// The rig; its boards stand a metre from each other.
    var file: RigFile {
      var room = RigRoom()
      room.lineOfSight = hasLineOfSight
      let boards =
        accessories.map { accessory($0, .accessory(framing: .length16)) } + servers.map(server)
        + radios.map(radio)
      return RigFile(boards: boards, room: room)
    }

    private func accessory(_ name: String, _ kind: RigBoard.Kind) -> RigBoard {
      var board = RigBoard(virtual: name, kind, personality: personality)
      board.claims.acd = "1.1"
      board.part?.misbehaviour = misbehaviour
      return board
    }

    private func server(_ name: String) -> RigBoard {
      var board = accessory(name, .accessory(framing: nil))
      board.claims.background = true
      board.claims.sessions = 2
      board.part?.gatt = "nus"
      return board
    }

    private func radio(_ name: String) -> RigBoard {
      var board = RigBoard(
        virtual: name, .uci(RigBoard.UCISettings(role: .controller)), personality: radioPersonality)
      board.use = .helper
      return board
    }
  }

  let context: CaseContext
  let behaviour: PhoneBehaviour
  private let file: RigFile
  private let boards: VirtualEnvironment?
  private let sessions = Mutex<[BoardSession]>([])
  private let work: LabChannel<@Sendable () async -> Void>

  var lab: Lab { context.lab }

  private init(
    _ context: CaseContext, _ behaviour: PhoneBehaviour, _ file: RigFile,
    _ boards: VirtualEnvironment?
  ) {
    self.context = context
    self.behaviour = behaviour
    self.file = file
    self.boards = boards
    work = LabChannel(context.lab, label: "work on the rig")
  }

  /// Opens the virtual boards, runs the body and ends what it began.
  static func perform(
    _ context: CaseContext, _ fixture: Fixture,
    _ body: @escaping @Sendable (PhoneRig) async throws -> Void
  ) async throws {
    let behaviour: PhoneBehaviour
    do throws(RigError) { behaviour = try .named(context.phoneMisbehaviour) } catch {
      throw CaseEnding.rigFault("\(error)")
    }
    let file = fixture.file
    guard !file.boards.isEmpty else {
      return try await PhoneRig(context, behaviour, file, nil).run(body)
    }
    let boards = try VirtualEnvironment(
      file.boards, of: file, lab: context.lab, overMemory: true)
    let rig = PhoneRig(context, behaviour, file, boards)
    try await boards.performing { try await rig.run(body) }
  }

  private func run(_ body: @escaping @Sendable (PhoneRig) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await withDiscardingTaskGroup { tasks in
          while let job = try? await self.work.receive() { tasks.addTask { await job() } }
          tasks.cancelAll()
        }
      }
      defer { group.cancelAll() }
      try await body(self)
    }
  }

  /// Lets something live beside the case until the rig is cleared.
  func spawn(_ job: @escaping @Sendable () async -> Void) { work.send(job) }

  // MARK: Phones and accessories

  /// Settings with the limits of the rig; a removal and a suspension are short, but for cases that
  /// are about them.
  var settings: PhoneSettings {
    var settings = PhoneSettings()
    settings.exchange.blockInterval = Duration.phoneBlocks(1).wholeMilliseconds
    settings.exchange.blockIntervalInfrequent =
      context.limits.blockIntervalInfrequent.wholeMilliseconds
    settings.exchange.acceptance.intervalBounds = context.limits.intervalBounds
    // The cases with several sessions need four of them; the limit has cases of its own.
    settings.maximumSessions = max(context.limits.maximumSessions, 4)
    settings.removalTimeout = .phoneBlocks(8)
    settings.suspension = .seconds(1)
    return settings
  }

  func phone(
    _ name: String = "phone", permission: NearbyPermission = .allowedWhileInUse,
    bluetooth: BluetoothCentral? = nil, neighbourhood: PhoneNeighbourhood? = nil,
    motion: (any DeviceMotion)? = nil, _ change: (inout PhoneSettings) -> Void = { _ in }
  ) async throws -> Phone {
    var settings = settings
    change(&settings)
    let phone = Phone(
      name: name, lab: lab, settings: settings, behaviour: behaviour, permission: permission,
      radio: try await radio(of: name), bluetooth: bluetooth, neighbourhood: neighbourhood,
      motion: motion)
    spawn { await phone.serve() }
    return phone
  }

  /// The radio of that name; nil where the rig has none.
  func radio(of name: String) async throws -> UCIRangingRadio? {
    guard let source = boards?.place(of: name)?.source, let radio = file.board(named: name) else {
      return nil
    }
    let session = BoardSession(
      radio, source: source, isVirtual: true, limits: context.limits, lab: lab,
      journal: .none(lab))
    // The host asks it to open the link again after a restart of the chip.
    sessions.withLock { $0.append(session) }
    try await session.open()
    let host = try session.host()
    try await host.reset()
    return UCIRangingRadio(host, lab: lab)
  }

  /// An accessory behind a GATT server as one central sees it.
  func peripheral(_ accessory: String, for central: String) throws -> any GATTPeripheral {
    guard let peripheral = boards?.peripheral(of: accessory, for: central) else {
      throw CaseEnding.rigFault("there is no GATT server \(accessory) on the rig")
    }
    return peripheral
  }

  /// Takes the power of an accessory away, and returns when it has come back.
  func cutPower(of accessory: String, for duration: Duration) async throws {
    try await boards?.cutPower(of: accessory, for: duration)
  }

  func channel(to accessory: String) async throws -> FrameLink {
    guard let source = boards?.place(of: accessory)?.source else {
      throw CaseEnding.rigFault("there is no \(accessory) on the rig")
    }
    return FrameLink(try await source.open(), cutter: StreamCutter(.length16), lab: lab)
  }

  /// An application that has begun with an accessory in a new session.
  func application(
    on phone: Phone? = nil, with accessory: String = "lock", policy: RetryPolicy = .none,
    options: SessionOptions = SessionOptions()
  ) async throws -> AccessoryApplication {
    let phone = if let phone { phone } else { try await self.phone() }
    let application = AccessoryApplication(
      session: phone.makeSession(), channel: try await channel(to: accessory), policy: policy,
      options: options, onRelay: { self.context.noteRelay($0) })
    spawn { await application.serve() }
    application.begin()
    return application
  }

  // MARK: The room

  func room() throws -> Room {
    guard let room = boards?.room else { throw CaseEnding.rigFault("the rig has no room") }
    return room
  }

  /// How far two of the rig are from each other, in metres.
  func distance(_ first: String, _ second: String) throws -> Double {
    let room = try room()
    guard let from = room.position(of: first), let to = room.position(of: second) else {
      throw CaseEnding.rigFault("\(first) or \(second) is not on the rig")
    }
    return from.distance(to: to)
  }

  /// Takes a board out of reach, or brings it back.
  func move(_ name: String, outOfReach: Bool) throws {
    try room().place(name, at: outOfReach ? Position(500, 500, 1) : Position(1, 2, 1))
  }
}
