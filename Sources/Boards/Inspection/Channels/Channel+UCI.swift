import BootProtocols
import Dissection
import Errors
import LabRuntime
import Links
import Synchronization
import UCI
import UCIHost

import struct Dissection.Field

extension ChannelReport {
  /// A UWB subsystem's self-description and abilities. It is reset only where it is in the state ERROR and
  /// answers nothing.
  static func uci(
    on link: any Link, lab: Lab, limit: Duration = .seconds(2)
  ) async -> ChannelReport {
    let place = link.name
    let frames = FrameLink(link, cutter: UCICutter(dialect: .fira2), lab: lab)
    defer { frames.close() }
    let contact = InspectedContact()
    let host = UCIHost(frames, lab: lab, limits: UCIHost.Limits(response: limit), owner: contact)
    host.repeatsUnanswered = true
    var items: [InspectedItem] = []
    do throws(UCIHostError) {
      let information = try await host.contact(CoreGetDeviceInfoCommand().packet)
      // A board may say what it is in a way that cannot be decoded; the rest is asked all the same.
      if let response = try? CoreGetDeviceInfoResponse(
        packet: information.packet, dialect: host.dialect)
      {
        host.dialect = UCIDialect(deviceInfo: response)
        items.append(InspectedItem("dialect", "\(host.dialect)"))
      }
      items.append(item("device", information.packet, host.dialect))
      let capabilities = try await host.exchange(CoreGetCapsInfoCommand().packet)
      items.append(item("capabilities", capabilities.packet, host.dialect))
      return ChannelReport(.firmware(.uci), at: place, contact.items + items)
    } catch {
      // Of a board that is silent the failure says all.
      return ChannelReport(
        .firmware(.uci), at: place, host.isHeard ? contact.items + items : [],
        failure: Failure("\(error.subject): \(error.reason)", advice: error.advice))
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

/// How the contact with the board went, as items of its report.
private final class InspectedContact: UCILinkOwner {
  private let remarks = Mutex<[String]>([])

  var restartsOnReset: Bool? {
    get { false }
    set {}
  }

  var items: [InspectedItem] { remarks.withLock { $0 }.map { InspectedItem("contact", $0) } }

  func reopen(for host: UCIHost?) async throws(RigError) -> FrameLink {
    throw RigError(.closed, "the board", reason: "its link has ended")
  }

  func remark(_ text: String) { remarks.withLock { $0.append(text) } }
}

extension InspectedItem {
  init(_ field: Field) {
    // Of a parameter the value is all that counts; it stands beside the name.
    let isParameter = field.children.map(\.name) == ["id", "len", "value"]
    let value = isParameter ? field["value"] : nil
    self.init(
      field.name, field.value, unit: field.unit,
      meaning: value?.note ?? value.flatMap { Self.meaning(of: $0, named: field.name) },
      parts: isParameter ? [] : field.children.map { InspectedItem($0) })
  }

  /// What a capability without names for its bits says.
  private static func meaning(of value: Field, named name: String) -> String? {
    guard let number = value.number else { return nil }
    func byte(_ index: Int64) -> Int64 { number >> (8 * index) & 0xFF }
    switch name {
    case "FIRA_PHY_VERSION_RANGE", "FIRA_MAC_VERSION_RANGE":
      // Of either end a major number, then a minor one and a maintenance number of four bits each.
      func version(_ at: Int64) -> String {
        "\(byte(at)).\(byte(at + 1) >> 4).\(byte(at + 1) & 15)"
      }
      let (lowest, highest) = (version(0), version(2))
      return lowest == highest ? lowest : "\(lowest) to \(highest)"
    case "BPRF_PARAMETER_SETS":
      let sets = (0..<8).filter { number >> Int64($0) & 1 == 1 }.map { "\($0 + 1)" }
      return sets.isEmpty ? "none" : "sets " + sets.joined(separator: ", ")
    case "HOPPING_MODE", "BLOCK_STRIDING", "UWB_INITIATION_TIME", "EXTENDED_MAC_ADDRESS",
      "SUSPEND_RANGING", "DT_TAG_BLOCK_SKIPPING":
      return number == 0 ? "no" : number == 1 ? "yes" : nil
    case "AOA_SUPPORT": return number == 0 ? "none" : nil
    default: return nil
    }
  }
}
