import Errors
import LabRuntime
import NearbySession
import RigFile
import Runner
import Statistics

/// The expectations of a step about distances to an accessory or a phone.
struct RangingChecks {
  let scenarioRun: ScenarioRun
  let observation: Observation
  /// File, line and step, for the report.
  let place: String

  private var context: CaseContext { scenarioRun.context }
  private var lab: Lab { scenarioRun.context.lab }

  /// Distances of rounds that begin from now on.
  @discardableResult
  func freshUpdates(_ count: Int, within limit: Duration? = nil) async throws -> [Double] {
    let block = observation.withState { $0.block }
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

  /// The next round in which the other side was heard; nil at the deadline.
  func nextUpdate(until deadline: LabInstant) async throws -> NearbyEvent.Update? {
    do throws(RigError) { return try await observation.updates.receive(until: deadline) } catch {
      switch error.code {
      case .timedOut: return nil
      case .cancelled: throw error
      default:
        let reason = observation.withState { $0.failure } ?? "it is gone"
        let running = scenarioRun.accessories.count {
          $0.observation.withState { $0.failure == nil }
        }
        // A radio that serves others has come to its limit; one without a session is at fault.
        guard running > 0 else {
          throw CaseEnding.rigFault("\(place): the phone's radio failed: \(reason)")
        }
        throw CaseEnding.skip(
          "the phone's radio does not do this, with \(running) sessions: \(reason)")
      }
    }
  }

  func assert(_ assertion: Assertion) async throws {
    switch assertion {
    case .distance(let metres, let tolerance):
      // The median of a few rounds: a single one may be far out.
      let median = try await freshUpdates(3).median ?? .nan
      try context.require(
        abs(median - metres) <= tolerance, place,
        expected: "\(metres) m, give or take \(tolerance) m", got: "\(Self.rounded(median)) m")
    case .zone(let zone, let isInside, let limit):
      try await requireZone(zone, isInside: isInside, changes: limit)
    case .direction(let isKnown): try await requireDirection(isKnown: isKnown)
    case .removed:
      let isRemoved = observation.withState { $0.isRemoved }
      try context.require(
        isRemoved, place, expected: "removed", got: isRemoved ? "removed" : "not removed")
    case .silent(let rounds):
      let start = lab.now
      let end = start.advanced(by: observation.withState { $0.block } * rounds)
      while let update = try await nextUpdate(until: end) {
        guard update.at > start else { continue }
        throw context.violation(
          place, expected: "not heard for \(rounds) blocks",
          got: "heard at \(Self.rounded(update.distanceMetres)) m")
      }
      try context.require(
        true, place, expected: "not heard for \(rounds) blocks", got: "not heard")
    // What messages say is known of accessories alone.
    case .state: break
    }
  }

  /// The majority of a few rounds: one alone may have missed its angle.
  private func requireDirection(isKnown: Bool) async throws {
    try await freshUpdates(3)
    let sights = observation.withState { $0.sights.suffix(3) }
    guard sights.contains(where: { $0 != .unmeasured }) else {
      throw CaseEnding.skip("the phone's radio measures no direction")
    }
    let known = sights.count { $0 == .inView }
    try context.require(
      (known * 2 > sights.count) == isKnown, place,
      expected: isKnown ? "a direction" : "no direction",
      got: "a direction in \(known) of \(sights.count) rounds")
  }

  private func requireZone(_ zone: Zone, isInside: Bool, changes limit: Int?) async throws {
    try await freshUpdates(Observation.settling)
    let (inside, changes, recent) = observation.withState {
      ($0.zones.inside.contains(zone.name), $0.changes[zone.name] ?? 0, $0.recent)
    }
    let words = recent.map { "\(Self.rounded($0))" }.joined(separator: ", ")
    try context.require(
      inside == isInside, place,
      expected: "\(isInside ? "inside" : "outside") (in below \(zone.enter) m, out above "
        + "\(zone.leave) m)",
      got: "\(inside ? "inside" : "outside") after \(words) m")
    guard let limit else { return }
    try context.require(
      changes <= limit, place, expected: "entered and left at most \(limit) times",
      got: "\(changes) times")
  }

  private static func rounded(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }
}
