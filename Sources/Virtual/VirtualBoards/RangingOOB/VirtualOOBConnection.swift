import Errors
import LabRuntime
import Links
import NearbyAccessory
import RangingOOB
import Synchronization
import WireFormat

/// One connection of a central to a virtual accessory for Android phones.
final class VirtualOOBConnection: GATTConnection {
  private struct State {
    var unit = 23
    var isSubscribed = false
    var hasEnded = false
    var challenge: FindHubFrame.Challenge?
    /// What the last operation was proven with, which proves its answers.
    var proof: (key: [UInt8], challenge: FindHubFrame.Challenge)?
    /// That of the first configuration of a session, which proves motion.
    var motion: (key: [UInt8], challenge: FindHubFrame.Challenge)?
    var motionNumber: UInt8 = 0
    var random: LabRandom
  }

  /// How long a write waits for the notification that comes before its response.
  private static let patience = Duration.seconds(2)

  let events: LabChannel<GATTEvent>
  private let device: VirtualOOBDevice
  private let answered: LabChannel<Void>
  private let state: Mutex<State>

  init(device: VirtualOOBDevice) {
    self.device = device
    events = LabChannel(device.lab, label: "a notification of \(device.name)")
    answered = LabChannel(device.lab, label: "the answer of \(device.name)")
    state = Mutex(State(random: device.lab.random("challenges/\(device.name)")))
  }

  var maximumTransmissionUnit: Int { state.withLock { $0.unit } }
  var isEncrypted: Bool { true }

  // MARK: What the central does

  func exchangeMTU(_ wanted: Int) async throws(RigError) -> Int {
    try requireConnected("MTU exchange")
    return state.withLock { state in
      state.unit = min(max(wanted, 23), 247)
      return state.unit
    }
  }

  /// Nothing of it needs encryption.
  func encrypt() async throws(RigError) { try requireConnected("encryption") }

  func discover() async throws(RigError) -> [GATTDiscovery] {
    try requireConnected("discovery")
    let service = device.dataChannel.service
    return service.characteristics.map { each in
      var properties = each.properties
      if device.faults.lacksNotifications { properties.remove(.notify) }
      return GATTDiscovery(
        handle: GATTHandle(service: service.uuid, characteristic: each.uuid),
        properties: properties,
        descriptors: properties.contains(.notify) ? [GATTLayout.clientConfiguration] : [])
    }
  }

  func read(_ handle: GATTHandle) async throws(RigError) -> [UInt8] {
    try requireConnected("read")
    guard device.isInFindHub else { throw error(.readNotPermitted, "read") }
    return state.withLock { state in
      if device.faults.keepsNonce, let challenge = state.challenge { return challenge.encode() }
      var challenge = FindHubFrame.Challenge()
      challenge.nonce = state.random.bytes(8)
      state.challenge = challenge
      return challenge.encode()
    }
  }

  func write(
    _ value: [UInt8], to handle: GATTHandle, withResponse: Bool
  ) async throws(RigError) {
    try requireConnected("write")
    guard value.count <= 512 else { throw error(.invalidLength, "write") }
    let isLong = value.count > maximumTransmissionUnit - 3
    let value = isLong && device.faults.cutsLongWrites ? Array(value.prefix(20)) : value
    guard device.isInFindHub else {
      _ = device.receive(value)
      return
    }
    let message = try open(value)
    while answered.tryReceive() != nil {}
    guard device.receive(message) else { throw error(.invalidValue, "write") }
    // The notification comes first.
    if !device.faults.answersLate {
      _ = try? await answered.receive(until: device.lab.now.advanced(by: Self.patience))
    }
  }

  func setNotifications(_ on: Bool, of handle: GATTHandle) async throws(RigError) {
    try requireConnected("notifications")
    if device.faults.lacksNotifications { throw error(.attributeNotFound, "notifications") }
    state.withLock { $0.isSubscribed = on }
  }

  func disconnect() {
    device.leave(self)
    end("the central has disconnected")
  }

  // MARK: The Find Hub network

