package import Bluetooth
import BootProtocols
package import Links
import NearbyAccessory
import Notation
import RigFile

extension BluetoothDevice {
  /// The link to its data channel, else to a service that takes firmware; nil for a device that
  /// advertises neither.
  ///
  /// - Parameter isOnlyOfItsName: whether the name tells it from the others.
  package func link(isOnlyOfItsName: Bool) -> LinkAddress? {
    let channel =
      services.lazy.compactMap { GATTLayout.dataChannel($0) }.first
      ?? services.lazy.compactMap { GATTLayout.channel($0) }.first
    guard let channel else { return nil }
    let parameters = BLEParameters(service: channel.name)
    // A name with control characters, or one that stands twice, is no way to tell a device.
    let byName = isOnlyOfItsName ? name.map { LinkAddress.ble(.name($0), parameters) } : nil
    return byName.flatMap { (try? LinkAddress(parsing: $0.description)) == $0 ? $0 : nil }
      ?? .ble(.address(address), parameters)
  }
}

extension RigDraft {
  /// Adds the accessories among the devices that advertise; others are left out in silence, since
  /// most of what is on the air is no board.
  package mutating func add(onAir devices: [BluetoothDevice]) {
    for device in devices {
      guard device.services.contains(where: { GATTLayout.dataChannel($0) != nil }),
        let link = device.link(
          isOnlyOfItsName: devices.count { $0.name == device.name } == 1)
      else { continue }
      let number = entries.count { $0.board.link.scheme == .ble } + 1
      let board = RigBoard(name: "accessory-\(number)", firmware: .niAccessory, link: link)
      let services = device.services.map { GATTLayout.serviceName($0) ?? $0 }
      let words =
        [
          device.name.map { PrintableText.quoted($0, limit: 60) } ?? "no name", device.address,
          device.addressType, device.strength.map { "\($0) dBm" },
        ].compactMap(\.self) + services
      var remarks = ["On the air: " + words.joined(separator: ", ")]
      if let same = entries.first(where: { $0.isSame(as: device) }) {
        remarks.append("It has the address of \(same.board.name): the same board on another way.")
      }
      entries.append(
        Entry(
          board: board, paths: [],
          lines: [
            "  - name: \(board.name)", "    firmware: \(board.firmware.rawValue)",
            "    link: \(Self.quoted(link.description))",
            "    # claims: {background: true}  # where it has the Nearby Interaction service",
          ], remarks: remarks, obstacle: nil, alternatives: [], isDecided: true))
    }
  }
}

extension RigDraft.Entry {
  /// Whether a device on the air has the number that this board has on USB: chips of Nordic make both
  /// of one number, the two highest bits of the address set.
  fileprivate func isSame(as device: BluetoothDevice) -> Bool {
    guard case .usb(.serial(let serial), _, _) = board.link else { return false }
    return serial.uppercased() == device.address.filter { $0 != ":" }
  }
}
