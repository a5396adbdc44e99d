import Errors
import LabRuntime
import Notation

/// A raw byte stream.
struct TCPCarrier: Carrier {
  static let scheme = LinkScheme.tcp
  static let form = "tcp://…"
  let host: String
  let port: UInt16

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    let (host, port) = try link.hostAndPort(rest, form: "tcp://host:port")
    return .tcp(host: host, port: port)
  }

  var description: String { "tcp://\(LinkText.bracketed(host)):\(port)" }

  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
    TCPClient(lab: lab, host: host, port: port)
  }
}
