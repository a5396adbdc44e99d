import Glibc
public import LabRuntime
import Synchronization

/// The virtual room: who stands where, whose radio is on, and what a round between them measures.
public final class Room: Sendable {
  private let seed: UInt64
  private let furnishing: Furnishing
  let clock: (@Sendable () -> LabInstant)?
  let state = Mutex(State())
  private let observer = Mutex<(@Sendable (String, Position, Facing) -> Void)?>(nil)

  /// A room without boards; `seed` decides the noise. With a clock it remembers for a while where
  /// everybody was.
  public init(
    seed: UInt64, furnishing: Furnishing = Furnishing(),
    clock: (@Sendable () -> LabInstant)? = nil
  ) {
    self.seed = seed
    self.furnishing = furnishing
    self.clock = clock
  }

  /// Puts a board somewhere, or moves it.
  public func place(_ body: String, at position: Position, facing: Facing = Facing()) {
    let now = clock?()
    observer.withLock({ $0 })?(body, position, facing)
    state.withLock { state in
      state.bodies[body, default: Body(position: position, facing: facing)].position = position
      state.bodies[body]?.facing = facing
      guard let now else { return }
      state.bodies[body]?.trail.note(Stance(position: position, facing: facing, since: now))
    }
  }

  /// Tells from now on of every board that is placed or moved; one observer at a time.
  public func observe(_ placed: @escaping @Sendable (String, Position, Facing) -> Void) {
    observer.withLock { $0 = placed }
  }

  /// Where a board stood and looked at a moment; nil in a room without a clock, before it came, and
  /// where it is too long ago.
  public func stance(of body: String, at instant: LabInstant) -> Stance? {
    state.withLock { $0.bodies[body]?.trail.stance(at: instant) }
  }

  /// Takes a board out of the room; its radio is already off.
  public func remove(_ body: String) {
    state.withLock { $0.bodies[body] = nil }
  }

  /// Where a board stands.
  public func position(of body: String) -> Position? {
    state.withLock { $0.bodies[body]?.position }
  }

  /// Where a board looks.
  public func facing(of body: String) -> Facing? {
    state.withLock { $0.bodies[body]?.facing }
  }

  /// Lets no signal through between two boards any more.
  public func block(_ body: String, _ other: String) {
    state.withLock { state in
      let pair = Self.pair(body, other)
      if !state.blocked.contains(pair) { state.blocked.append(pair) }
    }
  }

  /// Lets signals through again; harmless where they already do.
  public func unblock(_ body: String, _ other: String) {
    state.withLock { state in
      let pair = Self.pair(body, other)
      state.blocked.removeAll { $0 == pair }
    }
  }

  /// Whether the radio fares otherwise than the room is furnished.
  public var isDisturbed: Bool { state.withLock { $0.disturbance != nil } }

  /// Lets the radio fare otherwise than the room is furnished; nil ends that.
  ///
  /// - Parameter change: makes what goes wrong of what does anyway.
  public func disturb(_ change: ((inout Disturbance) -> Void)?) {
    let disturbance = change.map { change in
      var disturbance = Disturbance(of: furnishing)
      change(&disturbance)
      return disturbance
    }
    state.withLock { $0.disturbance = disturbance }
  }

  private static func pair(_ body: String, _ other: String) -> [String] {
    body < other ? [body, other] : [other, body]
  }

