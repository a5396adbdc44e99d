import Dissection
import LabRuntime
import Links
import UCI
import UCIHost

import struct Dissection.Field

extension ChannelReport {
  /// What a UWB subsystem says of itself and of what it is able to do; nothing in it is reset.
  static func uci(
    on link: any Link, lab: Lab, limit: Duration = .seconds(2)
  ) async -> ChannelReport {
    let place = link.name
    let frames = FrameLink(link, cutter: UCICutter(dialect: .fira2), lab: lab)
    defer { frames.close() }
    let host = UCIHost(frames, lab: lab, limits: UCIHost.Limits(response: limit))
    var items: [InspectedItem] = []
    do throws(UCIHostError) {
      let information = try await host.exchange(CoreGetDeviceInfoCommand().packet)
      // A board may say what it is in a way that nobody understands; the rest is asked all the same.
      if let response = try? CoreGetDeviceInfoResponse(
        packet: information.packet, dialect: host.dialect)
      {
        host.dialect = UCIDialect(deviceInfo: response)
        items.append(InspectedItem("dialect", "\(host.dialect)"))
      }
      items.append(item("device", information.packet, host.dialect))
      let capabilities = try await host.exchange(CoreGetCapsInfoCommand().packet)
      items.append(item("capabilities", capabilities.packet, host.dialect))
      return ChannelReport(.uci, at: place, items)
    } catch {
      return ChannelReport(
        .uci, at: place, items,
        trouble: Trouble("\(error.subject): \(error.reason)", advice: error.advice))
    }
  }

  /// The fields of a response without what only counts them.
  private static func item(
    _ name: String, _ packet: UCIPacket, _ dialect: UCIDialect
  ) -> InspectedItem {
    let bytes = UCIPacketizer(controlLimit: 255, dataLimit: 65_535).segments(of: packet)
    let message = Dissection.uci(bytes.flatMap { $0 }, dialect: dialect)
    let parts = message.fields.dropFirst().filter { field in
      !["num", "vendor_len"].contains(field.name)
        && !(field.name == "status" && field.value == "OK")
    }
    return InspectedItem(
      name, message.error.map { "malformed: \($0)" } ?? "", parts: parts.map { InspectedItem($0) })
  }
}

extension InspectedItem {
  /// A field of a packet.
  init(_ field: Field) {
    // Of a parameter the value is all that counts; it stands beside the name.
    let isParameter = field.children.map(\.name) == ["id", "len", "value"]
    self.init(
      field.name, field.value, unit: field.unit,
      parts: isParameter ? [] : field.children.map { InspectedItem($0) })
  }
}
