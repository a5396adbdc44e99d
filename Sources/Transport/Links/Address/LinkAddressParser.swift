import Notation

/// Reads a link string; every refusal points at the characters that are at fault.
struct LinkAddressParser {
  private let text: String

  init(_ text: String) { self.text = text }

  func parse() throws(LinkAddressError) -> LinkAddress {
    guard text.utf8.count <= 4096 else {
      throw refusal(text[...], found: "\(text.utf8.count) bytes", allowed: "at most 4096 bytes")
    }
    if let at = text.firstIndex(where: isControl) {
      throw refusal(text[at...].prefix(1), allowed: "a link without control characters")
    }
    if text == "virtual" { return .virtual }
    guard let colon = text.firstIndex(of: ":"),
      let scheme = LinkAddress.Scheme(rawValue: String(text[..<colon]))
    else { throw unknownScheme() }
    let rest = text[text.index(after: colon)...]
    switch scheme {
    case .virtual:
      throw refusal(text[colon...], allowed: "nothing after virtual", suggestion: "virtual")
    case .serial: return try serial(rest)
    case .usb: return try usb(rest)
    case .tcp:
      let (host, port) = try hostAndPort(rest, form: "tcp://host:port")
      return .tcp(host: host, port: port)
    case .exec: return try exec(rest)
    case .rfc2217:
      let (address, query) = split(rest)
      let (host, port) = try hostAndPort(address, form: "rfc2217://host:port")
      let baud = try parameters(query, known: ["baud"]).baud
      return .rfc2217(host: host, port: port, baud: baud)
    case .ble: return try ble(rest)
    case .replay: return try replay(rest)
    case .labgrid: return try labgrid(rest)
    }
  }

  // MARK: The forms

  private func serial(_ rest: Substring) throws(LinkAddressError) -> LinkAddress {
    let (path, query) = split(rest)
    guard !path.isEmpty else {
      throw refusal(path, allowed: "the path of a terminal device, such as serial:/dev/ttyACM0")
    }
    return .serial(path: String(path), try parameters(query))
  }

  private func usb(_ rest: Substring) throws(LinkAddressError) -> LinkAddress {
    let (body, query) = split(rest)
    var selector: DeviceSelector?
    var interface: Int?
    for part in body.split(separator: ",", omittingEmptySubsequences: false) {
      let (name, value) = try pair(
        part, known: ["serial", "path", "interface"], form: "usb:serial=S,interface=0")
      switch name {
      case "interface":
        guard interface == nil else { throw refusal(part, allowed: "one interface") }
        guard let number = decimal(value, in: 0...255) else {
          throw refusal(value, allowed: "an interface number from 0 to 255")
        }
        interface = number
      default:
        guard selector == nil else { throw refusal(part, allowed: "either serial or path, once") }
        selector = name == "serial" ? .serial(String(value)) : .path(String(value))
        if name == "path", !isUSBPath(value) {
          throw refusal(value, allowed: "a USB port path such as 1-1.4")
        }
      }
    }
    guard let selector else {
      throw refusal(body, allowed: "a USB device by serial=… or path=…")
    }
    guard let interface else {
      throw refusal(
        body, allowed: "an interface number too", suggestion: "usb:\(body),interface=0")
    }
    return .usb(selector, interface: interface, try parameters(query))
  }

  private func exec(_ rest: Substring) throws(LinkAddressError) -> LinkAddress {
    guard let first = rest.firstIndex(where: { $0 != " " }),
      let last = rest.lastIndex(where: { $0 != " " })
    else {
      throw refusal(rest, found: "nothing", allowed: "a program, such as exec:socat - /dev/x")
    }
    return .exec(command: String(rest[first...last]))
  }

