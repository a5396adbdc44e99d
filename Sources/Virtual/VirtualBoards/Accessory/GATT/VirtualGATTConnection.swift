import Errors
import LabRuntime
import Links
import NearbyAccessory
import Synchronization

/// One connection of a central to a virtual device.
final class VirtualGATTConnection: GATTConnection {
  private struct State {
    var unit = 23
    var isEncrypted = false
    var isSubscribed = false
    var hasEnded = false
    var held: [[UInt8]] = []
  }

  /// Counts connections of the device from 1.
  let number: Int
  /// Which of the device's sessions it has; nil: nothing that it writes has an effect.
  let slot: Int?
  let events: LabChannel<GATTEvent>
  private let device: VirtualGATTAccessory
  private let central: String
  private let state = Mutex(State())

  init(device: VirtualGATTAccessory, central: String, number: Int, slot: Int?) {
    self.device = device
    self.central = central
    self.number = number
    self.slot = slot
    events = LabChannel(device.lab, label: "a notification of \(device.name)")
  }

  var maximumTransmissionUnit: Int { state.withLock { $0.unit } }
  var isEncrypted: Bool { state.withLock { $0.isEncrypted } }

  // MARK: What the central does

  func exchangeMTU(_ wanted: Int) async throws(RigError) -> Int {
    try requireConnected("MTU exchange")
    return state.withLock { state in
      state.unit = min(max(wanted, 23), 247)
      return state.unit
    }
  }

  func encrypt() async throws(RigError) {
    try requireConnected("encryption")
    // A central with a key does not pair again by itself: a device that lost its key is refused.
    let isPaired = device.state.withLock { state in
      if state.bondedCentrals.contains(central) { return state.bonds.contains(central) }
      state.bondedCentrals.insert(central)
      state.bonds.insert(central)
      return true
    }
    guard isPaired else { throw error(.pairingFailed, "encryption: the device has lost its key") }
    let held = state.withLock { state in
      state.isEncrypted = true
      let held = state.held
      state.held = []
      return held
    }
    for message in held { device.receive(message, on: self) }
  }

  func discover() async throws(RigError) -> [GATTDiscovery] {
    try requireConnected("discovery")
    return device.characteristics
  }

  func read(_ handle: GATTHandle) async throws(RigError) -> [UInt8] {
    let what = "read of \(handle.characteristic)"
    let found = try find(handle, what)
    guard found.properties.contains(.read) else { throw error(.readNotPermitted, what) }
    guard isEncrypted || device.faults.readsUnencrypted else {
      throw error(.insufficientEncryption, what)
    }
    guard handle.characteristic == GATTLayout.configurationData.uuid else { return [] }
    return device.state.withLock { state in
      state.values.indices.contains(handle.instance) ? state.values[handle.instance] : []
    }
  }

  func write(
    _ value: [UInt8], to handle: GATTHandle, withResponse: Bool
  ) async throws(RigError) {
    let what = "write to \(handle.characteristic)"
    let found = try find(handle, what)
    guard found.properties.contains(withResponse ? .write : .writeWithoutResponse) else {
      throw error(.writeNotPermitted, what)
    }
    guard value.count <= maximumTransmissionUnit - 3 else { throw error(.invalidLength, what) }
    device.receive(value, on: self)
  }

  func setNotifications(_ on: Bool, of handle: GATTHandle) async throws(RigError) {
    let what = "notifications of \(handle.characteristic)"
    let found = try find(handle, what)
    guard !found.descriptors.isEmpty else { throw error(.attributeNotFound, what) }
    state.withLock { $0.isSubscribed = on }
  }

  func disconnect() {
    device.leave(self)
    end("the central has disconnected")
  }

  // MARK: What the device does

  /// Keeps a message until the link is encrypted.
  func hold(_ message: [UInt8]) {
    state.withLock { state in
      if state.held.count < 8 { state.held.append(message) }
    }
  }

  /// Sends a message as one notification; what does not fit is not sent.
  func notify(_ message: [UInt8]) {
    let (unit, isSubscribed) = state.withLock { ($0.unit, $0.isSubscribed) }
    guard isSubscribed || device.faults.notifiesUnasked else { return }
    let handle = GATTHandle(
      service: device.layout.dataChannel.service.uuid,
      characteristic: device.layout.dataChannel.transmit.uuid)
    for part in parts(of: message, room: unit - 3) {
      events.send(.notified(handle, Chunk(bytes: part, at: device.lab.now)))
    }
  }

  private func parts(of message: [UInt8], room: Int) -> [[UInt8]] {
    if device.faults.splitsNotifications, message.count > 20 {
      return [Array(message.prefix(20)), Array(message.dropFirst(20))]
    }
    if message.count <= room { return [message] }
    guard device.faults.cutsDataToFit, room > 17 else { return [] }
    var cut = Array(message.prefix(room))
    cut[16] = UInt8(clamping: room - 17)
    return [cut]
  }

  func end(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard isFirst else { return }
    events.send(.disconnected(error(.closed, reason)))
    events.close()
  }

  // MARK: The table of the server

  private func find(_ handle: GATTHandle, _ what: String) throws(RigError) -> GATTDiscovery {
    try requireConnected(what)
    guard let found = device.characteristics.first(where: { $0.handle == handle }) else {
      throw error(.attributeNotFound, what)
    }
    return found
  }

  private func requireConnected(_ what: String) throws(RigError) {
    if state.withLock({ $0.hasEnded }) { throw error(.closed, what) }
  }

  private func error(_ code: RigError.Code, _ operation: String) -> RigError {
    RigError.gatt(code, device: device.name, operation: operation)
  }
}
