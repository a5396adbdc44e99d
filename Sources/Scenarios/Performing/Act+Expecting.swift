import LabRuntime
import NearbyAccessory
import NearbySession
import Rig
import Runner

extension Act {
  func expect(_ expectation: Expectation, within limit: Duration?) async throws {
    switch expectation {
    case .configurationData:
      try read(try await require(expectation, limit ?? context.limits.accessoryAnswer))
    case .didStart:
      _ = try await require(expectation, limit ?? context.limits.accessoryStart)
      accessory.withState { $0.state = .started }
    case .didStop:
      _ = try await require(expectation, limit ?? context.limits.stopAnswer)
      accessory.withState { $0.state = .stopped }
    case .nothing:
      let limit = limit ?? context.limits.silence
      let deadline = lab.now.advanced(by: limit)
      while let received = try await board.next(until: deadline) {
        if board.declares(received) { continue }
        throw context.violation(place, expected: "nothing for \(limit)", got: received.words)
      }
      try context.require(true, place, expected: "nothing for \(limit)", got: "nothing")
    case .update: _ = try await freshUpdates(1, within: limit)
    case .removed: try await expectRemoval(within: limit)
    }
  }

  /// The next message of the accessory, which must be this one.
  private func require(
    _ expectation: Expectation, _ limit: Duration
  ) async throws -> AccessoryBoard.Received {
    try await context.expect(expectation.identifier, from: board, within: limit, place)
  }

  /// The message of a kind, or nil when it does not come within its limit.
  func message(
    _ expectation: Expectation, ignoring: [AccessoryMessage.Identifier]
  ) async throws -> AccessoryBoard.Received? {
    let limit =
      expectation == .didStart ? context.limits.accessoryStart : context.limits.accessoryAnswer
    let deadline = lab.now.advanced(by: limit)
    while let received = try await board.next(until: deadline) {
      guard let identifier = received.message?.identifier else { return nil }
      if identifier == expectation.identifier { return received }
      if board.declares(received) || ignoring.contains(identifier) { continue }
      return nil
    }
    return nil
  }

  func read(_ received: AccessoryBoard.Received) throws {
    do {
      let configuration = try AccessoryConfigurationData.decode(received.message?.body ?? [])
      accessory.withState { state in
        state.configuration = configuration
        state.awaitsConfiguration = false
        state.state = .initialized
      }
    } catch {
      throw context.violation(
        place, expected: "configuration data that can be read", got: "\(error)")
    }
  }

  // MARK: What the radio hears

  /// Distances of rounds that begin from now on.
  @discardableResult
  func freshUpdates(_ count: Int, within limit: Duration? = nil) async throws -> [Double] {
    let block = accessory.withState { $0.block }
    let patience = limit ?? max(context.limits.accessoryStart, block * 5) + block * count
    let start = lab.now
    let deadline = start.advanced(by: patience)
    var distances: [Double] = []
    while distances.count < count {
      guard let update = try await nextUpdate(until: deadline) else {
        throw context.violation(
          place, expected: "\(count) updates within \(patience)", got: "\(distances.count)")
      }
      if update.at >= start { distances.append(update.distanceMetres) }
    }
    try context.require(
      true, place, expected: "\(count) updates within \(patience)", got: "\(distances.count)")
    return distances
  }

  /// The next round in which the accessory was heard; nil at the deadline.
  private func nextUpdate(until deadline: LabInstant) async throws -> NearbyEvent.Update? {
    do throws(LabError) { return try await accessory.updates.receive(until: deadline) } catch {
      switch error.code {
      case .timedOut: return nil
      case .cancelled: throw error
      default:
        let reason = accessory.withState { $0.failure } ?? "it is gone"
        let running = performance.accessories.count { $0.withState { $0.failure == nil } }
        // A radio that serves others has come to its limit; one that serves nobody is at fault.
        guard running > 0 else {
          throw CaseEnding.rigFault("\(place): the phone's radio failed: \(reason)")
        }
        throw CaseEnding.skip(
          "the phone's radio does not do this, with \(running) sessions: \(reason)")
      }
    }
  }

  private func expectRemoval(within limit: Duration?) async throws {
    let timeout = context.limits.removalTimeout
    let patience = limit ?? timeout + timeout
    let end = lab.now.advanced(by: patience)
    while true {
      guard let heard = accessory.withState({ $0.heardAt }) else {
        throw CaseEnding.rigFault("\(place): the accessory was not configured")
      }
      let due = heard.advanced(by: timeout)
      if lab.now >= due {
        performance.radio?.stop(accessory.index)
        accessory.withState { $0.isRemoved = true }
        return try context.require(
          true, place, expected: "not heard for \(timeout)", got: "not heard for \(timeout)")
      }
      guard lab.now < end else {
        throw context.violation(
          place, expected: "not heard for \(timeout) within \(patience)", got: "it is still heard")
      }
      _ = try await nextUpdate(until: min(due, end))
    }
  }

  func assert(_ assertion: Assertion) async throws {
    switch assertion {
    case .distance(let metres, let tolerance):
      // The median of a few rounds: a single one may be far out.
      let distances = try await freshUpdates(3).sorted()
      let median = distances[distances.count / 2]
      try context.require(
        abs(median - metres) <= tolerance, place,
        expected: "\(metres) m, give or take \(tolerance) m", got: "\(Self.rounded(median)) m")
    case .zone(let zone, let isInside):
      try await freshUpdates(Zone.window)
      let (inside, recent) = accessory.withState { ($0.inside[zone] ?? false, $0.recent) }
      let words = recent.map { "\(Self.rounded($0))" }.joined(separator: ", ")
      try context.require(
        inside == isInside, place,
        expected: "\(isInside ? "inside" : "outside") (in below \(zone.enter) m, out above "
          + "\(zone.leave) m)",
        got: "\(inside ? "inside" : "outside") after \(words) m")
    case .removed:
      let isRemoved = accessory.withState { $0.isRemoved }
      try context.require(
        isRemoved, place, expected: "removed", got: isRemoved ? "removed" : "not removed")
    case .silent(let rounds):
      let start = lab.now
      let end = start.advanced(by: accessory.withState { $0.block } * rounds)
      while let update = try await nextUpdate(until: end) {
        guard update.at > start else { continue }
        throw context.violation(
          place, expected: "not heard for \(rounds) blocks",
          got: "heard at \(Self.rounded(update.distanceMetres)) m")
      }
      try context.require(
        true, place, expected: "not heard for \(rounds) blocks", got: "not heard")
    case .state(let wanted):
      let state = accessory.withState { $0.state }
      try context.require(
        state == wanted, place, expected: wanted.rawValue, got: state.rawValue)
    }
  }

  private static func rounded(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }
}

extension Expectation {
  /// The message; did-stop for what is none.
  fileprivate var identifier: AccessoryMessage.Identifier {
    switch self {
    case .configurationData: .accessoryConfigurationData
    case .didStart: .didStart
    default: .didStop
    }
  }
}
