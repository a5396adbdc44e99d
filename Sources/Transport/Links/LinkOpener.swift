public import LabRuntime

extension LinkAddress {
  /// The place that this address names.
  ///
  /// - Parameters:
  ///   - directory: the rig file's folder, where `exec:` programs run.
  ///   - virtual: what `virtual` means on this rig.
  /// - Throws: ``LinkError`` `notAvailable` for carriers that this build does not have.
  public func source(
    _ lab: Lab, directory: String, virtual: (any LinkSource)?
  ) throws(LinkError) -> any LinkSource {
    switch self {
    case .virtual:
      guard let virtual else {
        throw LinkError(.notFound, link: description, reason: "there is no virtual board")
      }
      return virtual
    case .serial(let path, let parameters):
      return SerialPort(lab, path: path, parameters: parameters)
    case .tcp(let host, let port):
      return TCPClient(lab, host: host, port: port)
    case .rfc2217(let host, let port, let baud):
      return RemotePort(lab, host: host, port: port, parameters: SerialParameters(baud: baud))
    case .exec(let command):
      return ExecCarrier(lab, command: command, directory: directory)
    default:
      throw LinkError(
        .notAvailable, link: description, reason: "not available in this build",
        advice: "Use serial:, tcp:// or exec:")
    }
  }
}
