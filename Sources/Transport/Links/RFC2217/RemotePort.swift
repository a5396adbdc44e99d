import Errors
import LabRuntime

/// A serial port behind an RFC 2217 server (ser2net, a labgrid exporter, `uwbrig export`).
struct RemotePort: LinkSource {
  var name: String { "rfc2217://\(LinkText.bracketed(host)):\(port)" }
  let lab: Lab
  let host: String
  let port: UInt16
  let parameters: SerialParameters
  /// How long the server may take to confirm a setting.
  var answerLimit = Duration.seconds(2)
  /// What a connection goes through before the server hears of a port.
  var enter: (@Sendable (any Link) async throws(RigError) -> any Link)?

  /// Connects, sets the port up in one go, and waits until the server has confirmed the rate.
  ///
  /// A purge that is not confirmed is no fault: several versions of ser2net never do. Servers made
  /// of pyserial hang up on a client that speaks of a port that has no modem lines, as a
  /// pseudo-terminal: where nothing was asked of the port, its bytes are taken as they are.
  func open() async throws(RigError) -> any Link {
    let link = try await connect()
    do throws(RigError) {
      try await link.prepare(
        rate: parameters.baud ?? 115_200, dtr: parameters.dtr ?? true, rts: parameters.rts ?? true)
      return link
    } catch {
      link.close()
      guard error.code == .closed, !link.hasPortEnded else { throw error }
      guard link.hasBegun else {
        throw RigError(
          .failed, name, reason: "the server hung up without a word",
          advice: "esptool's server does so where the port behind it has neither DTR nor RTS, as a "
            + "pseudo-terminal; ser2net serves such a port")
      }
      guard parameters.baud == nil, parameters.dtr == nil, parameters.rts == nil else {
        throw RigError(
          .failed, name,
          reason: "the server hung up when it was to set the rate and the lines of the port",
          advice: "Without baud=, dtr= and rts= the port is taken as the server has opened it")
      }
    }
    let bare = try await connect()
    do throws(RigError) { try await bare.prepareBytesAlone() } catch {
      bare.close()
      throw error
    }
    return bare
  }

  private func connect() async throws(RigError) -> RemotePortLink {
    do {
      var stream = try await TCPClient(lab: lab, host: host, port: port).open()
      if let enter { stream = try await enter(stream) }
      return RemotePortLink(lab, name: name, stream: stream, answerLimit: answerLimit)
    } catch { throw error.at(name) }
  }
}
