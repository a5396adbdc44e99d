public import Boards
import WireFormat

extension ChannelReport {
  /// Facts from a device's descriptors and the kernel, without opening it.
  public static func usb(_ device: USBDevice) -> ChannelReport {
    let items =
      [
        InspectedItem("id", device.identifier),
        InspectedItem("manufacturer", device.manufacturerName),
        InspectedItem("product", device.productName), InspectedItem("serial", device.serial),
        InspectedItem(
          "release",
          "\(device.release.hexadecimal.prefix(2)).\(device.release.hexadecimal.suffix(2))"),
        InspectedItem("speed", device.speed.map { "\($0)" }, unit: "Mbit/s"),
        probe(device), address(device),
      ].compactMap(\.self) + device.interfaces.map(interface)
      + device.notes.map { InspectedItem("note", $0) }
    return ChannelReport(.usb, at: "path=\(device.path)", items)
  }

  /// The meaning of a debug probe's product id.
  private static func probe(_ device: USBDevice) -> InspectedItem? {
    guard let product = JLinkProduct(device) else { return nil }
    var words = product.isProbe ? ["probe"] : []
    if product.serialPorts > 0 { words.append("\(product.serialPorts) serial") }
    if product.hasDrive { words.append("drive") }
    if product.hasNetwork { words.append("network") }
    if product.hasHID { words.append("HID") }
    return InspectedItem("offers", words.joined(separator: ", "))
  }

  /// The serial number of a Nordic chip's own port is the address of the chip.
  private static func address(_ device: USBDevice) -> InspectedItem? {
    device.isChipsOwnPort
      ? InspectedItem("chip address", device.normalizedSerial?.lowercased()) : nil
  }

  private static func interface(_ interface: USBInterface) -> InspectedItem {
    let code = Hexadecimal.encode([
      interface.interfaceClass, interface.interfaceSubclass, interface.interfaceProtocol,
    ])
    let words = [code, interface.driver].compactMap(\.self) + interface.terminals.map(\.path)
    return InspectedItem("interface \(interface.number)", words.joined(separator: " "))
  }
}
