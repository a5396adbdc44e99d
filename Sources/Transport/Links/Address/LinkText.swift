import Notation

/// A link string while a carrier reads it: its common parts, and refusals that point at the characters
/// that are at fault.
struct LinkText {
  let text: String

  // MARK: Parts

  func split(_ rest: Substring) -> (Substring, query: Substring?) {
    guard let mark = rest.firstIndex(of: "?") else { return (rest, nil) }
    return (rest[..<mark], rest[rest.index(after: mark)...])
  }

  func pair(
    _ part: Substring, known: [String], form: String
  ) throws(NotationError) -> (name: Substring, value: Substring) {
    guard let equals = part.firstIndex(of: "=") else { throw refusal(part, allowed: form) }
    let name = part[..<equals]
    let value = part[part.index(after: equals)...]
    guard known.contains(String(name)) else { throw refusal(name, among: known) }
    guard !value.isEmpty else { throw refusal(value, allowed: "a value for \(name)") }
    return (name, value)
  }

  func parameters(
    _ query: Substring?, known: [String] = ["baud", "flow", "dtr", "rts"]
  ) throws(NotationError) -> SerialParameters {
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

  private func line(_ value: Substring) throws(NotationError) -> Bool {
    switch value {
    case "on": return true
    case "off": return false
    default: throw refusal(value, among: ["on", "off"])
    }
  }

  func hostAndPort(
    _ rest: Substring, form: String
  ) throws(NotationError) -> (host: String, port: UInt16) {
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

  func decimal(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(text),
      range.contains(value)
    else { return nil }
    return value
  }

  /// A host as it stands before a port.
  static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  // MARK: Refusals

  func refusal(_ part: Substring, among names: [String]) -> NotationError {
    refusal(
      part, allowed: Wording.alternatives(names),
      suggestion: NearestName.nearest(to: String(part), among: names))
  }

  func refusal(
    _ part: Substring, found: String? = nil, allowed: String, suggestion: String? = nil
  ) -> NotationError {
    let offset = text.distance(from: text.startIndex, to: part.startIndex)
    return NotationError(
      "link, character \(offset + 1)", offset: offset, expected: allowed,
      got: found ?? (part.isEmpty ? "nothing" : PrintableText.quoted(String(part))),
      suggestion: suggestion)
  }
}
