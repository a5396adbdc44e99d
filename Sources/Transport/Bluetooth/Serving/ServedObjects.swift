import AttributeProtocol
import Links
import NearbyAccessory

/// The objects by which bluetoothd is shown a GATT server and its advertisement
/// (BlueZ, `org.bluez.GattManager`, `org.bluez.LEAdvertisingManager`).
struct ServedObjects: Sendable {
  static let root = "/org/uwbrig/virtual"
  static let advertisement = "/org/uwbrig/virtual/advertisement"
  static let characteristic = "org.bluez.GattCharacteristic1"
  private static let service = "org.bluez.GattService1"
  static let advertising = "org.bluez.LEAdvertisement1"

  /// The properties of every object, by path and interface.
  let managed: [String: [String: [String: BusValue]]]
  /// The characteristics, by the path of their objects.
  let handles: [String: GATTHandle]
  /// What is told of the advertisement.
  let advertised: [String: BusValue]

  /// - Parameters:
  ///   - found: the characteristics of the server, those of a service one after the other.
  ///   - advertisement: the name and services on the air.
  init(_ found: [GATTDiscovery], _ advertisement: GATTAdvertisement) {
    var managed: [String: [String: [String: BusValue]]] = [:]
    var handles: [String: GATTHandle] = [:]
    var services: [String] = []
    for each in found {
      if services.last != each.handle.service { services.append(each.handle.service) }
      let parent = "\(Self.root)/service\(services.count - 1)"
      managed[parent] = [
        Self.service: [
          "UUID": .string(each.handle.service.lowercased()), "Primary": .boolean(true),
        ]
      ]
      let path = "\(parent)/char\(handles.count)"
      handles[path] = each.handle
      managed[path] = [
        Self.characteristic: [
          "UUID": .string(each.handle.characteristic.lowercased()), "Service": .path(parent),
          "Flags": .array(of: "s", Self.flags(of: each).map(BusValue.string)),
        ]
      ]
    }
    (self.managed, self.handles) = (managed, handles)
    advertised = [
      "Type": .string("peripheral"),
      "ServiceUUIDs": .array(
        of: "s", advertisement.services.map { .string($0.lowercased()) }),
      "LocalName": .string(advertisement.localName ?? ""),
    ]
  }

  /// The words of bluetoothd; the value of the Nearby Interaction service is for encrypted links.
  private static func flags(of each: GATTDiscovery) -> [String] {
    let isForBackground = each.handle.service == GATTLayout.nearbyInteraction.uuid
    let words: [(GATTCharacteristic.Properties, String)] = [
      (.read, isForBackground ? "encrypt-read" : "read"), (.write, "write"),
      (.writeWithoutResponse, "write-without-response"), (.notify, "notify"),
      (.indicate, "indicate"),
    ]
    return words.filter { each.properties.contains($0.0) }.map(\.1)
  }

  /// The answer to `GetManagedObjects`.
  var all: BusValue {
    .dictionary(
      key: "o", value: "a{sa{sv}}",
      managed.mapValues { interfaces in
        .dictionary(key: "s", value: "a{sv}", interfaces.mapValues(BusValue.properties))
      })
  }

  /// The answer to `GetAll` of an object's interface; nil where there is no such object.
  func properties(_ path: String, _ interface: String) -> BusValue? {
    if path == Self.advertisement, interface == Self.advertising {
      return .properties(advertised)
    }
    return managed[path]?[interface].map(BusValue.properties)
  }
}
