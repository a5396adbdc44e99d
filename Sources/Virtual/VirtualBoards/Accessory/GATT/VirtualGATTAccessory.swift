public import Errors
public import LabRuntime
public import Links
public import NearbyAccessory
public import Room
import Synchronization

/// A virtual accessory as a Bluetooth LE device: the same electronics behind a modelled GATT server.
///
/// Centrals find it by ``central(_:)``. Each message is one write or one notification. Every call of
/// ``serve(_:)`` is a board that was just powered; bonds stay, as in flash memory.
public final class VirtualGATTAccessory: VirtualDevice {
  /// The services of the server.
  public struct Layout: Sendable {
    /// The service that carries the messages.
    public var dataChannel: GATTDataChannel
    /// Whether the Nearby Interaction service is there, for ranging in the background.
    public var hasNearbyInteraction: Bool
    /// Sessions at the same time, one a central.
    public var sessions: Int

    /// The data channel alone, for one central, by default.
    public init(
      dataChannel: GATTDataChannel, hasNearbyInteraction: Bool = false, sessions: Int = 1
    ) {
      self.dataChannel = dataChannel
      self.hasNearbyInteraction = hasNearbyInteraction
      self.sessions = sessions
    }
  }

  /// Centrals that may be connected at once, where an accessory sets no limit of its own.
  static let maximumCentrals = 4
  /// How long it takes to be found again after a connection has ended.
  static let readvertising = Duration.milliseconds(100)

  /// The board's name.
  public var name: String { settings.name }
  let lab: Lab
  /// The service that carries the messages.
  public var dataChannel: GATTDataChannel { layout.dataChannel }
  let layout: Layout
  let faults: GATTFaults
  let personality: AccessoryPersonality
  private let room: Room
  private let settings: VirtualAccessory.Settings
  let state: Mutex<GATTServerState>
  /// Something was done that may have moved the next deadline.
  private let wake: LabChannel<Void>

  /// A device that is off until it is served. Put a body of its name in the room.
  ///
  /// - Throws: ``RigError`` as ``VirtualAccessory`` does.
  public init(
    lab: Lab, room: Room, settings: VirtualAccessory.Settings, layout: Layout
  ) throws(RigError) {
    _ = try VirtualAccessory(lab: lab, room: room, settings: settings)
    self.lab = lab
    self.room = room
    self.settings = settings
    self.layout = layout
    personality = AccessoryPersonality.named(settings.personality) ?? .reference
    faults = HostedAccessory.hooks(of: settings).gatt
    state = Mutex(GATTServerState())
    wake = LabChannel(lab, label: "a central of \(settings.name)")
  }

  /// The device as one central sees it: its bonds and its connections are its own.
  public func central(_ central: String) -> any GATTPeripheral {
    VirtualGATTPeripheral(device: self, central: central)
  }

  /// Lets the device live until the task is cancelled; then it is off and every connection is gone.
  ///
  /// It has no line: of the listener it knows nothing.
  public func serve(_ listener: any LinkListener) async {
    powerOn()
    defer { powerOff(reason: "the device is off") }
    while !Task.isCancelled {
      do throws(RigError) {
        _ = try await wake.receive(until: deadline)
        while wake.tryReceive() != nil {}
      } catch {
        if error.code != .timedOut { return }
      }
      passTime()
    }
  }

  /// Presses the button with which a person ends a session at the accessory.
  public func pressButton() {
    state.withLock { state in
      for index in state.boards.indices { state.boards[index].endSession(at: lab.now) }
      deliver(&state)
    }
  }

  // MARK: Power

  private func powerOn() {
    state.withLock { state in
      let boards = max(1, personality.secondCentral == .served ? layout.sessions : 1)
      state.boards = (0..<boards).map { number in
        var settings = settings
        settings.addressStream = number == 0 ? "" : "/\(number)"
        return HostedAccessory(lab: lab, room: room, settings: settings)
      }
      state.values = Array(repeating: [], count: boards)
      state.isOn = true
      state.advertisesFrom = lab.now
    }
  }

  private func powerOff(reason: String) {
    state.withLock { state in
      for connection in state.connections { connection.end(reason) }
      state.connections = []
      for index in state.boards.indices { state.boards[index].powerOff() }
      state.isOn = false
      if faults.losesBonds { state.bonds = [] }
    }
  }

  private var deadline: LabInstant? {
    state.withLock { state in
      ([state.rebootAt] + state.boards.map(\.nextDeadline)).compactMap(\.self).min()
    }
  }

  private func passTime() {
    state.withLock { state in
      if let due = state.rebootAt, due <= lab.now {
        state.rebootAt = nil
        state.isOn = true
        state.advertisesFrom = lab.now
      }
      for index in state.boards.indices { state.boards[index].passTime(to: lab.now) }
      deliver(&state)
    }
  }

  // MARK: What a connection does

  /// Whether a further central could connect now.
  func isConnectable(_ state: GATTServerState) -> Bool {
    guard state.isOn, state.advertisesFrom <= lab.now else { return false }
    switch personality.secondCentral {
    case .refused: return state.connections.isEmpty
    case .served: return state.connections.count < layout.sessions
    case .ignored, .takesOver: return state.connections.count < Self.maximumCentrals
    }
  }

