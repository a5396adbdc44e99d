public import Errors
public import LabRuntime
public import Links
import Notation
import Synchronization

/// A Bluetooth LE device as one adapter of this computer reaches it.
public final class BLEPeripheral: GATTPeripheral {
  private struct State {
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
  private static let lingering = Duration.seconds(4)
  /// How long others of the same name are listened for.
  private static let others = Duration.seconds(1)

  /// The link string.
  public let name: String
  let selector: LinkAddress.BLESelector
  let parameters: BLEParameters
  private let host: BluetoothHost
  private let isSecond: Bool
  let traffic: BLETraffic
  private let state = Mutex(State())

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

  // MARK: Finding

  /// Finds the device, and that it is the only one.
  ///
  /// - Throws: ``RigError`` `notFound` with what else was heard; `failed` with the list where
  ///   several are meant.
  @discardableResult
  func locate(until deadline: LabInstant) async throws(RigError) -> L2CAPSocket.Address {
    if let known = state.withLock({ $0.address }), known.isLasting { return known }
    let blueZ = try await host.blueZ()
    let adapter = try await host.adapter(parameters.adapter, isSecond: isSecond)
    try await endLeftOver(blueZ, adapter, until: deadline)
    let from = blueZ.lab.now
    func heard() -> [BluetoothDevice] { blueZ.heard(on: adapter, since: from) }
    // bluetoothd takes the signal strengths back when a search ends.
    let found = try await blueZ.searching(on: adapter) { () throws(RigError) in
      let label = "an advertisement of \(selector)"
      let first = try await blueZ.hear(on: adapter, until: deadline, label) {
        heard().first(where: self.isMeant)
      }
      guard first != nil else { throw nothingFound(among: heard(), of: blueZ.devices, adapter) }
      if case .name = selector {
        let patience = blueZ.lab.now.advanced(by: Self.others)
        _ = try await blueZ.wait(until: patience, label) {
          heard().count(where: self.isMeant) > 1 ? true : nil
        }
      }
      return heard().filter(isMeant)
    }
    guard let only = found.first, found.count == 1 else { throw several(found) }
    traffic.heard(only.strength)
    return remember(only)
  }

  private func remember(_ device: BluetoothDevice) -> L2CAPSocket.Address {
    let address = L2CAPSocket.Address(
      text: device.address, isRandom: device.addressType == "random")
    state.withLock { ($0.address, $0.path) = (address, device.path) }
    return address
  }

  /// The device as bluetoothd has it now; nil where it has forgotten it.
  private func known(_ blueZ: BlueZ, _ adapter: BluetoothAdapter) -> BluetoothDevice? {
    let (path, address) = state.withLock { ($0.path, $0.address?.text) }
    return path.flatMap { path in
      blueZ.devices.first { $0.path == path && $0.belongs(to: adapter.path) }
    } ?? address.flatMap { blueZ.device($0, on: adapter) }
  }

  /// Ends what a run that was killed has left: bluetoothd takes over the link of a device that has a bond,
  /// and keeps it, so that the device does not advertise. Where a program that can be seen has a channel,
  /// the connection is that program's.
  private func endLeftOver(
    _ blueZ: BlueZ, _ adapter: BluetoothAdapter, until deadline: LabInstant
  ) async throws(RigError) {
    func leftOver() -> BluetoothDevice? {
      blueZ.devices.first {
        $0.belongs(to: adapter.path) && isNamed($0) && $0.isConnected
          && ($0.hasBond || parameters.via == .bluez)
      }
    }
    guard let device = leftOver(), holder(device.address) == nil else { return }
    if !state.withLock({ $0.hasConnected }) {
      host.remark(
        "\(PrintableText.escaped(name)): bluetoothd was still connected with it, as after a run that was "
          + "killed, and is disconnected")
    }
    try await blueZ.disconnect(device)
    let patience = min(deadline, blueZ.lab.now.advanced(by: Self.lingering))
    _ = try await blueZ.wait(until: patience, "the end of the connection of an earlier run") {
      leftOver() == nil ? true : nil
    }
  }

  private func isMeant(_ device: BluetoothDevice) -> Bool {
    if let floor = parameters.floor, device.strength ?? -128 < floor { return false }
    if let type = parameters.type, device.addressType != type.rawValue { return false }
    return isNamed(device)
  }

  private func isNamed(_ device: BluetoothDevice) -> Bool {
    switch selector {
    case .name(let name): device.name == name
    case .address(let address): device.address == address
    }
  }

  /// The program on this computer that may have a channel to the device.
  private func holder(_ address: String) -> ChannelHolder? {
    ChannelHolder.current(of: L2CAPSocket.Address(text: address, isRandom: true).bytes)
  }

  private func held(by holder: String) -> RigError {
    RigError(
      .busy, PrintableText.escaped(name), reason: "\(holder) is connected with it",
      advice: "End that program, or disconnect: bluetoothctl disconnect")
  }

