import Errors
import LabRuntime
import Links
import NearbyAccessory
import Synchronization

/// A Bluetooth LE device on the rig: a table of values that may be read over an encrypted link.
final class StandInPeripheral: GATTPeripheral {
  struct Value: Sendable {
    var service = GATTLayout.nearbyInteraction.uuid
    var characteristic = GATTLayout.configurationData.uuid
    var bytes: [UInt8]
    var failure: RigError.Code?
  }

  static let address = "ble:lock"

  let name = "lock"
  let address: String = StandInPeripheral.address
  private let lab: Lab
  private let reach: LabGate
  private let values: Mutex<[Value]>

  /// A device; out of reach until ``comeIntoReach()``, unless it is there already.
  init(_ lab: Lab, values: [Value] = [], isInReach: Bool = true) {
    self.lab = lab
    self.values = Mutex(values)
    reach = LabGate(lab, label: "\(name) to come into reach")
    if isInReach { reach.open() }
  }

  func comeIntoReach() { reach.open() }

  func set(_ new: [Value]) { values.withLock { $0 = new } }

  var current: [Value] { values.withLock { $0 } }

  func advertisement() async -> GATTAdvertisement? {
    reach.isOpen ? GATTAdvertisement(localName: name) : nil
  }

  func connect(until deadline: LabInstant) async throws(RigError) -> any GATTConnection {
    do throws(RigError) { try await reach.wait(until: deadline) } catch {
      throw RigError.gatt(
        error.code == .timedOut ? .timedOut : .cancelled, device: name, operation: "connecting")
    }
    return StandInConnection(lab, self)
  }
}

private final class StandInConnection: GATTConnection {
  let maximumTransmissionUnit = 185
  let events: LabChannel<GATTEvent>
  private let device: StandInPeripheral
  private let encrypted = Atomic(false)

  init(_ lab: Lab, _ device: StandInPeripheral) {
    self.device = device
    events = LabChannel(lab, label: "an event of \(device.name)")
  }

  var isEncrypted: Bool { encrypted.load(ordering: .relaxed) }

  func exchangeMTU(_ wanted: Int) async throws(RigError) -> Int { maximumTransmissionUnit }

  func encrypt() async throws(RigError) { encrypted.store(true, ordering: .relaxed) }

  func discover() async throws(RigError) -> [GATTDiscovery] {
    numbered.map { GATTDiscovery(handle: $0.handle, properties: .read) }
  }

  func read(_ handle: GATTHandle) async throws(RigError) -> [UInt8] {
    let operation = "reading \(handle.characteristic)"
    guard let value = numbered.first(where: { $0.handle == handle })?.value else {
      throw RigError.gatt(.attributeNotFound, device: device.name, operation: operation)
    }
    if let failure = value.failure {
      throw RigError.gatt(failure, device: device.name, operation: operation)
    }
    guard isEncrypted else {
      throw RigError.gatt(.insufficientEncryption, device: device.name, operation: operation)
    }
    return value.bytes
  }

  func write(
    _ value: [UInt8], to handle: GATTHandle, withResponse: Bool
  ) async throws(RigError) {
    throw RigError.gatt(.writeNotPermitted, device: device.name, operation: "writing")
  }

  func setNotifications(_ on: Bool, of handle: GATTHandle) async throws(RigError) {
    throw RigError.gatt(.requestNotSupported, device: device.name, operation: "notifications")
  }

  func disconnect() { events.close() }

  private var numbered: [(handle: GATTHandle, value: StandInPeripheral.Value)] {
    let values = device.current
    return values.indices.map { index in
      let value = values[index]
      let instance = values[..<index].filter {
        $0.service == value.service && $0.characteristic == value.characteristic
      }.count
      return (
        GATTHandle(
          service: value.service, characteristic: value.characteristic, instance: instance), value
      )
    }
  }
}
