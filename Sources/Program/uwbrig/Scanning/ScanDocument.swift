import AttachedBoards
import Bluetooth
import JSONDocuments
import Links
import NearbyAccessory
import RigFile

/// The document that `scan ble --json` prints.
struct ScanDocument: Document {
  static let schema = "uwbrig.scan-ble/1"
  static let about = "What `uwbrig scan ble --json` prints."

  /// A device that advertises.
  struct Device: Codable, Sendable {
    /// In dBm.
    var rssi: Int?
    var address: String
    /// `public` or `random`.
    var addressType: String
    var name: String?
    /// UUIDs.
    var services: [String]
    /// The known services, in words.
    var profiles: [String]
    /// A link for a rig file; nil for a device without a data channel.
    var link: String?
    /// The board of the rig file that it is; nil for none.
    var rigBoard: String?
  }

  var devices: [Device]
}

extension ScanDocument.Device {
  /// - Parameter isOnlyOfItsName: whether the name tells it from the others.
  init(_ device: BluetoothDevice, isOnlyOfItsName: Bool, rig: RigFile?) {
    rssi = device.strength
    (address, addressType, name) = (device.address, device.addressType, device.name)
    services = device.services
    profiles = device.services.compactMap { GATTLayout.serviceName($0) }
    link = device.link(isOnlyOfItsName: isOnlyOfItsName)?.description
    rigBoard =
      rig?.boards.first { board in
        guard case .ble(let selector, _) = board.link else { return false }
        return switch selector {
        case .name(let name): device.name == name
        case .address(let address): device.address == address
        }
      }?.name
  }
}
