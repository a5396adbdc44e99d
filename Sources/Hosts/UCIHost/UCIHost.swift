import Errors
public import LabRuntime
public import Links
import Synchronization
public import UCI

/// A UWB subsystem as its user sees it: commands with their responses, and notifications in order.
///
/// One task owns it. Nothing runs in the background: packets are read inside its calls, and what
/// comes while something else is awaited is kept in order until it is asked for.
public final class UCIHost: Sendable {
  /// How long the host waits; rig limits.
  public struct Limits: Hashable, Sendable {
    /// From a command to its response, and from a response to the notification that belongs to it.
    public var response: Duration
    /// Until a board whose chip restarts upon its reset can be talked to again.
    public var reopen: Duration

    /// Limits; 2 s for a response by default, as AOSP waits.
    public init(response: Duration = .seconds(2), reopen: Duration = .seconds(10)) {
      self.response = response
      self.reopen = reopen
    }
  }

  struct State {
    var frames: FrameLink
    var dialect: UCIDialect
    var packetizer = UCIPacketizer()
    var ignoresVendorNotifications = false
    var asksCountInFences = false
    var tellsEnds = true
    var repeatsUnanswered = false
    var reassembler = UCIReassembler()
    /// Arrivals of the last frame that were not looked at yet.
    var fresh: [Arrival] = []
    var kept = Arrivals()
    var contact = Contact()
  }

  /// The name of the board in messages.
  public let name: String
  /// How long the host waits.
  public let limits: Limits
  let lab: Lab
  /// Commands that the board is given after each reset.
  let setup: [UCIPacket]
  weak let owner: (any UCILinkOwner)?
  let state: Mutex<State>

  /// A host over an open link whose frames are UCI segments (``UCICutter``).
  ///
  /// - Parameters:
  ///   - setup: commands that the board is given after each ``reset()``.
  ///   - owner: opens the link again after the board's chip has restarted; nil where it stays
  ///     closed.
  public init(
    _ frames: FrameLink, lab: Lab, dialect: UCIDialect = .fira2, limits: Limits = Limits(),
    setup: [UCIPacket] = [], owner: (any UCILinkOwner)? = nil
  ) {
    name = frames.name
    self.lab = lab
    self.limits = limits
    self.setup = setup
    self.owner = owner
    state = Mutex(State(frames: frames, dialect: dialect))
  }

  var frames: FrameLink { state.withLock { $0.frames } }

  /// How packets are cut and read; set it when the board has said what it is, or by ``identify()``.
  public var dialect: UCIDialect {
    get { state.withLock { $0.dialect } }
    set {
      let frames = state.withLock { state in
        state.dialect = newValue
        return state.frames
      }
      frames.cut(by: newValue)
    }
  }

  /// How long messages are cut into segments.
  public var packetizer: UCIPacketizer {
    get { state.withLock { $0.packetizer } }
    set { state.withLock { $0.packetizer = newValue } }
  }

  /// Whether notifications of the groups of vendors are dropped as they come: logs and diagnostics,
  /// which a board may send at any time and at any rate.
  public var ignoresVendorNotifications: Bool {
    get { state.withLock { $0.ignoresVendorNotifications } }
    set { state.withLock { $0.ignoresVendorNotifications = newValue } }
  }

  /// Whether a fence asks for the number of sessions instead of the device information: for a board
  /// that does not live through the latter.
  public var asksCountInFences: Bool {
    get { state.withLock { $0.asksCountInFences } }
    set { state.withLock { $0.asksCountInFences = newValue } }
  }

  /// Whether the board tells that a session has ended. It is taken to, until it was waited for in vain
  /// once: each end of a session would take as long.
  var tellsEnds: Bool {
    get { state.withLock { $0.tellsEnds } }
    set { state.withLock { $0.tellsEnds = newValue } }
  }

  /// Whether every command that is not answered is sent again, once, and a board in the state ERROR is
  /// reset: for who wants something of a board and does not judge it.
  public var repeatsUnanswered: Bool {
    get { state.withLock { $0.repeatsUnanswered } }
    set { state.withLock { $0.repeatsUnanswered = newValue } }
  }

  /// Bytes so far that belonged to no packet.
  public var damagedBytes: Int { frames.damagedBytes }

  // MARK: Sending

  /// Sends a packet, in segments where it is long, and waits for nothing.
  public func send(_ packet: UCIPacket) async throws(UCIHostError) {
    let (packetizer, dialect) = state.withLock { state in
      state.contact.isOwed = true
      if packet.messageType == .data { state.contact.dataBytes = packet.payload.count }
      state.contact.resetSentAt = CoreDeviceResetCommand.isNamed(by: packet) ? lab.now : nil
      return (state.packetizer, state.dialect)
    }
    let segments = packetizer.segments(of: packet)
    do throws(RigError) { for segment in segments { try await frames.send(segment) } } catch {
      let subject = packet.opcodeName(vendor: dialect.vendor)
      guard try await comesBack(after: error) else { throw .link(error, subject: subject) }
      do throws(RigError) { for segment in segments { try await frames.send(segment) } } catch {
        throw .link(error, subject: subject)
      }
    }
  }

