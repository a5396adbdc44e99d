public import Errors
public import LabRuntime
public import Links
import Synchronization

/// The Bluetooth side of a phone: what the application has connected to, and keeps trying to.
///
/// A connection attempt has no time limit: it outlives the accessory being out of range, and the
/// application not being in use.
public final class BluetoothCentral: Sendable {
  /// An event of a device.
  public enum Event: Hashable, Sendable {
    case connected(String)
    /// It is not connected any more; the attempt to connect again goes on.
    case disconnected(String)
    case failed(String, RigError)
  }

  private struct State {
    /// Devices that the application wants, in the order in which it asked.
    var wanted: [String] = []
    var connections: [String: any GATTConnection] = [:]
  }

  /// The events, in order.
  public let events: LabChannel<Event>
  /// Notifications of all devices.
  public let notifications: LabChannel<(identifier: String, handle: GATTHandle, chunk: Chunk)>
  private let lab: Lab
  private let peripherals: [any GATTPeripheral]
  private let attemptLimit: Duration?
  private let attempts: LabChannel<String>
  private let state = Mutex(State())

  /// A central among devices, connected to none.
  ///
  /// - Parameter behaviour: one that `givesUpConnecting` has a limit of a second for an attempt.
  public init(
    lab: Lab, peripherals: [any GATTPeripheral], behaviour: PhoneBehaviour = .reference
  ) {
    self.lab = lab
    self.peripherals = peripherals
    attemptLimit = behaviour.has(.givesUpConnecting) ? .seconds(1) : nil
    events = LabChannel(lab, label: "a Bluetooth event")
    notifications = LabChannel(lab, label: "a notification")
    attempts = LabChannel(lab, label: "a device to connect to")
  }

  /// Devices that the application wants to be connected to, in the order in which it asked.
  public var wanted: [String] { state.withLock { $0.wanted } }

  /// The connection to a device; nil while there is none.
  public func connection(to identifier: String) -> (any GATTConnection)? {
    state.withLock { $0.connections[identifier] }
  }

  /// Wants a connection to the device of that identifier, however long it takes.
  public func connect(_ identifier: String) {
    let isNew = state.withLock { state in
      guard !state.wanted.contains(identifier) else { return false }
      state.wanted.append(identifier)
      return true
    }
    if isNew { attempts.send(identifier) }
  }

  /// Gives a connection, or the attempt, up.
  public func disconnect(_ identifier: String) {
    let connection = state.withLock { state in
      state.wanted.removeAll { $0 == identifier }
      return state.connections.removeValue(forKey: identifier)
    }
    connection?.disconnect()
  }

  /// Encrypts the link to a connected device, by its bond or by pairing.
  public func pair(_ identifier: String) async throws(RigError) {
    guard let connection = connection(to: identifier) else {
      throw RigError.gatt(.closed, device: identifier, operation: "pairing")
    }
    try await connection.encrypt()
  }

  func serve() async {
    await withDiscardingTaskGroup { group in
      while let identifier = try? await attempts.receive() {
        guard let device = peripherals.first(where: { $0.address == identifier }) else {
          let error = RigError.gatt(
            .attributeNotFound, device: identifier, operation: "looking for the device")
          events.send(.failed(identifier, error))
          continue
        }
        group.addTask { await self.attend(device) }
      }
    }
    let open = state.withLock { state in state.wanted.compactMap { state.connections[$0] } }
    for connection in open { connection.disconnect() }
  }

  /// Connects, and again whenever the connection ends, until it is no longer wanted.
  private func attend(_ device: any GATTPeripheral) async {
    let identifier = device.address
    while !Task.isCancelled, wanted.contains(identifier) {
      do throws(RigError) {
        let deadline =
          attemptLimit.map { lab.now.advanced(by: $0) } ?? LabInstant(nanoseconds: .max)
        let connection = try await device.connect(until: deadline)
        guard wanted.contains(identifier) else { return connection.disconnect() }
        state.withLock { $0.connections[identifier] = connection }
        events.send(.connected(identifier))
        await listen(to: connection, identifier)
        state.withLock { $0.connections[identifier] = nil }
        events.send(.disconnected(identifier))
      } catch {
        guard error.code != .cancelled else { return }
        state.withLock { $0.wanted.removeAll { $0 == identifier } }
        events.send(.failed(identifier, error))
      }
    }
  }

  private func listen(to connection: any GATTConnection, _ identifier: String) async {
    while let event = try? await connection.events.receive() {
      switch event {
      case .notified(let handle, let chunk):
        // What is not read is lost: a device must not fill the memory.
        if notifications.count < Phone.unreadUpdates {
          notifications.send((identifier, handle, chunk))
        }
      case .disconnected: return
      }
    }
  }
}
