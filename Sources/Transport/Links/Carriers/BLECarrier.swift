import LabRuntime
import Notation

/// The data channel of an accessory over Bluetooth LE.
struct BLECarrier: Carrier {
  static let scheme = LinkScheme.ble
  let selector: LinkAddress.BLESelector
  let parameters: BLEParameters

  private static let options = ["service", "adapter", "type", "rssi>", "mtu", "bond", "via"]

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    let form = "ble:name=…,service=nus or ble:address=…,service=qnis"
    // An advertised name may hold a comma, so the service is looked for from the end.
    var head = rest
    var parts: [Substring] = []
    var all: BLEParameters
    while true {
      guard let comma = head.lastIndex(of: ",") else { throw link.refusal(rest, allowed: form) }
      let part = head[head.index(after: comma)...]
      head = head[..<comma]
      let (name, value) = try link.pair(part, known: options, form: form)
      guard name == "service" else {
        parts.append(part)
        continue
      }
      guard value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
        throw link.refusal(
          value, allowed: "the name of a service, such as nus or qnis, or its UUID")
      }
      all = BLEParameters(service: String(value))
      break
    }
    for part in parts.reversed() { try take(part, of: link, form, into: &all) }
    let (kind, value) = try link.pair(head, known: ["name", "address"], form: form)
    guard kind == "address" else { return .ble(.name(String(value)), all) }
    guard isAddress(value) else {
      throw link.refusal(value, allowed: "an address such as C0:FF:EE:00:00:01")
    }
    return .ble(.address(value.uppercased()), all)
  }

  private static func take(
    _ part: Substring, of link: LinkText, _ form: String, into all: inout BLEParameters
  ) throws(NotationError) {
    let (name, value) = try link.pair(part, known: options, form: form)
    func once(_ isNew: Bool) throws(NotationError) {
      if !isNew { throw link.refusal(part, allowed: "\(name) once") }
    }
    func choice<Value: RawRepresentable & CaseIterable>(
      _ type: Value.Type
    ) throws(NotationError) -> Value where Value.RawValue == String {
      guard let value = Value(rawValue: String(value)) else {
        throw link.refusal(value, among: Value.allCases.map(\.rawValue))
      }
      return value
    }
    switch name {
    case "adapter":
      try once(all.adapter == nil)
      let isName = value.hasPrefix("hci") && link.decimal(value.dropFirst(3), in: 0...255) != nil
      guard isName || isAddress(value) else {
        throw link.refusal(value, allowed: "an adapter such as hci0, or its address")
      }
      all.adapter = isName ? String(value) : value.uppercased()
    case "type":
      try once(all.type == nil)
      all.type = try choice(BLEParameters.AddressType.self)
    case "rssi>":
      try once(all.floor == nil)
      guard value.hasPrefix("-"), let floor = link.decimal(value.dropFirst(), in: 1...127) else {
        throw link.refusal(value, allowed: "a signal in dBm from -127 to -1")
      }
      all.floor = -floor
    case "mtu":
      try once(all.unit == nil)
      guard let unit = link.decimal(value, in: 23...517) else {
        throw link.refusal(value, allowed: "an ATT_MTU from 23 to 517")
      }
      all.unit = unit
    case "bond":
      try once(all.bond == nil)
      all.bond = try choice(BLEParameters.Bond.self)
    case "via":
      try once(all.via == nil)
      all.via = try choice(BLEParameters.Way.self)
    default: throw link.refusal(part, allowed: "one service")
    }
  }

  private static func isAddress(_ text: Substring) -> Bool {
    let octets = text.split(separator: ":", omittingEmptySubsequences: false)
    return octets.count == 6
      && octets.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  var description: String { "ble:\(selector),\(parameters.description)" }

  var sharedKey: String? { "ble:\(selector)" }
}