  private func nothingFound(
    among heard: [BluetoothDevice], of known: [BluetoothDevice], _ adapter: BluetoothAdapter
  ) -> RigError {
    if let device = known.first(where: { isNamed($0) && $0.isConnected }) {
      return held(by: holder(device.address)?.description ?? "another program on this computer")
    }
    let names = Set(heard.compactMap(\.name)).sorted()
    let weak = heard.filter(isNamed)
    var advice = "Is it on, and not connected with a phone? `uwbrig scan ble` lists what advertises"
    if let type = parameters.type,
      let other = weak.first(where: { $0.addressType != type.rawValue })
    {
      advice = "It was heard with an address of the type \(other.addressType), not \(type.rawValue)"
    } else if let strength = weak.compactMap(\.strength).max(), let floor = parameters.floor {
      advice = "It was heard with \(strength) dBm, and the link asks for \(floor) or more"
    } else if case .name(let name) = selector,
      let nearest = NearestName.nearest(to: name, among: names)
    {
      advice = "Did you mean \(PrintableText.quoted(nearest, limit: 60))?"
    }
    return RigError(
      .notFound, PrintableText.escaped(name),
      reason: "no such device advertises: \(heard.count) others were heard by \(adapter.name)",
      advice: advice)
  }

  private func several(_ found: [BluetoothDevice]) -> RigError {
    let list = found.map { device in
      let strength = device.strength.map { "\($0) dBm" } ?? "not heard again"
      let services = device.services.isEmpty ? "" : ", " + device.services.joined(separator: " ")
      return "\(device.address) (\(device.addressType), \(strength)\(services))"
    }
    return RigError(
      .failed, PrintableText.escaped(name),
      reason: "\(found.count) devices have this name: " + list.joined(separator: "; "),
      advice: "Name one by its address: ble:address=\(found.first?.address ?? "…"),service=…")
  }

  /// An advertisement that comes within a second; nil where none does.
  public func advertisement() async -> GATTAdvertisement? {
    guard let blueZ = try? await host.blueZ(),
      case .heard(let advertisement)? = try? await listen(
        until: blueZ.lab.now.advanced(by: .seconds(1)), for: nil)
    else { return nil }
    return advertisement
  }

  /// Listens for an advertisement.
  ///
  /// Of a device that it has once connected with, bluetoothd shows all services, whichever of them the
  /// advertisement names. So it is asked for those alone whose advertisement names the one in question;
  /// where none comes, a search for everything shows that the device advertises all the same.
  public func listen(
    until deadline: LabInstant, for service: String?
  ) async throws(RigError) -> GATTHearing {
    let lab = try await host.blueZ().lab
    let patience = lab.now.duration(to: deadline)
    let hearing = try await listen(until: deadline, among: nil)
    guard let service, case .heard(var advertisement) = hearing,
      advertisement.services.contains(service)
    else { return hearing }
    if case .heard = try await listen(until: lab.now.advanced(by: patience), among: service) {
      return hearing
    }
    let again = try await listen(until: lab.now.advanced(by: patience), among: nil)
    guard case .heard = again else { return again }
    advertisement.services.removeAll { $0 == service }
    return .heard(advertisement)
  }

  /// - Parameter service: of which alone bluetoothd is to tell; nil for everything.
  private func listen(
    until deadline: LabInstant, among service: String?
  ) async throws(RigError) -> GATTHearing {
    let blueZ = try await host.blueZ()
    let adapter = try await host.adapter(parameters.adapter, isSecond: isSecond)
    let (address, path) = state.withLock { ($0.address, $0.path) }
    // A private address changes, and bluetoothd may not know whose the new one is.
    func isOwn(_ device: BluetoothDevice) -> Bool {
      guard let address else { return isMeant(device) }
      return device.address == address.text || device.path == path
        || !address.isLasting && isMeant(device)
    }
    let (from, own) = try await blueZ.searching(on: adapter, for: service) { () throws(RigError) in
      let from = blueZ.lab.now
      let own = try await blueZ.hear(
        on: adapter, until: deadline, "an advertisement of \(selector)"
      ) {
        blueZ.heard(on: adapter, since: from).first(where: isOwn)
      }
      return (from, own)
    }
    if let own { return .heard(GATTAdvertisement(localName: own.name, services: own.services)) }
    return blueZ.heard(on: adapter, since: from).isEmpty ? .deaf : .silent
  }

  // MARK: Connecting

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
    let link = RecordedLink(socket.link, traffic) { socket.drops }
    let connection = ATTConnection(
      blueZ.lab, name: name, over: link,
      security: LinkSecurity(lab: blueZ.lab, socket: socket) { [weak self] deadline in
        _ = try? await blueZ.wait(until: deadline, "the keys of \(address.text)") {
          self?.known(blueZ, adapter)?.isBonded == false ? nil : true
        }
      },
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
      until: min(deadline, blueZ.lab.now.advanced(by: Self.connecting)))
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
