public import Errors
public import LabRuntime
import Synchronization

/// A serial port served to the network by RFC 2217: one client writes, any number of others listen
/// until it leaves.
///
/// The port is open as long as a client has it to which it was given (``give()``); a connection
/// that comes while it is not given is hung up on. The data path needs no waiting: what the port
/// says goes to the clients from the thread that has read it.
public final class PortServer: Sendable {
  private struct State {
    var isGiven = false
    var port: (any Link)?
    var isOpening = false
    var clients: [Int: PortClient] = [:]
    var writer: Int?
    var last = 0
    /// Connections that came while the port was not given, or had no place.
    var refused = 0
    /// The counts of the port's line when they were last read.
    var errors = LineErrors()

    var everybody: [PortClient] { clients.values.sorted { $0.number < $1.number } }
  }

  /// How many may listen beside the writer.
  private static let mostClients = 32
  private let lab: Lab
  private let source: any LinkSource
  private let rate: Int
  private let listener: TCPListener
  private let admit: (@Sendable (any Link) async -> (any Link)?)?
  private let state = Mutex(State())

  /// Listens; port 0 picks a free one.
  ///
  /// - Parameters:
  ///   - source: where the port is opened each time that it is given to a client.
  ///   - rate: the rate of the port where the client says none.
  ///   - admit: what a client goes through first: its connection from there on, or nil for one that
  ///     is hung up on.
  public init(
    _ lab: Lab, source: any LinkSource, rate: Int = 115_200, address: String = "127.0.0.1",
    port: UInt16 = 0, admit: (@Sendable (any Link) async -> (any Link)?)? = nil
  ) throws(RigError) {
    self.lab = lab
    self.admit = admit
    self.source = source
    self.rate = rate
    listener = try TCPListener(lab, address: address, port: port)
  }

  /// The port of the network that it listens on.
  public var port: UInt16 { listener.port }

  /// Connections that were hung up on, for tests.
  var refused: Int { state.withLock { $0.refused } }

  /// Lets clients in from now on.
  public func give() { state.withLock { $0.isGiven = true } }

  /// Ends all connections, and closes the port.
  public func takeBack() { end(nil, isGiven: false) }

  /// Stops listening.
  public func close() {
    listener.close()
    takeBack()
  }

