public import Errors
public import LabRuntime
public import Links
import Notation
import Synchronization

/// How the device is found among what advertises.
extension BLEPeripheral {
  /// How long others of the same name are listened for.
  private static let others = Duration.seconds(1)

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
  func holder(_ address: String) -> ChannelHolder? {
    ChannelHolder.current(of: L2CAPSocket.Address(text: address, isRandom: true).bytes)
  }

  func held(by holder: String) -> RigError {
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
}
