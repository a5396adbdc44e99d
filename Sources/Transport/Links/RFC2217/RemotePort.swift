public import Errors
import LabRuntime

/// A serial port behind an RFC 2217 server (ser2net, a labgrid exporter, `uwbrig export`).
struct RemotePort: LinkSource {
  var name: String { "rfc2217://\(LinkText.bracketed(host)):\(port)" }
  private let lab: Lab
  private let host: String
  private let port: UInt16
  private let parameters: SerialParameters
  /// How long the server may take to confirm a setting.
  var answerLimit = Duration.seconds(2)

  /// A port by the address of its server.
  init(_ lab: Lab, host: String, port: UInt16, parameters: SerialParameters) {
    self.lab = lab
    self.host = host
    self.port = port
    self.parameters = parameters
  }

  /// Connects, sets the port up in one go, and waits until the server has confirmed the rate.
  ///
  /// A purge that is not confirmed is no fault: several versions of ser2net never do.
  func open() async throws(RigError) -> any Link {
    let stream: any Link
    do { stream = try await TCPClient(lab, host: host, port: port).open() } catch {
      throw error.at(name)
    }
    let link = RemotePortLink(lab, name: name, stream: stream, answerLimit: answerLimit)
    do throws(RigError) {
      try await link.prepare(
        rate: parameters.baud ?? 115_200, dtr: parameters.dtr ?? true, rts: parameters.rts ?? true)
    } catch {
      link.close()
      throw error
    }
    return link
  }
}