  /// Serves until it is closed.
  public func serve() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.tellErrors() }
      await self.listener.connections.serveEach { await self.serve($0) }
      group.cancelAll()
    }
  }

  private func end(_ farewell: String?, isGiven: Bool) {
    let (everybody, port) = state.withLock { state in
      defer {
        state.clients = [:]
        state.writer = nil
        state.port = nil
        state.isGiven = isGiven
        state.errors = LineErrors()
      }
      return (state.everybody, state.port)
    }
    port?.close()
    for client in everybody { client.end(farewell) }
  }

  // MARK: Clients

  private func serve(_ stranger: any Link) async {
    let isGiven = state.withLock { $0.isGiven }
    let known = if isGiven, let admit { await admit(stranger) } else { stranger as (any Link)? }
    guard let link = known else {
      state.withLock { $0.refused += 1 }
      return stranger.close()
    }
    let client = state.withLock { state -> PortClient? in
      guard state.isGiven, state.clients.count < Self.mostClients else {
        state.refused += 1
        return nil
      }
      state.last += 1
      let client = PortClient(lab, link, number: state.last, rate: rate)
      state.clients[client.number] = client
      if state.writer == nil { state.writer = client.number }
      return client
    }
    guard let client else { return link.close() }
    client.start()
    await withDiscardingTaskGroup { group in
      group.addTask { await client.flush() }
      await self.converse(with: client)
    }
  }

  /// Hears a client until one of both hangs up.
  private func converse(with client: PortClient) async {
    do throws(RigError) {
      let port = try await openPort()
      while true {
        let isWriter = state.withLock { $0.writer == client.number }
        try await handle(try await client.next(), of: client, port: port, isWriter: isWriter)
      }
    } catch {
      // Where the port could not be opened the client learns why.
      if error.code != .closed, error.code != .cancelled {
        client.end("\(error.reason)")
      }
    }
    leave(client)
  }

  private func leave(_ client: PortClient) {
    client.end(nil)
    let port = state.withLock { state -> (any Link)? in
      state.clients[client.number] = nil
      // The next client may have acquired the port meanwhile.
      if state.writer == client.number { state.writer = state.clients.keys.min() }
      guard state.clients.isEmpty else { return nil }
      defer { state.port = nil }
      return state.port
    }
    port?.close()
  }

  private func openPort() async throws(RigError) -> any Link {
    while true {
      let (port, isMine) = state.withLock { state -> ((any Link)?, Bool) in
        if let port = state.port { return (port, false) }
        defer { state.isOpening = true }
        return (nil, !state.isOpening)
      }
      if let port { return port }
      if isMine { break }
      try await lab.sleep(for: .milliseconds(2), label: "\(source.name) to be opened")
    }
    do throws(RigError) {
      let port = try await source.open()
      state.withLock { state in
        state.port = port
        state.isOpening = false
      }
      port.start { [weak self] event in self?.take(event) }
      return port
    } catch {
      state.withLock { $0.isOpening = false }
      throw error
    }
  }

  private func handle(
    _ bytes: [UInt8], of client: PortClient, port: any Link, isWriter: Bool
  ) async throws(RigError) {
    for outcome in client.read(bytes) {
      switch outcome {
      case .data(let bytes):
        // Two writers would garble a binary protocol: those who listen are not heard.
        guard isWriter else { continue }
        let sent = (port as? any ImmediateLink)?.sendNow(bytes) ?? 0
        if sent < bytes.count { try await port.send(Array(bytes[sent...])) }
      case .answer(let answer): client.say(answer)
      case .ask(let request, let answer):
        guard isWriter else {
          client.say(answer)
          continue
        }
        client.say(try await perform(request, on: port, for: client) ?? answer)
      }
    }
  }

  /// Does what a client asks of the port; another answer than the expected one where it cannot.
  private func perform(
    _ request: ComPortAnswers.Request, on port: any Link, for client: PortClient
  ) async throws(RigError) -> [UInt8]? {
    let line = port as? any SerialLine
    do throws(RigError) {
      switch request {
      case .rate(let rate):
        try await line?.drain(within: .milliseconds(500))
        try await line?.setRate(rate)
      case .lines(let dtr, let rts): try await line?.setLines(dtr: dtr, rts: rts)
      case .sendBreak(let on): try await line?.setBreak(on)
      case .suspended(let isSuspended): port.setReading(!isSuspended)
      // What was received has gone to the client already, and the client knows best what it has
      // read.
      case .purge: return nil
      }
    } catch {
      guard case .rate = request, error.code != .closed else { throw error }
      return client.refuseRate(rate)
    }
    return nil
  }

  // MARK: The port

  private func take(_ event: LinkEvent) {
    switch event {
    case .closed(let error): end(error.reason, isGiven: true)
    case .received(let chunk):
      let (everybody, writer) = state.withLock { ($0.everybody, $0.writer) }
      let bytes = Telnet.escaped(chunk.bytes)
      for client in everybody {
        // A slow listener is hung up on; the writer holds the port back.
        if client.pass(bytes) { continue }
        if client.number == writer { hold(client) } else { client.end(nil) }
      }
    }
  }

  private func hold(_ client: PortClient) {
    state.withLock { $0.port }?.setReading(false)
    client.whenEmpty { [weak self] in self?.state.withLock { $0.port }?.setReading(true) }
  }

  /// Line errors go to the clients that want them, twice a second.
  private func tellErrors() async {
    while (try? await lab.sleep(for: .milliseconds(500), label: "the line errors of \(source.name)"))
      != nil
    {
      let (port, before) = state.withLock { ($0.port, $0.errors) }
      guard let now = (port as? any SerialLine)?.lineErrors, now != before else { continue }
      let everybody = state.withLock { state in
        state.errors = now
        return state.everybody
      }
      for client in everybody { client.tell(now.since(before)) }
    }
  }
}
