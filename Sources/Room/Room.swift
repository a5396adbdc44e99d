import Glibc
import LabRuntime
import Synchronization

/// The virtual room: who stands where, whose radio is on, and what a round between them measures.
public final class Room: Sendable {
  /// How a room is furnished.
  public struct Furnishing: Sendable {
    /// Error of the distances.
    public var noise: Noise
    /// False: every path is blocked by something; distances go on, marked as not line of sight.
    public var lineOfSight: Bool
    /// Metres beyond which nothing is heard.
    public var reach: Double

    /// A room; by default quiet, open and 50 m in reach.
    public init(noise: Noise = .default, lineOfSight: Bool = true, reach: Double = 50) {
      self.noise = noise
      self.lineOfSight = lineOfSight
      self.reach = reach
    }
  }

  /// A radio that is on; given back with ``close(_:)``.
  public struct Transmission: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct Body {
    var position: Position
    var facing: Facing
  }

  private struct State {
    var bodies: [String: Body] = [:]
    var sessions: [UInt64: RadioSession] = [:]
    /// Who listens at an address, in the order in which they were turned on.
    var byAddress: [[UInt8]: [UInt64]] = [:]
    var nextNumber: UInt64 = 1

    /// The first that was turned on of those at an address that a radio ranges with.
    func peer(of own: RadioSession, at address: [UInt8]) -> RadioSession? {
      for number in byAddress[address] ?? [] {
        if let other = sessions[number], other.body != own.body, other.role != own.role,
          other.sharesAir(with: own), other.peers.contains(own.address)
        {
          return other
        }
      }
      return nil
    }

    mutating func turnOff(_ number: UInt64) {
      guard let session = sessions.removeValue(forKey: number) else { return }
      byAddress[session.address]?.removeAll { $0 == number }
      if byAddress[session.address]?.isEmpty == true { byAddress[session.address] = nil }
    }
  }

  private let seed: UInt64
  private let furnishing: Furnishing
  private let state = Mutex(State())

  /// An empty room; `seed` decides the noise.
  public init(seed: UInt64, furnishing: Furnishing = Furnishing()) {
    self.seed = seed
    self.furnishing = furnishing
  }

  /// Puts a board somewhere, or moves it.
  public func place(_ body: String, at position: Position, facing: Facing = Facing()) {
    state.withLock { $0.bodies[body] = Body(position: position, facing: facing) }
  }

  /// Takes a board out of the room, its radio with it.
  public func remove(_ body: String) {
    state.withLock { state in
      state.bodies[body] = nil
      for number in state.sessions.keys.sorted() where state.sessions[number]?.body == body {
        state.turnOff(number)
      }
    }
  }

  /// Where a board stands.
  public func position(of body: String) -> Position? {
    state.withLock { $0.bodies[body]?.position }
  }

  /// Turns a radio on.
  public func open(_ session: RadioSession) -> Transmission {
    state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.sessions[number] = session
      state.byAddress[session.address, default: []].append(number)
      return Transmission(number: number)
    }
  }

  /// Turns a radio off; again is harmless.
  public func close(_ transmission: Transmission) {
    state.withLock { $0.turnOff(transmission.number) }
  }

  /// Radios that are on.
  public var openSessions: Int { state.withLock { $0.sessions.count } }

  /// One ranging round of an open radio: an outcome for each of its peers, in their order.
  ///
  /// Both ends of a pair see the same measurement in the same block.
  public func round(_ transmission: Transmission, block: UInt32) -> [RoundOutcome] {
    state.withLock { state in
      guard
        let own = state.sessions[transmission.number],
        let body = state.bodies[own.body]
      else { return [] }
      return own.peers.map { address in
        guard let peer = state.peer(of: own, at: address), let other = state.bodies[peer.body]
        else {
          return RoundOutcome(address: address, fix: nil)
        }
        return RoundOutcome(
          address: address, fix: measure(own.body, body, peer.body, other, block: block))
      }
    }
  }

  private func measure(
    _ name: String, _ body: Body, _ otherName: String, _ other: Body, block: UInt32
  ) -> RoundOutcome.Fix? {
    let truth = body.position.distance(to: other.position)
    guard truth <= furnishing.reach else { return nil }
    let pair = name < otherName ? "\(name)/\(otherName)" : "\(otherName)/\(name)"
    var random = LabRandom(seed: seed, stream: "noise/\(pair)/\(block)")
    return RoundOutcome.Fix(
      distance: furnishing.noise.applied(to: truth, &random),
      bearing: Bearing(from: body.position, facing: body.facing, to: other.position),
      // Free space at 8 GHz, seen from a typical module: about -62 dBm at one metre.
      rssi: -62 - 20 * log10(max(truth, 0.1)) - (furnishing.lineOfSight ? 0 : 12),
      lineOfSight: furnishing.lineOfSight)
  }
}