  /// Takes a central; nil while none can connect.
  func accept(_ central: String) -> VirtualGATTConnection? {
    state.withLock { state in
      guard isConnectable(state) else { return nil }
      let taken = state.connections.compactMap(\.slot)
      let slot =
        personality.secondCentral == .takesOver
        ? 0 : state.boards.indices.first { !taken.contains($0) }
      state.connected += 1
      let connection = VirtualGATTConnection(
        device: self, central: central, number: state.connected, slot: slot)
      state.connections.append(connection)
      if let slot, !taken.contains(slot) {
        state.boards[slot].connected(at: lab.now)
        state.boards[slot].isWedged = faults.wedgesAfterFirstCentral && state.connected > 1
      }
      deliver(&state)
      return connection
    }
  }

  func leave(_ connection: VirtualGATTConnection) {
    state.withLock { state in
      guard state.connections.contains(where: { $0 === connection }) else { return }
      state.connections.removeAll { $0 === connection }
      if let slot = connection.slot, !state.connections.contains(where: { $0.slot == slot }) {
        state.boards[slot].disconnected(at: lab.now)
        state.values[slot] = []
      }
      state.advertisesFrom =
        faults.doesNotReadvertise
        ? LabInstant(nanoseconds: .max) : lab.now.advanced(by: Self.readvertising)
    }
    wake.send(())
  }

  func receive(_ message: [UInt8], on connection: VirtualGATTConnection) {
    state.withLock { state in
      guard let slot = connection.slot else { return }
      if personality.waitsForEncryption, !connection.isEncrypted,
        message.first == AccessoryMessage.Identifier.initialize.rawValue
      {
        return connection.hold(message)
      }
      state.lastWriter[slot] = connection.number
      state.boards[slot].received(message, at: lab.now)
      if faults.secondCentralEndsFirst, state.connections.first !== connection {
        state.boards[0].endSession(at: lab.now)
      }
      deliver(&state)
      if let duration = state.boards[slot].isDeadFor { die(&state, for: duration) }
    }
    wake.send(())
  }

  private func die(_ state: inout GATTServerState, for duration: Duration) {
    for connection in state.connections { connection.end("supervision timeout") }
    state.connections = []
    for index in state.boards.indices { state.boards[index].reboot(at: lab.now) }
    if faults.losesBonds { state.bonds = [] }
    state.isOn = false
    state.rebootAt = lab.now.advanced(by: duration)
  }

  /// Sends due messages as notifications, and updates the readable data.
  private func deliver(_ state: inout GATTServerState) {
    for slot in state.boards.indices {
      while let message = state.boards[slot].nextToSend(at: lab.now) {
        note(message, &state, slot: slot)
        for connection in state.connections where hears(connection, slot, state) {
          connection.notify(message)
        }
      }
    }
  }

  private func hears(
    _ connection: VirtualGATTConnection, _ slot: Int, _ state: GATTServerState
  ) -> Bool {
    if faults.notifiesEveryone { return true }
    guard connection.slot == slot else { return false }
    return personality.secondCentral != .takesOver || state.lastWriter[slot] == connection.number
  }

  private func note(_ message: [UInt8], _ state: inout GATTServerState, slot: Int) {
    // The phone's system reads Apple's data there, and nothing else.
    guard !state.boards[slot].speaksAndroid else { return }
    let layout = settings.specification
    guard (personality.writesValueIn ?? layout) == layout else { return }
    switch message.first.map(AccessoryMessage.Identifier.init) {
    case .accessoryConfigurationData?:
      if faults.keepsFirstValue, !state.values[slot].isEmpty { return }
      let value = Array(faults.valueHasIdentifier ? message[...] : message.dropFirst())
      state.values[faults.hasOneValueForAll ? 0 : slot] = value
    case .didStart?:
      guard let count = faults.zeroesValue ? 48 : personality.zeroedAfterStart else { return }
      let ranging = state.boards.count { $0.isRanging }
      if personality.zeroesForOneSessionOnly, ranging > 1 { return }
      state.values[slot] = [UInt8](repeating: 0, count: count)
    default: break
    }
  }
}

/// The state of a GATT server.
struct GATTServerState {
  var isOn = false
  var advertisesFrom = LabInstant.zero
  var rebootAt: LabInstant?
  var boards: [HostedAccessory] = []
  /// The readable configuration data, one a session.
  var values: [[UInt8]] = []
  var connections: [VirtualGATTConnection] = []
  var connected = 0
  var lastWriter: [Int: Int] = [:]
  /// Centrals that the device has a key for.
  var bonds: Set<String> = []
  var bondedCentrals: Set<String> = []
}

/// The faults of a GATT server.
struct GATTFaults: Hashable, Sendable {
  var lacksTransmit = false
  var lacksClientConfiguration = false
  var refusesWriteCommands = false
  var notifiesUnasked = false
  var splitsNotifications = false
  var cutsDataToFit = false
  var lacksNearbyInteraction = false
  var readsUnencrypted = false
  var valueHasIdentifier = false
  var keepsFirstValue = false
  var zeroesValue = false
  var doesNotReadvertise = false
  var losesBonds = false
  var advertisesNothing = false
  var secondCentralEndsFirst = false
  var notifiesEveryone = false
  var wedgesAfterFirstCentral = false
  var hasOneValueForAll = false
}
