import CRigShims
public import Errors
import Glibc
public import LabRuntime
import Synchronization

/// Accepts TCP connections; each one is a link.
///
/// A connection that this process has no descriptor for is hung up on and reported.
public final class TCPListener: LinkListener {
  /// Accepted connections, in order.
  public let connections: LabChannel<any Link>
  /// The port that it listens on.
  public let port: UInt16
  private let lab: Lab
  private let name: String
  private let descriptor: Int32
  private let refused: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var token: UInt64 = 0
    var isClosed = false
    var accepted = 0
    /// Occupies a number, so that a connection too many can be taken just to be hung up on: left
    /// waiting it would neither be served nor learn why.
    var spare: Int32 = -1
    var refusals = 0
    var lastReport: LabInstant?
  }

  /// Listens; port 0 picks a free one.
  ///
  /// - Parameter refused: told why connections are hung up on, at most once a second, on the
  ///   carrier's reader thread.
  public init(
    _ lab: Lab, address: String, port: UInt16,
    refused: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(RigError) {
    let (descriptor, bound) = System.listen(address, port)
    let name = "tcp://\(address):\(descriptor < 0 ? port : bound)"
    guard descriptor >= 0 else {
      if descriptor <= -10000 {
        throw RigError(.notFound, name, reason: "no such address to listen on")
      }
      throw .system(-descriptor, link: name, doing: "listen on it")
    }
    self.lab = lab
    self.name = name
    self.descriptor = descriptor
    self.port = bound
    self.refused = refused
    connections = LabChannel<any Link>(lab, label: "a connection to \(name)")
    state.withLock { $0.spare = rig_spare_descriptor() }
    // For each change, not for as long as a client waits: what cannot be accepted must not spin.
    let token = lab.poller.add(descriptor, [.readable, .edge]) { [weak self] _ in self?.accept() }
    state.withLock { $0.token = token }
    guard token != 0 else {
      close()
      throw RigError(.failed, name, reason: "the system cannot watch it")
    }
  }

  deinit { close() }

  /// Stops listening; connections that were accepted go on until their owner closes them.
  public func close() {
    let before = state.withLock { state in
      let before = state
      state.isClosed = true
      return before
    }
    guard !before.isClosed else { return }
    if before.token != 0 { lab.poller.remove(descriptor, token: before.token) }
    rig_close(descriptor)
    if before.spare >= 0 { rig_close(before.spare) }
    connections.close()
  }

  /// Accepts all waiting clients.
  private func accept() {
    while true {
      let (link, report, goesOn) = state.withLock { state -> (DescriptorLink?, String?, Bool) in
        guard !state.isClosed else { return (nil, nil, false) }
        let client = rig_tcp_accept(descriptor)
        guard client < 0 else {
          state.accepted += 1
          let name = "\(name)#\(state.accepted)"
          return (DescriptorLink(lab, name: name, input: client, output: client), nil, true)
        }
        switch -client {
        case EAGAIN: return (nil, nil, false)
        case EMFILE, ENFILE: return refuse(-client, &state)
        // Who waited has gone, or the network failed them; ENOMEM and its like: the next who comes
        // wakes us again.
        case EINTR, ECONNABORTED, EPROTO, ENETDOWN, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH:
          return (nil, nil, true)
        default: return (nil, note(-client, &state), false)
        }
      }
      if let link { connections.send(link) }
      if let report { refused(report) }
      guard goesOn else { return }
    }
  }

  private func refuse(_ number: Int32, _ state: inout State) -> (DescriptorLink?, String?, Bool) {
    guard state.spare >= 0 else {
      state.spare = rig_spare_descriptor()
      return (nil, note(number, &state), state.spare >= 0)
    }
    rig_close(state.spare)
    let client = rig_tcp_accept(descriptor)
    if client >= 0 { rig_close(client) }
    state.spare = rig_spare_descriptor()
    return (nil, client >= 0 ? note(number, &state) : nil, client >= 0)
  }

  /// Counts a refusal; the report, when it is time for one.
  private func note(_ number: Int32, _ state: inout State) -> String? {
    state.refusals += 1
    let now = lab.now
    if let last = state.lastReport, now < last.advanced(by: .seconds(1)) { return nil }
    state.lastReport = now
    let advice =
      number == EMFILE ? "; raise the limit of descriptors (ulimit -Hn) to serve more" : ""
    return "\(name): a connection was refused after \(state.accepted) were accepted "
      + "(\(state.refusals) refused so far): \(SystemError.description(number))\(advice)"
  }
}
