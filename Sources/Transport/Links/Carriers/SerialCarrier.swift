import Errors
import LabRuntime
import Notation

/// A terminal device.
struct SerialCarrier: Carrier {
  static let scheme = LinkScheme.serial
  let path: String
  let parameters: SerialParameters

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    let (path, query) = link.split(rest)
    guard !path.isEmpty else {
      throw link.refusal(
        path, allowed: "the path of a serial port, such as serial:/dev/ttyACM0")
    }
    return .serial(path: String(path), try link.parameters(query))
  }

  var description: String { "serial:\(path)\(parameters.query)" }

  var sharedKey: String? { "serial:" + LinkPath.normalized(path) }

  func relative(to directory: String) -> LinkAddress? {
    .serial(path: LinkPath.path(path, relativeTo: directory), parameters)
  }

  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
    SerialPort(lab, path: path, parameters: parameters)
  }
}
