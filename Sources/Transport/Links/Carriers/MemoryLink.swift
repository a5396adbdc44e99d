public import Errors
public import LabRuntime
import Synchronization

/// One end of a link inside the program: what one end sends, the other has received at once.
///
/// It has the lines of a UART, which carry nothing: the other end can watch them.
public final class MemoryLink: SerialLine, WatchedLine {
  private struct State {
    var outlet = EventOutlet()
    var peer: MemoryLink?
    var isClosed = false
    var isReading = true
    var resumed: LabGate?
    var rate: Int?
    var lines = ModemLines(dtr: true, rts: true)
    var watcher: (@Sendable (ModemLines) -> Void)?
  }

  /// The name of this link in messages.
  public let name: String
  /// As the pair was made.
  public let preservesMessages: Bool
  private let lab: Lab
  private let state = Mutex(State())

  /// Ends of links that exist in this process: what a search for leaks counts.
  public static var living: Int { census.load(ordering: .relaxed) }
  private static let census = Atomic<Int>(0)

  private init(_ lab: Lab, name: String, preservesMessages: Bool) {
    self.lab = lab
    self.name = name
    self.preservesMessages = preservesMessages
    Self.census.add(1, ordering: .relaxed)
  }

  deinit { Self.census.subtract(1, ordering: .relaxed) }

  /// Two ends of one link.
  public static func pair(
    _ lab: Lab, name: String, preservesMessages: Bool = false
  ) -> (MemoryLink, MemoryLink) {
    let first = MemoryLink(lab, name: name, preservesMessages: preservesMessages)
    let second = MemoryLink(lab, name: name, preservesMessages: preservesMessages)
    first.state.withLock { $0.peer = second }
    second.state.withLock { $0.peer = first }
    return (first, second)
  }

  /// Starts the flow; what came before is delivered first.
  public func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    for event in state.withLock({ $0.outlet.start(receive) }) { receive(event) }
  }

  /// Hands the bytes to the other end; waits while that one holds back.
  public func send(_ bytes: [UInt8]) async throws(RigError) {
    while true {
      let (peer, closed) = state.withLock { ($0.peer, $0.isClosed) }
      guard let peer, !closed else { throw gone }
      guard let gate = peer.holdBack else {
        peer.deliver(.received(Chunk(bytes: bytes, at: lab.now)))
        return
      }
      do { try await gate.wait() } catch {
        throw RigError(.cancelled, name, reason: "sending was cancelled")
      }
    }
  }

  /// Holds back or lets flow what the other end sends.
  public func setReading(_ reading: Bool) {
    let gate = state.withLock { state in
      state.isReading = reading
      let gate = state.resumed
      if reading { state.resumed = nil }
      return reading ? gate : nil
    }
    gate?.open()
  }

  // MARK: The line

  /// Errors are not counted: there are none.
  public var lineErrors: LineErrors? { nil }

  /// The other end sees the rate.
  public func setRate(_ baud: Int) async throws(RigError) {
    state.withLock { $0.peer }?.state.withLock { $0.rate = baud }
  }

  /// The other end sees the lines.
  public func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {
    state.withLock { $0.peer }?.take(dtr: dtr, rts: rts)
  }

  /// A break has no meaning here.
  public func setBreak(_ on: Bool) async throws(RigError) {}

  /// What was sent has arrived already.
  public func drain(within limit: Duration) async throws(RigError) {}

  /// The rate that the other end has set last.
  public var rate: Int? { state.withLock { $0.rate } }

  /// Calls `told` whenever the other end moves DTR or RTS.
  public func watchLines(_ told: @escaping @Sendable (ModemLines) -> Void) {
    state.withLock { $0.watcher = told }
  }

  private func take(dtr: Bool?, rts: Bool?) {
    let (lines, watcher) = state.withLock { state in
      state.lines = ModemLines(dtr: dtr ?? state.lines.dtr, rts: rts ?? state.lines.rts)
      return (state.lines, state.watcher)
    }
    watcher?(lines)
  }

  // MARK: The end

  /// Ends both ends; the other one is told.
  public func close() { close(telling: nil) }

  /// Ends both ends, and tells the other one why.
  public func close(telling error: RigError?) {
    let peer = end()
    peer?.hangUp(error)
  }

  /// True after either end was closed.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  private var gone: RigError { RigError(.closed, name, reason: "the link is closed") }

  private var holdBack: LabGate? {
    state.withLock { state in
      guard !state.isReading, !state.isClosed else { return nil }
      if state.resumed == nil { state.resumed = LabGate(lab, label: "\(name) to read again") }
      return state.resumed
    }
  }

  private func deliver(_ event: LinkEvent) {
    state.withLock { $0.outlet.take(event) }?(event)
  }

  private func hangUp(_ error: RigError?) {
    guard !isClosed else { return }
    _ = end()
    deliver(
      .closed(error ?? RigError(.closed, name, reason: "the other side has closed the link"))
    )
  }

  /// Marks this end closed; the peer to tell, once.
  private func end() -> MemoryLink? {
    let (peer, gate) = state.withLock { state in
      state.isClosed = true
      let gate = state.resumed
      state.resumed = nil
      let peer = state.peer
      state.peer = nil
      return (peer, gate)
    }
    gate?.open()
    return peer
  }
}

/// A place inside the program that can be connected to again and again, by one at a time.
public final class MemoryPort: LinkSource, LinkListener {
  /// The name of this place in messages.
  public let name: String
  /// Links as the board sees them.
  public let connections: LabChannel<any Link>
  private let lab: Lab
  private let preservesMessages: Bool
  private let current = Mutex<MemoryLink?>(nil)

  /// A port without a connection.
  public init(_ lab: Lab, name: String, preservesMessages: Bool = false) {
    self.lab = lab
    self.name = name
    self.preservesMessages = preservesMessages
    connections = LabChannel(lab, label: "a connection to \(name)")
  }

  /// Connects; the board's end appears in `connections`.
  public func open() async throws(RigError) -> any Link {
    let pair = current.withLock { current -> (MemoryLink, MemoryLink)? in
      guard current?.isClosed ?? true else { return nil }
      let pair = MemoryLink.pair(lab, name: name, preservesMessages: preservesMessages)
      current = pair.0
      return pair
    }
    guard let (near, far) = pair else {
      throw RigError(
        .busy, name, reason: "it is open already", advice: "Close the other user first")
    }
    guard connections.send(far) else {
      // Both ends hold each other until one is closed.
      near.close()
      throw RigError(.notFound, name, reason: "no board serves it any more")
    }
    return near
  }

  /// Stops accepting and hangs up.
  public func close() {
    connections.close()
    current.withLock { $0 }?.close()
  }
}
