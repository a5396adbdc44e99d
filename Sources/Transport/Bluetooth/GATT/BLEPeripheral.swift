public import Errors
public import LabRuntime
public import Links
import Notation
import Synchronization

/// A Bluetooth LE device as one adapter of this computer reaches it.
public final class BLEPeripheral: GATTPeripheral {
  struct State {
    var address: L2CAPSocket.Address?
    /// Its object of bluetoothd, which stays the same when pairing tells the address behind a private one.
    var path: String?
    /// What an earlier run has left is gone.
    var isClean = false
    var hasConnected = false
    /// The last connection.
    var connection: (any AirConnection)?
  }

  /// How long a connection may take; the kernel's own limit is 40 s.
  private static let connecting = Duration.seconds(12)
  /// A closed channel keeps the link for 2 s.
  static let lingering = Duration.seconds(4)

  /// The link string.
  public let name: String
  let selector: LinkAddress.BLESelector
  let parameters: BLEParameters
  let host: BluetoothHost
  let isSecond: Bool
  let traffic: BLETraffic
  let state = Mutex(State())

  init(
    _ host: BluetoothHost, _ selector: LinkAddress.BLESelector, _ parameters: BLEParameters,
    isSecond: Bool, traffic: BLETraffic
  ) {
    (self.host, self.selector, self.parameters) = (host, selector, parameters)
    (self.isSecond, self.traffic) = (isSecond, traffic)
    name = LinkAddress.ble(selector, parameters).description
  }

  /// Its address of this moment, or how it is found.
  public var address: String { state.withLock { $0.address?.text } ?? selector.description }

  // MARK: Connecting

  /// The device as bluetoothd has it now; nil where it has forgotten it.
  func known(_ blueZ: BlueZ, _ adapter: BluetoothAdapter) -> BluetoothDevice? {
    let (path, address) = state.withLock { ($0.path, $0.address?.text) }
    return path.flatMap { path in
      blueZ.devices.first { $0.path == path && $0.belongs(to: adapter.path) }
    } ?? address.flatMap { blueZ.device($0, on: adapter) }
  }

  /// Finds it and connects, once the link of an earlier connection has ended.
  public func connect(until deadline: LabInstant) async throws(RigError) -> any GATTConnection {
    try await open(until: deadline)
  }

  func open(until deadline: LabInstant) async throws(RigError) -> any AirConnection {
    let blueZ = try await host.blueZ()
    let adapter = try await host.adapter(parameters.adapter, isSecond: isSecond)
    let address = try await locate(until: deadline)
    try await clean(blueZ, adapter, until: deadline)
    try await host.welcome(address.text)
    if let path = state.withLock({ $0.path }) { try await host.welcome(path) }
    if parameters.via == .bluez {
      return try await openAttributes(blueZ, adapter, until: deadline)
    }
    let socket: L2CAPSocket
    do throws(RigError) { socket = try await reach(blueZ, adapter, address, until: deadline) } catch
    {
      // One that was silent for as long as a connection may take is not there.
      guard ![.cancelled, .notFound].contains(error.code), blueZ.lab.now < deadline else {
        throw error
      }
      if error.code == .busy {
        if let holder = holder(address.text) { throw held(by: holder.description) }
        // It holds the channel of a device without a bond for a program that has asked it to.
        if !state.withLock({ $0.hasConnected }), let device = known(blueZ, adapter),
          device.isConnected, !device.hasBond
        {
          throw held(by: "bluetoothd, for a program such as bluetoothctl,")
        }
        // bluetoothd itself, which looks at the services of a device that has a bond.
        await waitUntilDisconnected(until: deadline)
        try await clean(blueZ, adapter, until: deadline)
      }
      host.remark("\(PrintableText.escaped(name)): a second attempt to connect: \(error.reason)")
      socket = try await reach(blueZ, adapter, address, until: deadline)
    }
    state.withLock { $0.hasConnected = true }
    traffic.connected()
    let link = RecordedLink(link: socket.link, traffic: traffic) { socket.drops }
    let connection = ATTConnection(
      blueZ.lab, name: name, over: link, socket: socket,
      unit: parameters.unit ?? BLEParameters.usualUnit)
    state.withLock { $0.connection = connection }
    return connection
  }

