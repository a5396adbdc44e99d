public import Errors
public import LabRuntime
public import Links
public import NearbyAccessory
public import Room
import Synchronization

/// A virtual accessory for Android phones as a Bluetooth LE device: on a data channel of its own,
/// or inside the Find Hub network. One central at a time is connected.
public final class VirtualOOBDevice: VirtualDevice {
  /// Its part in the Find Hub network.
  public struct FindHub: Sendable {
    /// The account keys that it has stored, 16 bytes each.
    public var accountKeys: [[UInt8]]
    /// In the mode of unwanted tracking nothing has to be proven.
    public var skipsAuthentication: Bool
    /// The data id of notifications about motion; nil: they are not sent.
    public var motionID: UInt8?

    /// A tag with these keys.
    public init(
      accountKeys: [[UInt8]], skipsAuthentication: Bool = false, motionID: UInt8? = nil
    ) {
      self.accountKeys = accountKeys
      self.skipsAuthentication = skipsAuthentication
      self.motionID = motionID
    }
  }

  struct State {
    var board: HostedOOBAccessory
    var connections: [VirtualOOBConnection] = []
    var isOn = false
    var advertisesFrom = LabInstant.zero
    var rebootAt: LabInstant?
  }

  /// The service that carries the messages.
  public let dataChannel: GATTDataChannel
  let name: String
  let lab: Lab
  let findHub: FindHub
  let faults: OOBDeviceFaults
  let state: Mutex<State>
  private let wake: LabChannel<Void>

  /// A device that is off until it is served. Put a body of its name in the room.
  ///
  /// - Throws: ``RigError`` as ``VirtualOOBAccessory`` does.
  public init(
    lab: Lab, room: Room, settings: VirtualOOBAccessory.Settings, dataChannel: GATTDataChannel,
    findHub: FindHub
  ) throws(RigError) {
    try settings.check()
    self.lab = lab
    self.dataChannel = dataChannel
    self.findHub = findHub
    name = settings.name
    var settings = settings
    if dataChannel == GATTLayout.findHub { settings.motionPeriod = .seconds(2) }
    let board = HostedOOBAccessory(room: room, settings: settings)
    faults = board.deviceFaults
    state = Mutex(State(board: board))
    wake = LabChannel(lab, label: "a central of \(settings.name)")
  }

  var isInFindHub: Bool { dataChannel == GATTLayout.findHub }

  /// The device as one central sees it.
  public func central(_ central: String) -> any GATTPeripheral {
    VirtualOOBPeripheral(device: self)
  }

  /// There is no button to press.
  public func pressButton() {}

  /// Lets the device live until the task is cancelled; then it is off and every connection is gone.
  public func serve(_ listener: any LinkListener) async {
    state.withLock { state in
      state.board.reboot(at: lab.now)
      state.isOn = true
      state.advertisesFrom = lab.now
    }
    defer {
      state.withLock { state in
        end(&state, "the device is off")
        state.board.powerOff()
      }
    }
    while !Task.isCancelled {
      do throws(RigError) {
        let due = state.withLock { [$0.rebootAt, $0.board.nextDeadline].compactMap(\.self).min() }
        _ = try await wake.receive(until: due)
        while wake.tryReceive() != nil {}
      } catch {
        if error.code != .timedOut { return }
      }
      state.withLock { state in
        if let due = state.rebootAt, due <= lab.now {
          state.rebootAt = nil
          state.isOn = true
        }
        state.board.passTime(to: lab.now)
        deliver(&state)
      }
    }
  }

  // MARK: What a connection does

  /// Takes a central; nil while none can connect.
  func accept() -> VirtualOOBConnection? {
    state.withLock { state in
      guard state.isOn, state.advertisesFrom <= lab.now,
        state.connections.isEmpty || faults.secondCentralEndsFirst
      else { return nil }
      if !state.connections.isEmpty { state.board.endSession(at: lab.now) }
      let connection = VirtualOOBConnection(device: self)
      state.connections.append(connection)
      if state.connections.count == 1 { state.board.connected(at: lab.now) }
      deliver(&state)
      return connection
    }
  }

  func leave(_ connection: VirtualOOBConnection) {
    state.withLock { state in
      guard state.connections.contains(where: { $0 === connection }) else { return }
      state.connections.removeAll { $0 === connection }
      if state.connections.isEmpty { state.board.disconnected(at: lab.now) }
      state.advertisesFrom = lab.now.advanced(by: VirtualGATTAccessory.readvertising)
    }
    wake.send(())
  }

  /// A message of the phone; whether the board takes it.
  func receive(_ message: [UInt8]) -> Bool {
    defer { wake.send(()) }
    return state.withLock { state in
      state.board.received(message, at: lab.now)
      deliver(&state)
      if let duration = state.board.isDeadFor {
        end(&state, "supervision timeout")
        state.board.reboot(at: lab.now)
        state.rebootAt = lab.now.advanced(by: duration)
      }
      return !state.board.hasRefused
    }
  }

  private func end(_ state: inout State, _ reason: String) {
    for connection in state.connections { connection.end(reason) }
    state.connections = []
    state.isOn = false
  }

  private func deliver(_ state: inout State) {
    while let message = state.board.nextToSend(at: lab.now) {
      for connection in state.connections { connection.notify(message) }
    }
  }
}

/// The faults of such a device that are none of its messages.
struct OOBDeviceFaults: Hashable, Sendable {
  var lacksNotifications = false
  var notifiesUnasked = false
  var cutsNotifications = false
  var cutsLongWrites = false
  var secondCentralEndsFirst = false
  var keepsNonce = false
  var keepsNonceOfFailure = false
  var takesAnyKey = false
  var takesFirstKeyOnly = false
  var answersWithFirstKey = false
  var provesWithoutEnd = false
  var readsAnyLength = false
  var takesAnyOperation = false
  var answersLate = false
  var checksAlways = false
  var provesStopWithoutData = false
  var repeatsMotionNumber = false
  var floodsMotion = false
}

private struct VirtualOOBPeripheral: GATTPeripheral {
  let device: VirtualOOBDevice

  var name: String { device.name }
  var address: String { "virtual:\(device.name)" }

  func advertisement() async -> GATTAdvertisement? {
    device.state.withLock { state in
      state.isOn && state.connections.isEmpty && state.advertisesFrom <= device.lab.now
        ? GATTAdvertisement(localName: name, services: [device.dataChannel.service.uuid]) : nil
    }
  }

  func connect(until deadline: LabInstant) async throws(RigError) -> any GATTConnection {
    try await device.lab.connection(to: name, until: deadline) { device.accept() }
  }
}

extension Lab {
  /// Looks for a device again and again, as a scanning central does, until it takes a connection.
  func connection(
    to name: String, until deadline: LabInstant, _ accept: () -> (any GATTConnection)?
  ) async throws(RigError) -> any GATTConnection {
    while true {
      if let connection = accept() { return connection }
      guard now < deadline else {
        throw RigError.gatt(.timedOut, device: name, operation: "connecting")
      }
      do throws(RigError) {
        try await sleep(
          until: min(deadline, now.advanced(by: .milliseconds(50))), label: "\(name) to advertise")
      } catch {
        throw RigError.gatt(.cancelled, device: name, operation: "connecting")
      }
    }
  }
}
