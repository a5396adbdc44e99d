import BootProtocols
import WireFormat

extension ChannelReport {
  static func items(_ report: SecureDFUReport) -> [InspectedItem] {
    var items = [
      InspectedItem("protocol", report.protocolVersion.map { "\($0)" }),
      InspectedItem("buffer", report.mtu.map { "\($0)" }, unit: "bytes"),
    ].compactMap(\.self)
    if let hardware = report.hardware {
      items.append(
        InspectedItem(
          "chip", "nRF\(String(hardware.part, radix: 16))",
          parts: [
            InspectedItem("variant", hardware.variantName),
            InspectedItem("flash", "\(hardware.flashSize)", unit: "bytes"),
            InspectedItem("page", "\(hardware.pageSize)", unit: "bytes"),
            InspectedItem("ram", "\(hardware.ramSize)", unit: "bytes"),
          ]))
    }
    items += report.firmware.map { firmware in
      InspectedItem(
        firmware.name, "version \(firmware.version)",
        parts: [
          InspectedItem("address", Hexadecimal.number(firmware.address)),
          InspectedItem("size", "\(firmware.size)", unit: "bytes"),
        ])
    }
    return items + held("init packet", report.initPacket) + held("image", report.image)
  }

  /// The rest of a transfer; nothing where none was begun.
  private static func held(_ name: String, _ held: SecureDFUReport.Held?) -> [InspectedItem] {
    guard let held, held.offset > 0 else { return [] }
    return [InspectedItem("unfinished \(name)", "\(held.offset)", unit: "bytes")]
  }

  static func items(_ report: SMPReport) -> [InspectedItem] {
    let items = [
      InspectedItem("protocol", report.version.map { "\($0 + 1)" }),
      InspectedItem("bootloader", report.bootloader),
      InspectedItem("application", report.application),
      InspectedItem("buffer", report.bufferSize.map { "\($0)" }, unit: "bytes"),
      InspectedItem("buffers", report.bufferCount.map { "\($0)" }),
    ].compactMap(\.self)
    return items
      + report.images.map { image in
        var states: [String] = []
        if image.isActive { states.append("active") }
        if image.isConfirmed { states.append("confirmed") }
        if image.isPending { states.append(image.isPermanent ? "pending for good" : "pending") }
        if image.isBootable { states.append("bootable") }
        return InspectedItem(
          "image \(image.image) slot \(image.slot)", image.version,
          parts: [
            InspectedItem("state", states.joined(separator: ", ")),
            InspectedItem("hash", Hexadecimal.encode(image.hash)),
          ].compactMap(\.self))
      }
  }
}