  /// Turns a radio on.
  public func open(_ session: RadioSession) -> Transmission {
    state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.radios[number] = Radio(session: session)
      state.listen(number, session)
      return Transmission(number: number)
    }
  }

  /// Lets an open radio go on with other parameters; what it has received stays.
  public func change(_ transmission: Transmission, to session: RadioSession) {
    state.withLock { state in
      guard let before = state.radios[transmission.number]?.session else { return }
      state.unlisten(transmission.number, before)
      state.radios[transmission.number]?.session = session
      state.listen(transmission.number, session)
    }
  }

  /// Turns a radio off; again is harmless.
  public func close(_ transmission: Transmission) {
    state.withLock { state in
      guard let radio = state.radios.removeValue(forKey: transmission.number) else { return }
      state.unlisten(transmission.number, radio.session)
    }
  }

  /// Radios that are on.
  public var openSessions: Int { state.withLock { $0.radios.count } }

  /// Why a board does not hear others, in words: whose radio is off, and what the radios that are on do not
  /// have in common; empty where nothing of that is in the way.
  public func differences(of body: String, with others: [String]) -> [String] {
    let (sessions, blocked) = state.withLock { state in
      (state.radios.sorted { $0.key < $1.key }.map(\.value.session), state.blocked)
    }
    let own = sessions.filter { $0.body == body }
    guard !own.isEmpty else { return ["the radio of \(body) is off"] }
    return others.filter { $0 != body }.flatMap { other in
      let its = sessions.filter { $0.body == other }
      guard !its.isEmpty else { return ["the radio of \(other) is off"] }
      // Of several sessions those are meant that have the most in common.
      let all = own.flatMap { one in its.map { one.differences(from: $0) } }
      let least = all.min { $0.count < $1.count } ?? []
      let wall =
        blocked.contains(Self.pair(body, other)) ? ["no signal gets from one to the other"] : []
      return least + wall
    }
  }

  /// One ranging round of an open radio: an outcome for each of its peers, in their order.
  ///
  /// Both ends of a pair see the same measurement in the same block.
  public func round(_ transmission: Transmission, block: UInt32) -> [RoundOutcome] {
    state.withLock { state in
      guard let own = state.radios[transmission.number]?.session,
        let body = state.bodies[own.body]
      else { return [] }
      return own.peers.map { address in
        guard let peer = state.peer(of: own, at: address).flatMap({ state.radios[$0]?.session }),
          let other = state.bodies[peer.body]
        else { return RoundOutcome(address: address, fix: nil) }
        let names = Self.pair(own.body, peer.body)
        guard !state.blocked.contains(names) else {
          return RoundOutcome(address: address, fix: nil)
        }
        // Both ends of a pair see one measurement, so chance comes in the order of their names.
        let pair = names.joined(separator: "/")
        let (mine, its) = (state.faulty[own.body], state.faulty[peer.body])
        // Where ranges are measured again and again, each session has a noise of its own: both
        // ends of one have its STS in common.
        let session = mine == nil && its == nil ? "" : "/\(own.air.sts)"
        var fix = measure(
          body, other, round: "\(pair)/\(block)\(session)",
          state.disturbance ?? Disturbance(of: furnishing))
        if mine != nil || its != nil {
          var random = LabRandom(seed: seed, stream: "errors/\(pair)/\(block)\(session)")
          let isFirst = names[0] == own.body
          fix?.spoil(
            by: isFirst ? mine : its, isFirst ? its : mine, channel: Int(own.air.channel),
            truth: body.position.distance(to: other.position), at: clock?(), &random)
          if let mine, let azimuth = fix?.bearing.azimuth {
            fix?.bearing.azimuth = mine.errors.seen(
              azimuth, raised: mine.phases[Int(own.air.channel)] ?? 0)
          }
        }
        return RoundOutcome(address: address, fix: fix)
      }
    }
  }

  /// Messages that a radio holds for a board that does not take them; more are lost.
  static let inboxLimit = 16

  /// Carries data from an open radio to one of its peers, which takes it in its next round; lost
  /// where a round would be.
  public func send(
    _ bytes: [UInt8], sequenceNumber: UInt16, to address: [UInt8], from transmission: Transmission
  ) {
    state.withLock { state in
      guard let own = state.radios[transmission.number]?.session,
        let number = state.peer(of: own, at: address), let peer = state.radios[number],
        let here = state.bodies[own.body]?.position,
        let there = state.bodies[peer.session.body]?.position,
        furnishing.obstruction(here, there) != nil,
        !state.blocked.contains(Self.pair(own.body, peer.session.body)),
        peer.inbox.count < Room.inboxLimit
      else { return }
      state.radios[number]?.inbox.append(
        RadioMessage(sender: own.address, sequenceNumber: sequenceNumber, bytes: bytes))
    }
  }

  /// Messages that an open radio has received since it was last asked, oldest first.
  public func takeMessages(_ transmission: Transmission) -> [RadioMessage] {
    state.withLock { state in
      guard let messages = state.radios[transmission.number]?.inbox, !messages.isEmpty else {
        return []
      }
      state.radios[transmission.number]?.inbox = []
      return messages
    }
  }

  private func measure(
    _ body: Body, _ other: Body, round: String, _ disturbance: Disturbance
  ) -> RoundOutcome.Fix? {
    guard let obstruction = furnishing.obstruction(body.position, other.position) else {
      return nil
    }
    let truth = body.position.distance(to: other.position)
    var detour = 0.0
    if disturbance.loss > 0 || disturbance.multipath > 0 {
      var chance = LabRandom(seed: seed, stream: "radio/\(round)")
      guard chance.unit() >= disturbance.loss else { return nil }
      if chance.unit() < 0.1 { detour = disturbance.multipath }
    }
    var random = LabRandom(seed: seed, stream: "noise/\(round)")
    return RoundOutcome.Fix(
      distance: furnishing.noise.applied(to: truth + obstruction.delay + detour, &random),
      bearing: Bearing(from: body.position, facing: body.facing, to: other.position),
      // Free space at 8 GHz, seen from a typical module: about -62 dBm at one metre.
      rssi: -62 - 20 * log10(max(truth, 0.1)) - obstruction.loss
        - (disturbance.lineOfSight ? 0 : 12),
      lineOfSight: disturbance.lineOfSight && !obstruction.isShadowed)
  }
}
