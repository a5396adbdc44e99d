public import Errors
public import LabRuntime
import Synchronization

/// bluetoothd: adapters and devices as they are now, searching, pairing, disconnecting.
///
/// What it says of a device may be old. Only an advertisement that is heard while this program
/// searches proves that the device is there.
public final class BlueZ: Sendable {
  struct State {
    var adapters: [String: BluetoothAdapter] = [:]
    var devices: [String: BluetoothDevice] = [:]
    /// Services, characteristics and descriptors of connected devices, by path.
    var attributes: [String: BluetoothAttribute] = [:]
    /// Who is told of a device that is connected, by its path: the last that has asked.
    var observers: [String: (number: Int, take: @Sendable (DeviceEvent) -> Void)] = [:]
    var lastObserver = 0
    var waiting: [LabChannel<Void>] = []
    /// By the path of the adapter.
    var searches: [String: Search] = [:]
    var hasGone = false
    /// Who may pair, by address or by the path of its object.
    var welcome: Set<String> = []
    var refused: [String] = []
  }

  static let device = "org.bluez.Device1"
  static let adapter = "org.bluez.Adapter1"
  static let properties = "org.freedesktop.DBus.Properties"
  private static let objects = "org.freedesktop.DBus.ObjectManager"
  private static let bus = "org.freedesktop.DBus"

  let lab: Lab
  let connection: SystemBus
  let shared: Shared

  /// What the bus's handler writes and the program reads.
  final class Shared: Sendable {
    let lab: Lab
    let state = Mutex(State())
    init(_ lab: Lab) { self.lab = lab }
  }

  /// Connects, and reads what is there.
  ///
  /// - Throws: ``RigError`` `notFound` where there is no bus or no bluetoothd.
  public init(_ lab: Lab) async throws(RigError) {
    self.lab = lab
    let shared = Shared(lab)
    self.shared = shared
    connection = try SystemBus(lab) {
      Self.take($0, shared)
    } closed: {
      Self.change(shared) { $0.hasGone = true }
    }
    for rule in [
      "type='signal',sender='org.bluez',interface='\(Self.properties)'",
      "type='signal',sender='org.bluez',interface='\(Self.objects)'",
      "type='signal',interface='\(Self.bus)',member='NameOwnerChanged',arg0='org.bluez'",
    ] {
      try await connection.match(rule)
    }
    do throws(RigError) {
      let found = try await connection.call("/", Self.objects, "GetManagedObjects")
      Self.change(shared) { state in
        for (path, interfaces) in found.first?.entries ?? [:] {
          state.take(path, interfaces.entries ?? [:], heard: nil)
        }
      }
    } catch {
      throw RigError(
        .notFound, "bluetoothd", reason: "it does not answer: \(error.reason)",
        advice: "Start it: sudo systemctl start bluetooth")
    }
  }

  /// Leaves the bus: searches of this program end with that.
  public func close() { connection.close() }

  // MARK: State

  /// The adapters, by name.
  public var adapters: [BluetoothAdapter] {
    shared.state.withLock { Array($0.adapters.values) }.sorted { $0.path < $1.path }
  }

  /// Every device that bluetoothd knows, also those that are long gone.
  public var devices: [BluetoothDevice] {
    shared.state.withLock { Array($0.devices.values) }.sorted { $0.path < $1.path }
  }

  /// The device with an address on an adapter; nil where bluetoothd has none.
  func device(_ address: String, on adapter: BluetoothAdapter) -> BluetoothDevice? {
    devices.first { $0.address == address && $0.belongs(to: adapter.path) }
  }

  /// Waits until something holds; nil when it does not until the deadline.
  func wait<Value: Sendable>(
    until deadline: LabInstant, _ label: String, _ probe: () -> Value?
  ) async throws(RigError) -> Value? {
    let changed = LabChannel<Void>(lab, label: label)
    shared.state.withLock { $0.waiting.append(changed) }
    defer { shared.state.withLock { state in state.waiting.removeAll { $0 === changed } } }
    while true {
      if let value = probe() { return value }
      guard !shared.state.withLock({ $0.hasGone }) else {
        throw RigError(
          .closed, "bluetoothd", reason: "it has gone, or its bus has",
          advice: "Look at its log: journalctl -u bluetooth")
      }
      do throws(RigError) { try await changed.receive(until: deadline) } catch {
        if error.code == .timedOut { return probe() }
        throw error
      }
    }
  }

  /// Lets everyone who waits look again.
  func wake() { Self.change(shared) { _ in } }

  /// - Parameter tell: called when it has changed, before those who wait look again.
  private static func change(
    _ shared: Shared, _ body: (inout State) -> Void, telling tell: () -> Void = {}
  ) {
    shared.state.withLock { body(&$0) }
    tell()
    for channel in shared.state.withLock({ $0.waiting }) { channel.send(()) }
  }

