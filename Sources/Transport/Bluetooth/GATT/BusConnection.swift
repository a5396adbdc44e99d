import AttributeProtocol
import Errors
import LabRuntime
import Links
import NearbyAccessory
import Synchronization

/// A connection that a link carries messages over: what comes is handed on as it comes.
protocol AirConnection: GATTConnection {
  /// The link string.
  var name: String { get }
  /// Whether it was closed, here or there.
  var hasEnded: Bool { get }

  /// Hands what comes to `receive` instead of ``events``, what has come before first.
  func deliver(_ receive: @escaping @Sendable (GATTEvent) -> Void)
}

extension ATTConnection: AirConnection {}

/// A connection whose data bluetoothd carries, for where the kernel's channel cannot be had.
///
/// bluetoothd asks for an ATT_MTU of 517, discovers everything and pairs, whenever it likes; it shows
/// errors by its own names, and what it knows of services may be old.
final class BusConnection: AirConnection {
  private struct State {
    var handles: [GATTHandle: BluetoothAttribute] = [:]
    var names: [String: GATTHandle] = [:]
    /// Characteristics that are being read: what comes of them is the answer.
    var reading: Set<String> = []
    /// Its number among bluetoothd's observers.
    var observer = 0
  }

  /// How long bluetoothd may take for one operation: ATT itself has 30 s.
  private static let patience = Duration.seconds(35)

  let name: String
  private let air: AirEvents
  private let blueZ: BlueZ
  private let path: String
  private let state = Mutex(State())

  /// Connects, and waits until bluetoothd knows the services.
  static func open(
    _ blueZ: BlueZ, name: String, path: String, until deadline: LabInstant
  ) async throws(RigError) -> BusConnection {
    let connection = BusConnection(blueZ, name: name, path: path)
    do throws(RigError) {
      try await blueZ.connection.call(
        path, BlueZ.device, "Connect", within: blueZ.lab.now.duration(to: deadline))
      let isReady = try await blueZ.wait(until: deadline, "the services of \(name)") {
        blueZ.devices.first { $0.path == path && $0.isResolved && $0.isConnected }
      }
      guard isReady != nil else {
        throw RigError(.timedOut, name, reason: "bluetoothd does not come to know its services")
      }
      return connection
    } catch {
      connection.disconnect()
      throw RigError(
        error.code == .refused ? .timedOut : error.code, name,
        reason: "bluetoothd cannot connect: \(error.reason)")
    }
  }

  private init(_ blueZ: BlueZ, name: String, path: String) {
    (self.blueZ, self.name, self.path) = (blueZ, name, path)
    air = AirEvents(blueZ.lab, of: name)
    let observer = blueZ.observe(path) { [weak self] in self?.take($0) }
    state.withLock { $0.observer = observer }
  }

  var events: LabChannel<GATTEvent> { air.waiting }

  var hasEnded: Bool { air.ending != nil }

  /// What bluetoothd has agreed on, so far as it says; 23 otherwise.
  var maximumTransmissionUnit: Int {
    blueZ.attributes(below: path).lazy.compactMap(\.unit).first ?? AttributeClient.smallestUnit
  }

  /// Whether there is a bond, with which bluetoothd encrypts.
  var isEncrypted: Bool { device?.hasBond ?? false }

  private var device: BluetoothDevice? { blueZ.devices.first { $0.path == path } }

  func deliver(_ receive: @escaping @Sendable (GATTEvent) -> Void) { air.deliver(to: receive) }

  // MARK: Requests

  /// What bluetoothd has asked for: it cannot be told how much.
  func exchangeMTU(_ wanted: Int) async throws(RigError) -> Int { maximumTransmissionUnit }

  func encrypt() async throws(RigError) {
    if isEncrypted { return }
    do throws(RigError) {
      try await blueZ.connection.call(path, BlueZ.device, "Pair", within: .seconds(10))
    } catch {
      if error.reason.contains("AlreadyExists") { return }
      throw RigError(.pairingFailed, name, reason: "the link was not encrypted: \(error.reason)")
    }
  }

  func discover() async throws(RigError) -> [GATTDiscovery] {
    let all = blueZ.attributes(below: path)
    var counts: [GATTHandle: Int] = [:]
    return state.withLock { state in
      all.filter { $0.kind == .characteristic }.map { each in
        let service = all.last { $0.kind == .service && each.path.hasPrefix($0.path + "/") }
        var handle = GATTHandle(service: service?.uuid ?? "", characteristic: each.uuid)
        let first = handle
        handle.instance = counts[first, default: 0]
        counts[first, default: 0] += 1
        state.handles[handle] = each
        state.names[each.path] = handle
        let descriptors = all.filter {
          $0.kind == .descriptor && $0.path.hasPrefix(each.path + "/")
        }
        return GATTDiscovery(
          handle: handle, properties: each.properties, descriptors: descriptors.map(\.uuid))
      }
    }
  }