  private func ble(_ rest: Substring) throws(LinkAddressError) -> LinkAddress {
    let form = "ble:name=…,service=nus or ble:address=…,service=qnis"
    // An advertised name may hold a comma, so the service is looked for from the end.
    guard let comma = rest.lastIndex(of: ",") else { throw refusal(rest, allowed: form) }
    let (_, service) = try pair(
      rest[rest.index(after: comma)...], known: ["service"], form: form)
    guard service.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
      throw refusal(service, allowed: "the name of a service, such as nus or qnis, or its UUID")
    }
    let (kind, value) = try pair(rest[..<comma], known: ["name", "address"], form: form)
    guard kind == "address" else { return .ble(.name(String(value)), service: String(service)) }
    let octets = value.split(separator: ":", omittingEmptySubsequences: false)
    guard octets.count == 6,
      octets.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { throw refusal(value, allowed: "an address such as C0:FF:EE:00:00:01") }
    return .ble(.address(value.uppercased()), service: String(service))
  }

  private func replay(_ rest: Substring) throws(LinkAddressError) -> LinkAddress {
    let (path, query) = split(rest)
    guard !path.isEmpty else { throw refusal(path, allowed: "the path of a recording") }
    guard let query else { return .replay(path: String(path), .strict) }
    let (_, value) = try pair(query, known: ["mode"], form: "mode=strict or mode=tolerant")
    guard let mode = LinkAddress.ReplayMode(rawValue: String(value)) else {
      throw refusal(value, among: LinkAddress.ReplayMode.allCases.map(\.rawValue))
    }
    return .replay(path: String(path), mode)
  }

  private func labgrid(_ rest: Substring) throws(LinkAddressError) -> LinkAddress {
    let form = "labgrid:place or labgrid:place/resource"
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    for part in parts where part.isEmpty || part.contains(" ") {
      throw refusal(part, allowed: form)
    }
    guard let place = parts.first else { throw refusal(rest, allowed: form) }
    return .labgrid(place: String(place), resource: parts.count > 1 ? String(parts[1]) : nil)
  }

  // MARK: Pieces

  private func split(_ rest: Substring) -> (Substring, query: Substring?) {
    guard let mark = rest.firstIndex(of: "?") else { return (rest, nil) }
    return (rest[..<mark], rest[rest.index(after: mark)...])
  }

  private func pair(
    _ part: Substring, known: [String], form: String
  ) throws(LinkAddressError) -> (name: Substring, value: Substring) {
    guard let equals = part.firstIndex(of: "=") else { throw refusal(part, allowed: form) }
    let name = part[..<equals]
    let value = part[part.index(after: equals)...]
    guard known.contains(String(name)) else { throw refusal(name, among: known) }
    guard !value.isEmpty else { throw refusal(value, allowed: "a value for \(name)") }
    return (name, value)
  }

  private func parameters(
    _ query: Substring?, known: [String] = ["baud", "flow", "dtr", "rts"]
  ) throws(LinkAddressError) -> SerialParameters {
    var result = SerialParameters()
    guard let query else { return result }
    var seen: [Substring] = []
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      let (name, value) = try pair(part, known: known, form: "\(known[0])=…")
      guard !seen.contains(name) else { throw refusal(part, allowed: "\(name) once") }
      seen.append(name)
      switch name {
      case "baud":
        guard let baud = decimal(value, in: 1...20_000_000) else {
          throw refusal(value, allowed: "bits a second from 1 to 20000000")
        }
        result.baud = baud
      case "flow":
        guard let flow = SerialParameters.FlowControl(rawValue: String(value)) else {
          throw refusal(value, among: SerialParameters.FlowControl.allCases.map(\.rawValue))
        }
        result.flow = flow
      case "dtr": result.dtr = try line(value)
      default: result.rts = try line(value)
      }
    }
    return result
  }

  private func line(_ value: Substring) throws(LinkAddressError) -> Bool {
    switch value {
    case "on": return true
    case "off": return false
    default: throw refusal(value, among: ["on", "off"])
    }
  }

  private func hostAndPort(
    _ rest: Substring, form: String
  ) throws(LinkAddressError) -> (host: String, port: UInt16) {
    guard rest.hasPrefix("//") else { throw refusal(rest, allowed: form) }
    let authority = rest.dropFirst(2)
    guard let colon = authority.lastIndex(of: ":"), authority.last != "]" else {
      throw refusal(authority, allowed: "\(form), with a port")
    }
    let host = authority[..<colon]
    let port = authority[authority.index(after: colon)...]
    guard let number = decimal(port, in: 1...65535) else {
      throw refusal(port, allowed: "a port from 1 to 65535")
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let inner = host.dropFirst().dropLast()
      let ok = inner.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || ":.%-_".contains($0))
      }
      guard ok, inner.contains(":") else {
        throw refusal(inner, allowed: "an IPv6 address between the brackets")
      }
      return (String(inner), UInt16(number))
    }
    if host.contains(":") {
      throw refusal(host, allowed: "an IPv6 address in brackets, such as [::1]")
    }
    let ok = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    guard ok, !host.isEmpty else { throw refusal(host, allowed: "a host name or an address") }
    return (String(host), UInt16(number))
  }

  private func decimal(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(text),
      range.contains(value)
    else { return nil }
    return value
  }

  private func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private func isUSBPath(_ text: Substring) -> Bool {
    let sides = text.split(separator: "-", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return false }
    let numbers = [sides[0]] + sides[1].split(separator: ".", omittingEmptySubsequences: false)
    return numbers.allSatisfy { decimal($0, in: 0...255) != nil }
  }

  // MARK: Refusals

  private func unknownScheme() -> LinkAddressError {
    let forms =
      "virtual, serial:…, usb:…, tcp://…, exec:…, rfc2217://…, ble:…, replay:… or labgrid:…"
    if text.hasPrefix("/dev/") || text.hasPrefix("tty") {
      let path = text.hasPrefix("/") ? text : "/dev/" + text
      return refusal(text[...], allowed: forms, suggestion: "serial:" + path)
    }
    let word = text.prefix { $0 != ":" }
    let names = LinkAddress.Scheme.allCases.map(\.rawValue)
    let nearest = NearestName.nearest(to: String(word), among: names)
    let suggestion = nearest.map { $0 == "virtual" ? $0 : $0 + text[word.endIndex...] }
    return refusal(word, allowed: forms, suggestion: suggestion)
  }

  private func refusal(_ part: Substring, among names: [String]) -> LinkAddressError {
    let allowed =
      names.count > 1
      ? names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
      : names.joined()
    return refusal(
      part, allowed: allowed, suggestion: NearestName.nearest(to: String(part), among: names))
  }

  private func refusal(
    _ part: Substring, found: String? = nil, allowed: String, suggestion: String? = nil
  ) -> LinkAddressError {
    LinkAddressError(
      offset: text.distance(from: text.startIndex, to: part.startIndex),
      found: found ?? (part.isEmpty ? "nothing" : PrintableText.quoted(String(part))),
      allowed: allowed, suggestion: suggestion)
  }
}
