import LabRuntime
import Links
import NearbyAccessory
import Synchronization
import UCIHost

@testable import NearbySession

/// Runs `body` with a phone that lives, in a simulated lab.
func withPhone<Value: Sendable>(
  permission: NearbyPermission = .allowedWhileInUse, radio: ScriptedRadio? = nil,
  behaviour: PhoneBehaviour = .reference,
  bluetooth: (@Sendable (Lab) -> BluetoothCentral)? = nil, seed: UInt64 = 1,
  _ change: (inout PhoneSettings) -> Void = { _ in },
  _ body: @escaping @Sendable (Phone, Lab) async throws -> Value
) throws -> Value {
  let lab = Lab.simulated(seed: seed)
  var settings = PhoneSettings()
  change(&settings)
  let fixed = settings
  return try lab.run {
    let phone = Phone(
      name: "phone", lab: lab, settings: fixed, behaviour: behaviour, permission: permission,
      radio: radio.map { ScriptedRadio.Bound($0, lab) }, bluetooth: bluetooth?(lab))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await phone.serve() }
      defer { group.cancelAll() }
      return try await body(phone, lab)
    }
  }
}

/// A radio whose rounds a test makes up.
final class ScriptedRadio: Sendable {
  struct State {
    var orders: [RadioOrder] = []
    var ranging: [Int] = []
    var reports: LabChannel<RadioReport>?
  }

  private let state = Mutex(State())

  /// What it was told, in order.
  var orders: [RadioOrder] { state.withLock { $0.orders } }
  /// The sessions that range.
  var ranging: [Int] { state.withLock { $0.ranging } }

  func report(_ report: RadioReport) { state.withLock { $0.reports }?.send(report) }

  /// The other side is heard at a distance.
  func hear(_ session: Int, metres: Double, at instant: LabInstant) {
    report(
      .heard(
        session,
        NearbyEvent.Update(
          distanceMetres: metres, azimuth: nil, elevation: nil, sequence: 0, at: instant)))
  }

  /// The radio in a lab.
  final class Bound: RangingRadio {
    let reports: LabChannel<RadioReport>
    private let script: ScriptedRadio

    init(_ script: ScriptedRadio, _ lab: Lab) {
      self.script = script
      let reports = LabChannel<RadioReport>(lab, label: "a scripted report")
      self.reports = reports
      script.state.withLock { $0.reports = reports }
    }

    func start(_ session: Int, _ order: RadioOrder) {
      script.state.withLock { state in
        state.orders.append(order)
        if !state.ranging.contains(session) { state.ranging.append(session) }
      }
    }

    func stop(_ session: Int) {
      script.state.withLock { state in state.ranging.removeAll { $0 == session } }
    }

    func serve() async {}
  }
}

extension PhoneSession {
  /// The names of the events that have come, and of those that come within a time.
  func told(within limit: Duration = .zero) async -> [String] {
    var names: [String] = []
    let deadline = phone.lab.now.advanced(by: limit)
    while let event = events.tryReceive() { names.append(event.event.name) }
    guard limit > .zero else { return names }
    while let event = try? await events.receive(until: deadline) { names.append(event.event.name) }
    return names
  }
}

/// The configuration data of an accessory of the usual kind.
func accessoryData(_ address: UInt16 = 0x1234) throws -> [UInt8] {
  try AccessoryConfigurationData(uwb: UWBConfigurationData(sourceAddress: address)).encode()
}

extension Phone {
  /// A session that runs with an accessory.
  func running(_ address: UInt16 = 0x1234) throws -> PhoneSession {
    let session = makeSession()
    try session.run(.accessory(accessoryConfiguration(data: accessoryData(address))))
    return session
  }
}
