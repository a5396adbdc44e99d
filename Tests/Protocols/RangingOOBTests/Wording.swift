import Foundation
import RangingOOB
import WireFormat

/// A message in the words of the vector file.
func words(_ message: OOBMessage) -> [String: Any] {
  let names: [OOBMessage.Kind: String] = [
    .capabilitiesRequest: "CapabilitiesRequest", .capabilitiesResponse: "CapabilitiesResponse",
    .configurationRequest: "ConfigurationRequest",
    .configurationResponse: "ConfigurationResponse", .stopRequest: "StopRequest",
    .stopResponse: "StopResponse", .motion: "MotionNotification",
  ]
  var words: [String: Any] = [
    "version": Int(message.version), "id": Int(message.kind.rawValue),
    "message": names[message.kind] ?? "Unknown",
  ]
  switch message.body {
  case .capabilitiesRequest(let set), .configurationResponse(let set), .stopRequest(let set),
    .stopResponse(let set):
    words["technologies"] = list(set)
  case .capabilitiesResponse(let content):
    words["technologies"] = list(content.technologies)
    words["blocks"] = content.blocks.map { wordsOf($0) }
    words["transitioning"] = content.tail.map { Int($0.transitioning.rawValue) }
    words["device_type"] = content.tail.map { Int($0.deviceType.rawValue) }
  case .configurationRequest(let content):
    words["configure"] = list(content.configure)
    words["start"] = list(content.start)
    words["blocks"] = content.blocks.map { wordsOf($0) }
    words["motion_support"] = content.motion.map { Int($0.rawValue) }
  case .motion(let motion): words["motion"] = Int(motion.rawValue)
  case .unknown(_, let payload): words["payload"] = Hexadecimal.encode(payload)
  }
  return words
}

/// A block in the words of the vector file.
func wordsOf(_ block: some OOBBlock) -> [String: Any] {
  var words: [String: Any] = [
    "technology": name(block.technology), "size": block.encode().count,
  ]
  if let (technology, payload) = block.unread {
    if !technology.isKnown { words["technology"] = Int(technology.rawValue) }
    words["unknown"] = true
    words["payload"] = Hexadecimal.encode(payload)
    return words
  }
  switch block {
  case let block as CapabilityBlock: words.merge(fields(block)) { $1 }
  case let block as ConfigurationBlock: words.merge(fields(block)) { $1 }
  default: break
  }
  return words
}

private func name(_ technology: OOBTechnology) -> String {
  technology.description.replacingOccurrences(of: "-", with: "_")
}

private func list(_ set: OOBTechnologySet) -> [String] { set.technologies.map(name) }

private func fields(_ block: CapabilityBlock) -> [String: Any] {
  switch block {
  case .uwb(let uwb):
    [
      "address": Hexadecimal.encode(uwb.address), "channels": uwb.channels.numbers,
      "preambles": uwb.preambles.numbers, "config_ids": uwb.configIDs.numbers,
      "min_interval_ms": Int(uwb.minimumInterval), "min_slot_ms": Int(uwb.minimumSlot),
      "roles": Int(uwb.roles.rawValue),
    ]
  case .channelSounding(let sounding):
    [
      "security_levels_mask": Int(sounding.securityLevels),
      "address": Hexadecimal.encode(sounding.address),
    ]
  case .wifiNAN(let wifi):
    [
      "features": Int(wifi.features), "periodic": Int(wifi.flags & 1),
      "bandwidth": Int(wifi.bandwidth), "rx_chains": Int(wifi.receiveChains),
    ]
  case .rssi(let rssi): ["address": Hexadecimal.encode(rssi.address)]
  case .wifiPD(let wifi):
    [
      "features": Int(wifi.features), "pasn": Int(wifi.pasn),
      "address": Hexadecimal.encode(wifi.address),
      "min_interval_11mc": Int(wifi.minimumInterval11mc),
      "min_interval_11az": Int(wifi.minimumInterval11az),
      "max_preamble": Int(wifi.maximumPreamble), "max_width": Int(wifi.maximumWidth),
      "channels_mask": Int(wifi.channels),
    ]
  case .unknown: [:]
  }
}

private func fields(_ block: ConfigurationBlock) -> [String: Any] {
  switch block {
  case .uwb(let uwb):
    [
      "address": Hexadecimal.encode(uwb.address), "session_id": Int(uwb.sessionID),
      "config_id": Int(uwb.configID), "channel": Int(uwb.channel),
      "preamble": Int(uwb.preamble), "interval_ms": Int(uwb.interval), "slot_ms": Int(uwb.slot),
      "key": Hexadecimal.encode(uwb.key), "country": String(decoding: uwb.country, as: UTF8.self),
      "role": Int(uwb.role.rawValue), "mode": Int(uwb.mode.rawValue),
    ]
  case .channelSounding(let sounding):
    ["level": Int(sounding.securityLevel), "address": Hexadecimal.encode(sounding.address)]
  case .wifiNAN(let wifi):
    [
      "service": String(decoding: wifi.service, as: UTF8.self), "role": Int(wifi.role),
      "periodic": Int(wifi.flags & 1),
    ]
  case .rssi(let rssi): ["address": Hexadecimal.encode(rssi.address)]
  case .wifiPD, .unknown: [:]
  }
}

/// The same content, whatever the order of the names.
func canonical(_ words: [String: Any]) throws -> String {
  String(
    decoding: try JSONSerialization.data(withJSONObject: words, options: .sortedKeys),
    as: UTF8.self)
}
