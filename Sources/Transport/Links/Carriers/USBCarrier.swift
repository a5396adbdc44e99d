import LabRuntime
import Notation

/// A terminal device found by its USB identity and interface number.
struct USBCarrier: Carrier {
  static let scheme = LinkScheme.usb
  let selector: DeviceSelector
  let interface: Int
  let parameters: SerialParameters

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    let (body, query) = link.split(rest)
    var selector: DeviceSelector?
    var interface: Int?
    for part in body.split(separator: ",", omittingEmptySubsequences: false) {
      let (name, value) = try link.pair(
        part, known: ["serial", "path", "interface"], form: "usb:serial=S,interface=0")
      switch name {
      case "interface":
        guard interface == nil else { throw link.refusal(part, allowed: "one interface") }
        guard let number = link.decimal(value, in: 0...255) else {
          throw link.refusal(value, allowed: "an interface number from 0 to 255")
        }
        interface = number
      default:
        guard selector == nil else {
          throw link.refusal(part, allowed: "either serial or path, once")
        }
        selector = name == "serial" ? .serial(String(value)) : .path(String(value))
        if name == "path", !isPortPath(value, link) {
          throw link.refusal(value, allowed: "a USB port path such as 1-1.4")
        }
      }
    }
    guard let selector else {
      throw link.refusal(body, allowed: "a USB device by serial=… or path=…")
    }
    guard let interface else {
      throw link.refusal(
        body, allowed: "an interface number too", suggestion: "usb:\(body),interface=0")
    }
    return .usb(selector, interface: interface, try link.parameters(query))
  }

  var description: String { "usb:\(selector),interface=\(interface)\(parameters.query)" }

  var sharedKey: String? { "usb:\(selector),interface=\(interface)" }

  private static func isPortPath(_ text: Substring, _ link: LinkText) -> Bool {
    let sides = text.split(separator: "-", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return false }
    let numbers = [sides[0]] + sides[1].split(separator: ".", omittingEmptySubsequences: false)
    return numbers.allSatisfy { link.decimal($0, in: 0...255) != nil }
  }
}