  /// Takes what the bus says by itself.
  private static func take(_ message: BusMessage, _ shared: Shared) -> SystemBus.Answer? {
    guard message.kind != .call else {
      return PairingAgent.answer(message) { path in
        shared.state.withLock { state in
          let address = state.devices[path]?.address ?? ""
          if state.welcome.contains(address) || state.welcome.contains(path) { return true }
          if state.refused.count < 32 { state.refused.append(address) }
          return false
        }
      }
    }
    let now = shared.lab.now
    change(shared) { state in
      switch message.member {
      case "PropertiesChanged":
        guard let interface = message.body.first?.text,
          let changed = message.body.dropFirst().first?.entries
        else { return }
        state.take(message.path, [interface: .properties(changed)], heard: now)
        // RSSI that is taken back: the device was not heard for long.
        for name in message.body.dropFirst(2).first?.elements ?? [] where name.text == "RSSI" {
          state.devices[message.path]?.strength = nil
        }
      case "InterfacesAdded":
        guard let path = message.body.first?.text else { return }
        state.take(path, message.body.dropFirst().first?.entries ?? [:], heard: now)
      case "InterfacesRemoved":
        guard let path = message.body.first?.text else { return }
        let gone = message.body.dropFirst().first?.elements?.compactMap(\.text) ?? []
        if gone.contains(device) { state.devices[path] = nil }
        if gone.contains(adapter) { state.adapters[path] = nil }
        state.attributes[path] = nil
      case "NameOwnerChanged": state.hasGone = message.body.last?.text?.isEmpty ?? true
      default: break
      }
    } telling: {
      // A connection hears of its end before anybody who waits for that begins another one.
      tellObservers(of: message, shared)
    }
    return nil
  }

  // MARK: Deeds

  /// Ends what is connected with a device, whichever program has begun it.
  func disconnect(_ device: BluetoothDevice) async throws(RigError) {
    try await connection.call(device.path, Self.device, "Disconnect")
  }

  /// Forgets a device, its bond with it; nothing where it is not known.
  func remove(_ device: BluetoothDevice) async throws(RigError) {
    guard let end = device.path.lastIndex(of: "/") else { return }
    do throws(RigError) {
      try await connection.call(
        String(device.path[..<end]), Self.adapter, "RemoveDevice", [.path(device.path)])
    } catch {
      if error.code != .notFound { throw error }
    }
  }

  // MARK: Pairing

  /// Lets a device pair, by its address or the path of its object: the address may change when it pairs.
  func welcome(_ device: String) {
    shared.state.withLock { _ = $0.welcome.insert(device) }
  }
}

extension BlueZ.State {
  /// Takes the properties of an object, by interface.
  fileprivate mutating func take(
    _ path: String, _ interfaces: [String: BusValue], heard: LabInstant?
  ) {
    if let properties = interfaces[BlueZ.adapter]?.entries {
      adapters[path, default: BluetoothAdapter(path: path)].take(properties)
    }
    if let properties = interfaces[BlueZ.device]?.entries {
      // Devices are objects below an adapter; a flood of addresses is kept within bounds.
      guard devices[path] != nil || devices.count < 4096 else { return }
      devices[path, default: BluetoothDevice(path: path)].take(properties, heard: heard)
    }
    for kind in BluetoothAttribute.Kind.allCases {
      guard let properties = interfaces[kind.rawValue]?.entries,
        attributes[path] != nil || attributes.count < 4096
      else { continue }
      attributes[path, default: BluetoothAttribute(path: path, kind: kind)].take(properties)
    }
  }
}

extension SystemBus {
  /// Turns an adapter on, by the path of its object.
  func powerOn(_ adapter: String) async throws(RigError) {
    try await call(
      adapter, BlueZ.properties, "Set",
      [.string(BlueZ.adapter), .string("Powered"), .variant(.boolean(true))])
  }

  /// Has bluetoothd ask ``PairingAgent`` when a device pairs, from now on.
  ///
  /// Has to stand before the pairing begins, also for Just Works.
  ///
  /// - Parameter isDefault: also for pairings that bluetoothd did not begin for this program.
  func registerAgent(isDefault: Bool = true) async throws(RigError) {
    try await call(
      "/org/bluez", "org.bluez.AgentManager1", "RegisterAgent",
      [.path(PairingAgent.path), .string("NoInputNoOutput")])
    guard isDefault else { return }
    try await call(
      "/org/bluez", "org.bluez.AgentManager1", "RequestDefaultAgent", [.path(PairingAgent.path)])
  }

  /// Answers bluetoothd no longer.
  func unregisterAgent() {
    tell("/org/bluez", "org.bluez.AgentManager1", "UnregisterAgent", [.path(PairingAgent.path)])
  }
}

/// The object that bluetoothd asks before it pairs.
enum PairingAgent {
  static let path = "/org/uwbrig/agent"

  /// Says yes for devices that are welcome, whatever is asked, and no for all others.
  static func answer(
    _ call: BusMessage, isWelcome: (_ device: String) -> Bool
  ) -> SystemBus.Answer? {
    guard call.path == path, call.interface == "org.bluez.Agent1" else { return nil }
    switch call.member {
    case "Release", "Cancel": return .values([])
    case "RequestAuthorization", "RequestConfirmation", "AuthorizeService":
      if isWelcome(call.body.first?.text ?? "") { return .values([]) }
      return .refusal(name: "org.bluez.Error.Rejected", text: "it is no board of this rig")
    default:
      return .refusal(
        name: "org.bluez.Error.Rejected", text: "there is no display and no keyboard here")
    }
  }
}
