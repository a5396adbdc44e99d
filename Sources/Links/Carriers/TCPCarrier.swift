import CRigShims
import Glibc
public import LabRuntime
import Synchronization

/// A raw byte stream over TCP; each open is a connection of its own.
public struct TCPClient: LinkSource {
  /// `tcp://host:port`.
  public var name: String { "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
  private let lab: Lab
  private let host: String
  private let port: UInt16

  /// A place to connect to.
  public init(_ lab: Lab, host: String, port: UInt16) {
    self.lab = lab
    self.host = host
    self.port = port
  }

  /// Connects within 5 s, on a thread of its own: name servers may be slow.
  public func open() async throws(LinkError) -> any Link {
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
      throw LinkError(.cancelled, link: name, reason: "connecting was cancelled")
    }
    if descriptor <= -10000 {
      throw LinkError(
        .notFound, link: name,
        reason: "the host is not known: \(System.nameServerWords(descriptor))")
    }
    guard descriptor >= 0 else { throw .system(-descriptor, link: name, doing: "connect") }
    return DescriptorLink(lab, name: name, input: descriptor, output: descriptor)
  }
}

/// Accepts TCP connections; each one is a link.
public final class TCPListener: LinkListener {
  /// Accepted connections, in order.
  public let connections: LabChannel<any Link>
  /// The port that it listens on.
  public let port: UInt16
  private let descriptor: Int32
  private let token = Mutex<UInt64>(0)

  /// Listens; port 0 picks a free one.
  public init(_ lab: Lab, address: String, port: UInt16) throws(LinkError) {
    let name = "tcp://\(address):\(port)"
    let (descriptor, bound) = System.listen(address, port)
    guard descriptor >= 0 else {
      if descriptor <= -10000 {
        throw LinkError(.notFound, link: name, reason: "no such address to listen on")
      }
      throw .system(-descriptor, link: name, doing: "listen on it")
    }
    self.descriptor = descriptor
    self.port = bound
    let connections = LabChannel<any Link>(lab, label: "a connection to \(name)")
    self.connections = connections
    let count = Counter()
    let token = Poller.shared.add(descriptor, [.readable]) { _ in
      while true {
        let client = rig_tcp_accept(descriptor)
        guard client >= 0 else { return }
        let number = count.next()
        connections.send(
          DescriptorLink(lab, name: "\(name)#\(number)", input: client, output: client))
      }
    }
    self.token.withLock { $0 = token }
  }

  /// Stops listening; connections that were accepted go on until their owner closes them.
  public func close() {
    let token = token.withLock { token in
      let taken = token
      token = 0
      return taken
    }
    guard token != 0 else { return }
    Poller.shared.remove(descriptor, token: token)
    rig_close(descriptor)
    connections.close()
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
      value.withLock { value in
        value += 1
        return value
      }
    }
  }
}
