import UCI
import WireFormat

enum Summary {
  static func of(_ packet: UCIPacket, _ name: String, _ fields: [Field]) -> String {
    if packet.messageType == .notification, packet.gid == 2, packet.oid == 0 {
      return sessionInfo(name, fields)
    }
    var parts: [String] = []
    for field in fields.prefix(4) {
      switch field.name {
      case "status", "device_state", "session_state": parts.append(field.value)
      case "session_token": parts.append("session \(field.value)")
      case "session_id": parts.append("id \(field.value)")
      case "session_handle": parts.append("handle \(field.value)")
      case "num", "reset_config", "trailing": break
      case "reason_code":
        if field.number != 0 { parts.append("because of \(field.value)") }
      case "payload":
        let cut = packet.payload.count > 16 ? "…" : ""
        parts.append(Hexadecimal.encode(packet.payload.prefix(16)) + cut)
      default:
        guard field.children.isEmpty else { break }
        let isLong = field.number == nil && field.value.count > 32
        parts.append("\(field.name) " + (isLong ? field.value.prefix(32) + "…" : field.text))
      }
    }
    let lists = fields.filter { !$0.children.isEmpty && $0.name != "vendor_info" }
    if lists.count > 4 {
      parts.append("\(lists.count) parameters")
    } else {
      parts += lists.map { $0.name == "failed" ? $0.value : "\($0.name) \($0.value)" }
    }
    return parts.isEmpty ? name : "\(name) \(parts.joined(separator: ", "))"
  }

  private static func sessionInfo(_ name: String, _ fields: [Field]) -> String {
    let value = { (wanted: String) in fields.first { $0.name == wanted }?.value ?? "?" }
    let rounds = fields.filter { $0.name == "measurement" }.map(\.value)
    let results =
      rounds.isEmpty
      ? "\(value("num")) records of \(value("measurement_type"))" : rounds.joined(separator: "; ")
    return "\(name) session \(value("session_token")) seq \(value("sequence_number")): \(results)"
  }

  /// `0001 2.10 m -61.0 dBm`, or `0001 RANGING_RX_TIMEOUT`.
  static func measurement(_ fields: [Field]) -> String {
    let field = { (wanted: String) in fields.first { $0.name == wanted } }
    var parts = [field("mac")?.value ?? "?"]
    let status = field("status")
    if status?.number != 0, let status { parts.append(status.value) }
    if let distance = field("distance"), distance.unit != nil, status?.number == 0 {
      parts.append(distance.text)
    }
    for (name, word) in [("aoa_azimuth", "azimuth"), ("aoa_elevation", "elevation")] {
      if let angle = field(name), angle.number ?? 0 != 0 { parts.append("\(word) \(angle.text)") }
    }
    if let strength = field("rssi"), strength.unit != nil { parts.append(strength.text) }
    return parts.joined(separator: " ")
  }
}
