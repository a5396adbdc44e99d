import AttachedBoards
package import Bluetooth
import JSONDocuments
import Links
import NearbyAccessory
package import RigFile

/// The document that `scan ble --json` prints.
package struct ScanDocument: Document {
  package static let schema = "uwbrig.scan-ble/1"
  package static let about = "What `uwbrig scan ble --json` prints."

  /// A device that advertises.
  package struct Device: Codable, Sendable {
    /// In dBm.
    package var rssi: Int?
    package var address: String
    /// `public` or `random`.
    package var addressType: String
    package var name: String?
    /// UUIDs.
    package var services: [String]
    /// The known services, in words.
    package var profiles: [String]
    /// A link for a rig file; nil for a device without a data channel.
    package var link: String?
    /// The board of the rig file that it is; nil for none.
    package var rigBoard: String?
  }

  package var devices: [Device]

  package init(devices: [Device]) {
    self.devices = devices
  }
}

extension ScanDocument.Device {
  /// - Parameter isOnlyOfItsName: whether the name tells it from the others.
  package init(_ device: BluetoothDevice, isOnlyOfItsName: Bool, rig: RigFile?) {
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
