import CRigShims
import Errors
import Glibc
import LabRuntime
import Synchronization

/// A raw byte stream over TCP; each open is a connection of its own.
struct TCPClient: LinkSource {
  var name: String { "tcp://\(LinkText.bracketed(host)):\(port)" }
  let lab: Lab
  let host: String
  let port: UInt16

  /// Connects within 5 s, on a thread of its own: name servers may be slow.
  func open() async throws(RigError) -> any Link {
    let result = LabChannel<Int32>(lab, label: "a connection to \(name)")
    let (host, port) = (host, String(port))
    let started = WorkerThread.start("connect") {
      let descriptor = System.connect(host, port, milliseconds: 5000)
      if !result.send(descriptor), descriptor >= 0 { rig_close(descriptor) }
    }
    guard started else { throw .system(EAGAIN, link: name, doing: "start a thread") }
    defer { result.close() }
    let descriptor: Int32
    do { descriptor = try await result.receive() } catch {
      throw RigError(.cancelled, name, reason: "connecting was cancelled")
    }
    if descriptor <= -10000 {
      throw RigError(
        .notFound, name, reason: "the host is not known: \(System.nameServerWords(descriptor))")
    }
    guard descriptor >= 0 else { throw .system(-descriptor, link: name, doing: "connect") }
    let isLocal = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    return DescriptorLink(
      lab, name: name, input: descriptor, output: descriptor,
      playedAt: isLocal ? .port(self.port) : nil)
  }
}
