import WireFormat

/// The phone's side of Ranging OOB as a pure value, for one ranging session with one or several
/// boards (Ranging OOB §5.1).
public struct OOBInitiator: Sendable {
  /// Where the session stands.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Nothing was asked.
    case idle
    /// Capabilities are awaited.
    case waiting
    /// The configuration is out, the own radio comes up.
    case starting
    /// It ranges.
    case ranging
    /// It is over.
    case closed
  }

  /// The event; boards are numbered from 0.
  public enum Input: Hashable, Sendable {
    /// The number of boards that are asked.
    case start(peers: Int)
    /// One message from a board.
    case received([UInt8], peer: Int)
    /// The channel to a board is gone.
    case linkDown(peer: Int)
    /// The own radio runs.
    case radioStarted(peer: Int)
    /// The own radio could not be started, or stopped by itself.
    case radioFailed(peer: Int)
    /// A distance.
    case measured(peer: Int)
    /// The application has had enough.
    case stop
    /// ``OOBInitiator/deadline`` has come.
    case deadline
  }

  /// An action.
  public enum Action: Hashable, Sendable {
    /// Send a message to a board.
    case send(OOBMessage, peer: Int)
    /// Start the own radio for a configuration and the address of the board.
    case startRadio(ConfigurationBlock.UWB, board: [UInt8], peer: Int)
    /// Stop the own radio.
    case stopRadio(peer: Int)
    /// A board turned.
    case motion(OOBMotion, peer: Int)
    /// The session is over.
    case closed(Reason)
  }

  /// Why a session is over.
  public enum Reason: Hashable, Sendable {
    /// The application stopped it.
    case stopped
    /// A board sent what cannot be read, or what was not asked.
    case internalError(String)
    /// No board answered.
    case noPeers
    /// Nothing fits.
    case capabilitiesMismatch(UWBSelection.Mismatch?)
    /// The transport did not come back.
    case connectionLost
    /// The own radio did not start.
    case radioFailed
    /// Nothing but errors for too long.
    case errorStreak
  }

  /// A board of the session.
  struct Peer: Sendable {
    /// Its capabilities, once they came.
    var capabilities: OOBMessage.Capabilities?
    /// The version of its messages.
    var version: UInt8 = 1
    var isLinked = true
    var isDropped = false
    /// What ranges.
    var running: OOBTechnologySet = []
    var radioDue: Duration?
    var reconnectionDue: Duration?
    var heardDue: Duration?
  }

  /// The phone.
  public let settings: OOBInitiatorSettings
  /// Where the session stands.
  public internal(set) var state = State.idle
  /// The last answer of each board to a configuration: recorded, never acted on.
  public internal(set) var answers: [Int: OOBTechnologySet] = [:]
  var peers: [Peer] = []
  var capabilitiesDue: Duration?
  var actions: [Action] = []

  /// A phone without a session.
  public init(_ settings: OOBInitiatorSettings) { self.settings = settings }

  /// When the input `deadline` is due.
  public var deadline: Duration? {
    guard state != .closed else { return nil }
    let dues = peers.filter { !$0.isDropped }.flatMap {
      [$0.radioDue, $0.reconnectionDue, $0.heardDue]
    }
    return (dues + [capabilitiesDue]).lazy.compactMap(\.self).min()
  }

  /// Takes one input at a time, and gives the actions that follow from it, in their order.
  public mutating func handle(
    _ input: Input, now: Duration, random: inout some RandomNumberGenerator
  ) -> [Action] {
    take(input, now: now, random: &random)
    defer { actions.removeAll() }
    return actions
  }

  private mutating func take(
    _ input: Input, now: Duration, random: inout some RandomNumberGenerator
  ) {
    switch input {
    case .start(let count):
      guard state == .idle else { return }
      peers = Array(repeating: Peer(), count: count)
      state = .waiting
      capabilitiesDue = now + settings.generation.capabilityTimeout
      let request = OOBMessage(
        version: settings.generation.version, .capabilitiesRequest(settings.technologies))
      for peer in peers.indices { send(request, peer) }
      chooseWhenKnown(now: now, random: &random)
    case .received(let bytes, let peer):
      guard isOpen(peer) else { return }
      receive(bytes, peer)
      chooseWhenKnown(now: now, random: &random)
    case .linkDown(let peer):
      guard isOpen(peer) else { return }
      peers[peer].isLinked = false
      peers[peer].reconnectionDue = now + settings.reconnection
    case .radioStarted(let peer):
      guard isOpen(peer), state == .starting || state == .ranging else { return }
      peers[peer].radioDue = nil
      peers[peer].heardDue = now + settings.errorStreak
      state = .ranging
    case .radioFailed(let peer):
      if isOpen(peer) { endRanging(of: peer, .radioFailed) }
    case .measured(let peer):
      if isOpen(peer), state == .ranging { peers[peer].heardDue = now + settings.errorStreak }
    case .stop:
      guard state != .closed, state != .idle else { return }
      for peer in peers.indices { finish(peer) }
      close(.stopped)
    case .deadline: expire(now: now, random: &random)
    }
  }

  private func isOpen(_ peer: Int) -> Bool {
    state != .closed && peers.indices.contains(peer) && !peers[peer].isDropped
  }

  private mutating func receive(_ bytes: [UInt8], _ peer: Int) {
    let message: OOBMessage
    do throws(WireError) {
      message = try OOBMessage.decode(bytes, tolerance: settings.generation.tolerance)
    } catch {
      return abort("\(error)")
    }
    switch (state, message.body) {
    case (.waiting, .capabilitiesResponse(let capabilities)):
      peers[peer].capabilities = capabilities
      peers[peer].version = message.version
    case (.waiting, .unknown): break
    case (.waiting, _): abort("\(message.kind) instead of the capabilities")
    case (_, .configurationResponse(let set)): answers[peer] = set
    case (.ranging, .motion(let motion)):
      guard motion.isKnown else { return abort("motion \(motion)") }
      actions.append(.motion(motion, peer: peer))
    default: break
    }
  }

  private mutating func expire(now: Duration, random: inout some RandomNumberGenerator) {
    if let due = capabilitiesDue, due <= now {
      for peer in peers.indices where peers[peer].capabilities == nil {
        peers[peer].isDropped = true
      }
      chooseWhenKnown(now: now, random: &random)
    }
    for peer in peers.indices where isOpen(peer) {
      if let due = peers[peer].reconnectionDue, due <= now { drop(peer, .connectionLost) }
      if let due = peers[peer].radioDue, due <= now { endRanging(of: peer, .radioFailed) }
      if let due = peers[peer].heardDue, due <= now { endRanging(of: peer, .errorStreak) }
    }
  }

  // MARK: Ends

  /// One undecodable message ends the session with all boards (Ranging OOB §4).
  private mutating func abort(_ reason: String) {
    for peer in peers.indices { finish(peer) }
    close(.internalError(reason))
  }

  /// Stops what ranges with a board, on both ends.
  private mutating func finish(_ peer: Int) {
    let running = peers[peer].running
    guard !running.isEmpty, !peers[peer].isDropped else { return }
    if running.contains(.uwb) { actions.append(.stopRadio(peer: peer)) }
    peers[peer].running = []
    send(OOBMessage(version: peers[peer].version, .stopRequest(running)), peer)
  }

  private mutating func endRanging(of peer: Int, _ reason: Reason) {
    finish(peer)
    drop(peer, reason)
  }

  private mutating func drop(_ peer: Int, _ reason: Reason) {
    if peers[peer].running.contains(.uwb) { actions.append(.stopRadio(peer: peer)) }
    peers[peer].isDropped = true
    if peers.allSatisfy(\.isDropped) { close(reason) }
  }

  mutating func close(_ reason: Reason) {
    guard state != .closed else { return }
    state = .closed
    capabilitiesDue = nil
    actions.append(.closed(reason))
  }

  mutating func send(_ message: OOBMessage, _ peer: Int) {
    if peers[peer].isLinked { actions.append(.send(message, peer: peer)) }
  }
}
