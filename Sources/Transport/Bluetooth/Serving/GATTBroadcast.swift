public import Errors
public import LabRuntime
public import Links
import NearbyAccessory

/// A modelled Bluetooth LE device on the air of a real adapter: bluetoothd advertises it and has
/// its GATT server, and each central that connects is one of the model.
///
/// An adapter has one such device. Every central may pair: this is a device, and not a bench.
public final class GATTBroadcast: Sendable {
  /// What bluetoothd asks, in its order.
  private enum Work: Sendable {
    case connected(String)
    case gone(String)
    case read(UInt64, GATTHandle, central: String, unit: Int?)
    case write([UInt8], UInt64, GATTHandle, central: String, unit: Int?, withResponse: Bool)
    case notify(UInt64, GATTHandle, Bool)
  }

  /// Such as `hci0`.
  public let adapter: String
  private let lab: Lab
  private let bus: SystemBus
  private let objects: ServedObjects
  private let work: LabChannel<Work>
  private let connect: @Sendable (String) -> any GATTPeripheral

  /// Registers the server and its advertisement.
  ///
  /// - Parameters:
  ///   - adapter: its name.
  ///   - found: the characteristics of the device.
  ///   - connect: the device as a central sees it.
  /// - Throws: ``RigError`` `notFound` where there is no bluetoothd or no such adapter, `refused`
  ///   where it cannot be a peripheral.
  public init(
    _ lab: Lab, on adapter: String, _ found: [GATTDiscovery], _ advertisement: GATTAdvertisement,
    connect: @escaping @Sendable (_ central: String) -> any GATTPeripheral
  ) async throws(RigError) {
    let objects = ServedObjects(found, advertisement)
    let work = LabChannel<Work>(lab, label: "a central of \(adapter)")
    let path = "/org/bluez/\(adapter)"
    bus = try SystemBus(lab) {
      Self.take($0, objects, work, adapter: path)
    } closed: {
      work.close()
    }
    (self.lab, self.adapter, self.objects) = (lab, adapter, objects)
    (self.work, self.connect) = (work, connect)
    try await bus.match(
      "type='signal',sender='org.bluez',interface='\(BlueZ.properties)',path_namespace='\(path)'")
    do throws(RigError) {
      try await bus.powerOn(path)
      try await bus.call(
        path, "org.bluez.GattManager1", "RegisterApplication",
        [.path(ServedObjects.root), .properties([:])])
      try await bus.call(
        path, "org.bluez.LEAdvertisingManager1",
        "RegisterAdvertisement", [.path(ServedObjects.advertisement), .properties([:])])
      try await bus.registerAgent()
    } catch {
      bus.close()
      throw RigError(
        error.code, adapter, reason: "the device cannot be put on the air: \(error.reason)",
        advice: "`uwbrig doctor` looks at bluetoothd and the adapters; one program at a time can "
          + "advertise")
    }
  }

  /// Takes the device from the air: bluetoothd drops what this program has registered.
  public func close() {
    work.close()
    bus.close()
  }

  // MARK: What bluetoothd says

  private static func take(
    _ message: BusMessage, _ objects: ServedObjects, _ work: LabChannel<Work>, adapter: String
  ) -> SystemBus.Answer? {
    guard message.kind == .call else {
      if message.member == "PropertiesChanged", message.body.first?.text == BlueZ.device,
        message.path.hasPrefix(adapter + "/"),
        let isConnected = message.body.dropFirst().first?.entries?["Connected"]?.isTrue
      {
        work.send(isConnected ? .connected(message.path) : .gone(message.path))
      }
      return nil
    }
    if let answer = PairingAgent.answer(message, isWelcome: { _ in true }) { return answer }
    switch message.member {
    case "GetManagedObjects": return .values([objects.all])
    case "GetAll":
      return objects.properties(message.path, message.body.first?.text ?? "").map { .values([$0]) }
    case "Release": return .values([])
    default: break
    }
    guard message.interface == ServedObjects.characteristic,
      let handle = objects.handles[message.path]
    else { return nil }
    let options = message.body.last?.entries ?? [:]
    let central = options["device"]?.text ?? ""
    let unit = options["mtu"]?.number
    switch message.member {
    case "ReadValue": work.send(.read(message.number, handle, central: central, unit: unit))
    case "WriteValue":
      work.send(
        .write(
          message.body.first?.bytes ?? [], message.number, handle, central: central, unit: unit,
          withResponse: options["type"]?.text != "command"))
    case "StartNotify": work.send(.notify(message.number, handle, true))
    case "StopNotify": work.send(.notify(message.number, handle, false))
    default: return nil
    }
    return .later
  }

