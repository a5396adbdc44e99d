import LabRuntime

/// The data channel of an accessory over Bluetooth LE.
struct BLECarrier: Carrier {
  static let scheme = LinkScheme.ble
  static let isAvailable = false
  let selector: LinkAddress.BLESelector
  let service: String

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(LinkAddressError) -> LinkAddress {
    let form = "ble:name=…,service=nus or ble:address=…,service=qnis"
    // An advertised name may hold a comma, so the service is looked for from the end.
    guard let comma = rest.lastIndex(of: ",") else { throw link.refusal(rest, allowed: form) }
    let (_, service) = try link.pair(
      rest[rest.index(after: comma)...], known: ["service"], form: form)
    guard service.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
      throw link.refusal(
        service, allowed: "the name of a service, such as nus or qnis, or its UUID")
    }
    let (kind, value) = try link.pair(rest[..<comma], known: ["name", "address"], form: form)
    guard kind == "address" else { return .ble(.name(String(value)), service: String(service)) }
    let octets = value.split(separator: ":", omittingEmptySubsequences: false)
    guard octets.count == 6,
      octets.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { throw link.refusal(value, allowed: "an address such as C0:FF:EE:00:00:01") }
    return .ble(.address(value.uppercased()), service: String(service))
  }

  var description: String { "ble:\(selector),service=\(service)" }

  var sharedKey: String? { "ble:\(selector)" }
}