  func read(_ handle: GATTHandle) async throws(RigError) -> [UInt8] {
    let target = try attribute(handle, "read").path
    state.withLock { _ = $0.reading.insert(target) }
    defer { state.withLock { _ = $0.reading.remove(target) } }
    let answer = try await call(handle, "ReadValue", [.properties([:])], "read")
    return answer.first?.bytes ?? []
  }

  func write(
    _ value: [UInt8], to handle: GATTHandle, withResponse: Bool
  ) async throws(RigError) {
    let options = BusValue.properties(["type": .string(withResponse ? "request" : "command")])
    let bytes = BusValue.array(of: "y", value.map(BusValue.byte))
    _ = try await call(handle, "WriteValue", [bytes, options], "write to")
  }

  func setNotifications(_ on: Bool, of handle: GATTHandle) async throws(RigError) {
    let found = try attribute(handle, "notifications of")
    guard !found.properties.isDisjoint(with: [.notify, .indicate]) else {
      throw .gatt(.attributeNotFound, device: name, operation: "notifications")
    }
    do throws(RigError) {
      _ = try await call(handle, on ? "StartNotify" : "StopNotify", [], "notifications of")
    } catch {
      // It stops only what it has started itself.
      if on || error.code == .closed { throw error }
    }
  }

  func disconnect() {
    let isLast = blueZ.ignore(path, state.withLock { $0.observer })
    // One that has ended, or has a follower, has nothing left to disconnect: bluetoothd knows the device
    // alone, and the connection there is the follower's.
    if isLast, !hasEnded { blueZ.connection.tell(path, BlueZ.device, "Disconnect") }
    end(RigError(.closed, name, reason: "disconnected"))
  }

  private func attribute(
    _ handle: GATTHandle, _ what: String
  ) throws(RigError) -> BluetoothAttribute {
    guard let found = state.withLock({ $0.handles[handle] }) else {
      throw .gatt(
        .attributeNotFound, device: name, operation: "\(what) \(handle.characteristic)")
    }
    return found
  }

  private func call(
    _ handle: GATTHandle, _ method: String, _ arguments: [BusValue], _ what: String
  ) async throws(RigError) -> [BusValue] {
    let target = try attribute(handle, what).path
    let operation = "\(what) \(handle.characteristic)"
    guard !hasEnded else { throw .gatt(.closed, device: name, operation: operation) }
    do throws(RigError) {
      return try await blueZ.connection.call(
        target, BluetoothAttribute.Kind.characteristic.rawValue, method, arguments,
        within: Self.patience)
    } catch {
      throw hasEnded
        ? .gatt(.closed, device: name, operation: operation)
        : RigError(
          Self.code(error, isWrite: method == "WriteValue"), name,
          reason: "\(operation): \(error.reason)")
    }
  }

  /// The refusal of a server behind bluetoothd's name for it.
  private static func code(_ error: RigError, isWrite: Bool) -> RigError.Code {
    let names: [(String, RigError.Code)] = [
      ("ATT error: 0x05", .insufficientAuthentication), ("ATT error: 0x06", .requestNotSupported),
      ("ATT error: 0x0f", .insufficientEncryption), ("ATT error: 0x80", .unauthenticated),
      ("ATT error: 0x81", .invalidValue), ("Error.NotAuthorized", .insufficientAuthentication),
      ("Error.NotPermitted", isWrite ? .writeNotPermitted : .readNotPermitted),
      ("Error.NotSupported", .requestNotSupported), ("Error.InvalidValueLength", .invalidLength),
      ("Error.NotConnected", .closed),
    ]
    return names.first { error.reason.contains($0.0) }?.1 ?? error.code
  }

  // MARK: What comes

  private func take(_ event: BlueZ.DeviceEvent) {
    switch event {
    case .disconnected: end(RigError(.closed, name, reason: "it has ended the connection"))
    case .value(let path, let bytes):
      let chunk = Chunk(bytes: bytes, at: blueZ.lab.now)
      let handle = state.withLock { $0.reading.contains(path) ? nil : $0.names[path] }
      if let handle { air.notify(handle, chunk) }
    }
  }

  private func end(_ error: RigError) {
    air.end(error) { blueZ.ignore(path, state.withLock { $0.observer }) }
  }
}
