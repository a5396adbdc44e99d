import NearbyAccessory
import Synchronization

/// A service, a characteristic or a descriptor of a connected device as bluetoothd has it.
struct BluetoothAttribute: Hashable, Sendable {
  /// What it is, by the name of its interface.
  enum Kind: String, CaseIterable {
    case service = "org.bluez.GattService1"
    case characteristic = "org.bluez.GattCharacteristic1"
    case descriptor = "org.bluez.GattDescriptor1"
  }

  /// Below the path of the device, and a characteristic's below that of its service. The handle stands in
  /// it in four digits, so that the order of paths is that of the server.
  var path: String
  var kind: Kind
  /// Uppercase.
  var uuid = ""
  /// What a central may do with it, in words.
  var flags: [String] = []
  /// ATT_MTU; nil where this bluetoothd does not say.
  var unit: Int?

  mutating func take(_ properties: [String: BusValue]) {
    if let text = properties["UUID"]?.text { uuid = text.uppercased() }
    if let all = properties["Flags"]?.elements { flags = all.prefix(32).compactMap(\.text) }
    if let number = properties["MTU"]?.number { unit = number }
  }

  /// The bits of the flags.
  var properties: GATTCharacteristic.Properties {
    let words: [(String, GATTCharacteristic.Properties)] = [
      ("read", .read), ("write-without-response", .writeWithoutResponse), ("write", .write),
      ("notify", .notify), ("indicate", .indicate),
    ]
    return words.reduce(into: []) { all, each in
      if flags.contains(each.0) { all.insert(each.1) }
    }
  }
}

extension BlueZ {
  /// An event of a connected device.
  enum DeviceEvent: Sendable {
    /// The value of a characteristic, by its path: read or notified.
    case value(path: String, [UInt8])
    case disconnected
  }

  /// Tells of a device, on the reader's thread, until ``ignore(_:_:)`` or the next observer of it; the
  /// number of this one.
  func observe(_ path: String, _ observer: @escaping @Sendable (DeviceEvent) -> Void) -> Int {
    shared.state.withLock { state in
      state.lastObserver += 1
      state.observers[path] = (state.lastObserver, observer)
      return state.lastObserver
    }
  }

  /// Tells the observer of that number nothing more; false where it is not the device's any longer.
  @discardableResult
  func ignore(_ path: String, _ number: Int) -> Bool {
    shared.state.withLock { state in
      guard state.observers[path]?.number == number else { return false }
      state.observers[path] = nil
      return true
    }
  }

  /// What bluetoothd has found of a device, in the order of its server.
  func attributes(below path: String) -> [BluetoothAttribute] {
    shared.state.withLock { state in
      state.attributes.values.filter { $0.path.hasPrefix(path + "/") }
    }.sorted { $0.path < $1.path }
  }

  static func tellObservers(of message: BusMessage, _ shared: Shared) {
    func tell(_ path: String, _ event: DeviceEvent) {
      shared.state.withLock { $0.observers[path]?.take }?(event)
    }
    switch message.member {
    case "PropertiesChanged":
      let changed = message.body.dropFirst().first?.entries ?? [:]
      if message.body.first?.text == BluetoothAttribute.Kind.characteristic.rawValue,
        let value = changed["Value"]?.bytes
      {
        // The characteristic stands below its service, which stands below the device.
        let parts = message.path.split(separator: "/").dropLast(2)
        tell("/" + parts.joined(separator: "/"), .value(path: message.path, value))
      } else if message.body.first?.text == device, changed["Connected"]?.isTrue == false {
        tell(message.path, .disconnected)
      }
    case "InterfacesRemoved":
      if let path = message.body.first?.text { tell(path, .disconnected) }
    case "NameOwnerChanged":
      for path in shared.state.withLock({ $0.observers.keys.sorted() }) {
        tell(path, .disconnected)
      }
    default: break
    }
  }
}

extension BusValue {
  /// An array of bytes; nil for other values.
  var bytes: [UInt8]? { elements?.compactMap { $0.number.map(UInt8.init(clamping:)) } }
}