  /// The message in a write; its challenge is used up, whatever comes of it.
  private func open(_ value: [UInt8]) throws(RigError) -> [UInt8] {
    let faults = device.faults
    let challenge = state.withLock { state in
      defer { if !faults.keepsNonce, !faults.keepsNonceOfFailure { state.challenge = nil } }
      return state.challenge
    }
    let frame: FindHubFrame
    if faults.readsAnyLength, value.count >= 10 {
      frame = FindHubFrame(
        operation: .init(rawValue: value[0]), authentication: Array(value[2..<10]),
        data: Array(value[10...]))
    } else {
      do { frame = try FindHubFrame.decode(value) } catch {
        throw self.error(.invalidValue, "write")
      }
    }
    guard let challenge else { throw error(.unauthenticated, "write") }
    guard frame.operation.isKnown || faults.takesAnyOperation else {
      throw error(.invalidValue, "write")
    }
    let stored = device.findHub.accountKeys
    let keys = faults.takesFirstKeyOnly ? Array(stored.prefix(1)) : stored
    let coversData = !faults.provesStopWithoutData || frame.operation != .stop
    let proven = keys.first {
      frame.isAuthentic(key: $0, challenge: challenge, isAnswer: false, coversData: coversData)
    }
    let skips = device.findHub.skipsAuthentication && !faults.checksAlways || faults.takesAnyKey
    guard let key = proven ?? (skips ? keys.first : nil) else {
      throw error(.unauthenticated, "write")
    }
    let carried = frame.data.messageKind.flatMap {
      $0.isFromBoard ? nil : FindHubFrame.Operation(carrying: $0)
    }
    guard carried == frame.operation || faults.takesAnyOperation else {
      throw error(.invalidValue, "write")
    }
    state.withLock { state in
      state.proof = (faults.answersWithFirstKey ? stored.first ?? key : key, challenge)
      state.challenge = faults.keepsNonce ? challenge : nil
      switch carried {
      case .configuration?: state.motion = state.motion ?? (key, challenge)
      case .stop?: (state.motion, state.motionNumber) = (nil, 0)
      default: break
      }
    }
    return frame.data
  }

  /// The notification that carries a message; nil where none does.
  private func wrap(_ message: [UInt8]) -> [UInt8]? {
    let kind = message.messageKind
    return state.withLock { state in
      var operation = kind.flatMap(FindHubFrame.Operation.init(carrying:))
      var (proof, data) = (state.proof, message)
      if kind == .motion {
        operation = device.findHub.motionID.map(FindHubFrame.Operation.init)
        proof = state.motion
        data = [state.motionNumber] + message
        if !device.faults.repeatsMotionNumber { state.motionNumber &+= 1 }
      }
      guard let operation, let proof else { return nil }
      return FindHubFrame(
        operation: operation, data: data, key: proof.key, challenge: proof.challenge,
        isAnswer: !device.faults.provesWithoutEnd
      ).encode()
    }
  }

  // MARK: What the device does

  /// Sends a message as one notification; what does not fit is not sent.
  func notify(_ message: [UInt8]) {
    let (unit, isSubscribed) = state.withLock { ($0.unit, $0.isSubscribed) }
    defer { if message.messageKind != .motion { answered.send(()) } }
    guard isSubscribed || device.faults.notifiesUnasked,
      var value = device.isInFindHub ? wrap(message) : message
    else { return }
    if value.count > unit - 3 {
      guard device.faults.cutsNotifications else { return }
      value = Array(value.prefix(unit - 3))
    }
    let handle = GATTHandle(
      service: device.dataChannel.service.uuid,
      characteristic: device.dataChannel.transmit.uuid)
    events.send(.notified(handle, Chunk(bytes: value, at: device.lab.now)))
  }

  func end(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard isFirst else { return }
    events.send(.disconnected(error(.closed, reason)))
    events.close()
    answered.close()
  }

  private func requireConnected(_ what: String) throws(RigError) {
    if state.withLock({ $0.hasEnded }) { throw error(.closed, what) }
  }

  private func error(_ code: RigError.Code, _ operation: String) -> RigError {
    RigError.gatt(code, device: device.name, operation: operation)
  }
}