  /// A connection whose data bluetoothd carries.
  private func openAttributes(
    _ blueZ: BlueZ, _ adapter: BluetoothAdapter, until deadline: LabInstant
  ) async throws(RigError) -> any AirConnection {
    guard let device = known(blueZ, adapter) else {
      throw RigError(.notFound, PrintableText.escaped(name), reason: "bluetoothd has forgotten it")
    }
    func attempt() async throws(RigError) -> BusConnection {
      traffic.attempted()
      return try await BusConnection.open(
        blueZ, name: name, path: device.path,
        until: min(deadline, blueZ.lab.now.advanced(by: Self.connecting)))
    }
    let connection: BusConnection
    do throws(RigError) { connection = try await attempt() } catch {
      guard error.code != .cancelled, blueZ.lab.now < deadline else { throw error }
      host.remark("\(PrintableText.escaped(name)): a second attempt to connect: \(error.reason)")
      connection = try await attempt()
    }
    traffic.connected()
    state.withLock { ($0.hasConnected, $0.connection) = (true, connection) }
    return connection
  }

  /// Sees to it that a connection that was closed is no longer there: a device that has room for one
  /// central has none as long as the link lasts.
  func endClosed(until deadline: LabInstant) async {
    let isClosed = state.withLock { state in
      guard state.connection?.hasEnded == true else { return false }
      state.connection = nil
      return true
    }
    if isClosed { await waitUntilDisconnected(until: deadline) }
  }

  private func reach(
    _ blueZ: BlueZ, _ adapter: BluetoothAdapter, _ address: L2CAPSocket.Address,
    until deadline: LabInstant
  ) async throws(RigError) -> L2CAPSocket {
    traffic.attempted()
    return try await L2CAPSocket.connect(
      blueZ.lab, name: name, from: adapter.address, to: address,
      until: min(deadline, blueZ.lab.now.advanced(by: Self.connecting))
    ) { [weak self] deadline in
      _ = try? await blueZ.wait(until: deadline, "the keys of \(address.text)") {
        self?.known(blueZ, adapter)?.isBonded == false ? nil : true
      }
    }
  }

  /// Sees to it that the next connection is one of its own: what was closed lasts for 2 s, and so may
  /// what another run has left.
  private func clean(
    _ blueZ: BlueZ, _ adapter: BluetoothAdapter, until deadline: LabInstant
  ) async throws(RigError) {
    guard !state.withLock({ $0.isClean }) else {
      return await waitUntilDisconnected(until: deadline)
    }
    let patience = min(deadline, blueZ.lab.now.advanced(by: Self.lingering))
    let isFree = try await blueZ.wait(until: patience, "the end of an earlier connection") {
      known(blueZ, adapter)?.isConnected == true ? nil : true
    }
    // Another program may be connected: the kernel says so.
    guard isFree != nil else { return }
    state.withLock { $0.isClean = true }
    if parameters.bond != .keep, let device = known(blueZ, adapter), device.hasBond {
      try await blueZ.remove(device)
    }
  }

  /// Waits until bluetoothd has no connection with it, and ends one that stays.
  public func waitUntilDisconnected(until deadline: LabInstant) async {
    guard let blueZ = try? await host.blueZ(), state.withLock({ $0.address }) != nil,
      let adapter = try? await host.adapter(parameters.adapter, isSecond: isSecond)
    else { return }
    func connected() -> BluetoothDevice? {
      known(blueZ, adapter).flatMap { $0.isConnected ? $0 : nil }
    }
    guard let device = connected() else { return }
    // Where there is a bond bluetoothd may have looked in, and would hold the link for itself.
    try? await blueZ.disconnect(device)
    let label = "the end of the connection with \(selector)"
    let patience = min(deadline, blueZ.lab.now.advanced(by: Self.lingering))
    _ = try? await blueZ.wait(until: patience, label) { connected() == nil ? true : nil }
  }

  /// Forgets the bond, unless the link keeps it; false where there is none.
  func forget() async throws(RigError) -> Bool {
    let blueZ = try await host.blueZ()
    let adapter = try await host.adapter(parameters.adapter, isSecond: isSecond)
    guard parameters.bond != .keep, let device = known(blueZ, adapter), device.hasBond else {
      return false
    }
    try await blueZ.remove(device)
    return true
  }

  /// Forgets the bond of this run, if the link says so; else ends the link, which bluetoothd would take
  /// over and keep.
  func end(_ blueZ: BlueZ) async {
    let (hasConnected, path) = state.withLock { ($0.hasConnected, $0.path) }
    guard hasConnected, let path else { return }
    let address = blueZ.devices.first { $0.path == path }?.address
    let own = [address, state.withLock { $0.address?.text }].compactMap(\.self)
    for device in blueZ.devices where own.contains(device.address) && device.hasBond {
      if parameters.bond != .keep {
        try? await blueZ.remove(device)
      } else if device.isConnected {
        try? await blueZ.disconnect(device)
      }
    }
  }
}

extension L2CAPSocket.Address {
  /// Whether the device keeps it: resolvable private addresses change each quarter of an hour.
  var isLasting: Bool { !isRandom || bytes.last.map { $0 >= 0xC0 } ?? false }
}