  /// Sends bytes as they are: for cases about broken packets.
  public func sendRaw(_ bytes: [UInt8]) async throws(UCIHostError) {
    state.withLock { $0.contact.isOwed = true }
    do throws(RigError) { try await frames.sendRaw(bytes) } catch {
      throw .link(error, subject: "raw bytes")
    }
  }

  // MARK: Receiving

  /// The next packet, kept ones first.
  ///
  /// - Throws: ``UCIHostError`` `timedOut`, `closed`, `cancelled`, or `damaged` in the place of
  ///   segments that make no message; the next call goes on behind them.
  public func nextPacket(until deadline: LabInstant) async throws(UCIHostError) -> ReceivedPacket {
    try await next("a packet", until: deadline) { _ in true }
  }

  /// The next notification, kept ones first; other packets are kept. Without a deadline it waits
  /// until one comes.
  public func nextNotification(
    until deadline: LabInstant?
  ) async throws(UCIHostError) -> ReceivedPacket {
    try await next("a notification", until: deadline) { $0.messageType == .notification }
  }

  /// The next packet that is `wanted`, kept ones first; other packets are kept.
  ///
  /// - Parameter subject: what a message calls that packet.
  public func next(
    _ subject: String, until deadline: LabInstant?, where wanted: (UCIPacket) -> Bool
  ) async throws(UCIHostError) -> ReceivedPacket {
    func isWanted(_ arrival: Arrival) -> Bool { arrival.packet.map { wanted($0.packet) } ?? true }
    if let arrival = withKept({ $0.removeFirst(where: isWanted) }) {
      return try packet(arrival)
    }
    while true {
      let arrival = try await read(subject, until: deadline)
      if isWanted(arrival) { return try packet(arrival) }
      try keep(arrival)
    }
  }

  /// The packets that have come, were not taken and are `wanted`, without waiting; all by default.
  public func takePackets(where wanted: (UCIPacket) -> Bool = { _ in true }) -> [ReceivedPacket] {
    while moveFresh(), let frame = frames.tryReceive() { accept(frame) }
    return withKept { kept in
      kept.removeAll { $0.packet.map { wanted($0.packet) } ?? false }.compactMap(\.packet)
    }
  }

  // MARK: For the exchanges

  /// Everything kept, damage included, is handed out.
  func takeAll() -> [Arrival] {
    moveFresh()
    return withKept { $0.removeAll { _ in true } }
  }

  /// The next arrival from the link, kept ones left alone.
  func read(_ subject: String, until deadline: LabInstant?) async throws(UCIHostError) -> Arrival {
    while true {
      let fresh = state.withLock { $0.fresh.isEmpty ? nil : $0.fresh.removeFirst() }
      if let fresh { return fresh }
      do throws(RigError) { accept(try await frames.receive(until: deadline)) } catch {
        guard try await comesBack(after: error) else { throw .link(error, subject: subject) }
      }
    }
  }

  /// Puts an arrival aside until it is asked for.
  func keep(_ arrival: Arrival) throws(UCIHostError) {
    guard state.withLock({ $0.kept.append(arrival) }) else {
      throw UCIHostError(
        .flooded, name,
        "the board has sent more than \(Arrivals.limit) packets that were not taken",
        advice: "Reset the board, or take its notifications more often", packet: arrival.packet)
    }
  }

  /// What is fresh goes behind what is kept; false when there is no room for it.
  @discardableResult
  private func moveFresh() -> Bool {
    state.withLock { state in
      while let arrival = state.fresh.first {
        guard state.kept.append(arrival) else { return false }
        state.fresh.removeFirst()
      }
      return true
    }
  }

  /// What is kept, taken out for the time of `body`: that may ask the host for its dialect.
  private func withKept<Value>(_ body: (inout Arrivals) -> Value) -> Value {
    var kept = state.withLock { state in
      let kept = state.kept
      state.kept = Arrivals()
      return kept
    }
    let value = body(&kept)
    state.withLock { $0.kept = kept }
    return value
  }

  private func packet(_ arrival: Arrival) throws(UCIHostError) -> ReceivedPacket {
    switch arrival {
    case .packet(let packet): return packet
    case .damage(let error): throw error
    }
  }

  private func accept(_ frame: Frame) {
    state.withLock { state in
      for item in Self.items(frame.bytes, &state.reassembler, state.dialect) {
        switch item {
        case .packet(let packet, _):
          state.contact.note(packet, at: frame.at)
          if state.ignoresVendorNotifications, packet.isVendorNotification { continue }
          state.fresh.append(
            .packet(
              ReceivedPacket(
                packet: packet, at: frame.at, isOwedError: state.contact.takesError(packet))))
        case .damage(.abortedByDeviceError, _):
          break  // The notification of that error follows and says more.
        case .damage(let reason, let bytes):
          state.fresh.append(
            .damage(
              UCIHostError(
                .damaged, name, "\(bytes.count) bytes make no message: \(reason)",
                advice: "Look at the frames of the board around this moment")))
        }
      }
    }
  }

  private static func items(
    _ bytes: [UInt8], _ reassembler: inout UCIReassembler, _ dialect: UCIDialect
  ) -> [UCIItem] {
    guard let segment = UCISegment(bytes, dialect: dialect) else {
      return [.damage(.incomplete, bytes: bytes)]
    }
    return reassembler.append(segment)
  }
}