  // MARK: Serving

  /// Serves centrals until ``close()``, the end of bluetoothd, or cancellation.
  public func serve() async {
    await withDiscardingTaskGroup { group in
      var centrals: [String: any GATTConnection] = [:]
      // bluetoothd does not say for whom notifications are, and may ask before it tells of the
      // central.
      var notified: [GATTHandle] = []
      while let next = try? await work.receive() {
        switch next {
        case .connected(let central): await meet(central, notified, &centrals, &group)
        case .gone(let central): centrals.removeValue(forKey: central)?.disconnect()
        case .read(let call, let handle, let central, let unit):
          await meet(central, notified, &centrals, &group)
          await answer(call, centrals[central], unit) { connection throws(RigError) in
            // bluetoothd lets no client read over a link that is not encrypted.
            if !connection.isEncrypted, handle.isForBackground { try await connection.encrypt() }
            let value = try await connection.read(handle)
            return [.array(of: "y", value.map(BusValue.byte))]
          }
        case .write(let value, let call, let handle, let central, let unit, let withResponse):
          await meet(central, notified, &centrals, &group)
          await answer(call, centrals[central], unit) { connection throws(RigError) in
            try await connection.write(value, to: handle, withResponse: withResponse)
            return []
          }
        case .notify(let call, let handle, let isOn):
          notified.removeAll { $0 == handle }
          if isOn { notified.append(handle) }
          for connection in Self.inOrder(centrals) {
            try? await connection.setNotifications(isOn, of: handle)
          }
          bus.reply(to: call, .values([]))
        }
      }
      for connection in Self.inOrder(centrals) { connection.disconnect() }
      group.cancelAll()
    }
  }

  /// Lets a central connect to the model where it is not yet; one that the model refuses has no
  /// effect.
  private func meet(
    _ central: String, _ notified: [GATTHandle], _ centrals: inout [String: any GATTConnection],
    _ group: inout DiscardingTaskGroup
  ) async {
    guard centrals[central] == nil, !central.isEmpty,
      let connection = try? await connect(central).connect(
        until: lab.now.advanced(by: .milliseconds(100)))
    else { return }
    centrals[central] = connection
    for handle in notified { try? await connection.setNotifications(true, of: handle) }
    group.addTask { [self] in
      while let event = try? await connection.events.receive() {
        guard case .notified(let handle, let chunk) = event,
          let path = objects.handles.first(where: { $0.value == handle })?.key
        else { continue }
        bus.emit(
          path, BlueZ.properties, "PropertiesChanged",
          [
            .string(ServedObjects.characteristic),
            .properties(["Value": .array(of: "y", chunk.bytes.map(BusValue.byte))]),
            .array(of: "s", []),
          ])
      }
    }
  }

  private static func inOrder(
    _ centrals: [String: any GATTConnection]
  ) -> [any GATTConnection] {
    centrals.sorted { $0.key < $1.key }.map(\.value)
  }

  private func answer(
    _ call: UInt64, _ connection: (any GATTConnection)?, _ unit: Int?,
    _ body: (any GATTConnection) async throws(RigError) -> [BusValue]
  ) async {
    guard let connection else {
      return bus.reply(
        to: call, .refusal(name: "org.bluez.Error.Failed", text: "the device has no room"))
    }
    do throws(RigError) {
      if let unit, unit != connection.maximumTransmissionUnit {
        _ = try await connection.exchangeMTU(unit)
      }
      bus.reply(to: call, .values(try await body(connection)))
    } catch {
      bus.reply(to: call, .refusal(name: "org.bluez.Error.Failed", text: error.reason))
    }
  }
}

extension GATTHandle {
  /// Whether its value is for encrypted links.
  fileprivate var isForBackground: Bool { service == GATTLayout.nearbyInteraction.uuid }
}
