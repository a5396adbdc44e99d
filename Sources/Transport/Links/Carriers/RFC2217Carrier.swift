import Errors
import LabRuntime
import Notation

/// A serial port served by RFC 2217.
struct RFC2217Carrier: Carrier {
  static let scheme = LinkScheme.rfc2217
  static let form = "rfc2217://…"
  let host: String
  let port: UInt16
  let baud: Int?

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    let (address, query) = link.split(rest)
    let (host, port) = try link.hostAndPort(address, form: "rfc2217://host:port")
    let baud = try link.parameters(query, known: ["baud"]).baud
    return .rfc2217(host: host, port: port, baud: baud)
  }

  var description: String {
    "rfc2217://\(LinkText.bracketed(host)):\(port)" + SerialParameters(baud: baud).query
  }

  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
    RemotePort(lab: lab, host: host, port: port, parameters: SerialParameters(baud: baud))
  }
}
