import LabRuntime
import NearbyAccessory
import NearbySession
import Rig
import Runner
import UCIHost

/// Radio truth: whether an accessory ranges is what the controller board measures, never what the
/// accessory says.
extension CaseContext {
  /// Configures the phone's radio for a session and starts it.
  func startRadio(
    for session: AccessorySession, tuning: (inout RangingParameters) -> Void = { _ in }
  ) async throws -> UCISession {
    var parameters = NearbySession.radioParameters(for: session.shareable, session.accessory)
    tuning(&parameters)
    let radio = try await radio().host().openSession(id: session.shareable.sessionIdentifier)
    try await radio.configure(parameters)
    try await radio.start()
    return radio
  }

  /// Configures both sides and awaits did-start; the radio runs first.
  func startRanging(
    _ session: AccessorySession, on accessory: AccessoryBoard
  ) async throws -> UCISession {
    let radio = try await startRadio(for: session)
    try await start(session, on: accessory)
    return radio
  }

  /// Asserts that as many rounds measure a distance; the first ones may fail until both have met.
  func expectRounds(
    _ count: Int, of session: AccessorySession, on radio: UCISession,
    _ what: String = "rounds measure a distance"
  ) async throws {
    let interval = Duration.milliseconds(Int(session.shareable.rangingDuration))
    let deadline = lab.now.advanced(by: interval * (count + 1) + limits.accessoryStart)
    var measured = 0
    var seen = 0
    while measured < count {
      guard let round = try await round(on: radio, until: deadline) else { break }
      seen += 1
      if round { measured += 1 }
    }
    try require(
      measured >= count, what, expected: "\(count) rounds with a distance",
      got: "\(measured) of \(seen) rounds with a distance")
  }

  /// Asserts that none of the next rounds measures a distance.
  ///
  /// - Parameter ignoring: rounds that may still measure one, before.
  func expectNoRounds(
    _ count: Int, ignoring: Int = 0, of session: AccessorySession, on radio: UCISession,
    _ what: String
  ) async throws {
    let interval = Duration.milliseconds(Int(session.shareable.rangingDuration))
    let deadline = lab.now.advanced(by: interval * (count + ignoring + 1) + limits.uciResponse)
    var measured = 0
    for index in 0..<ignoring + count {
      guard let round = try await round(on: radio, until: deadline) else {
        throw CaseEnding.inconclusive("the phone's radio reports no rounds")
      }
      if round, index >= ignoring { measured += 1 }
    }
    try require(
      measured == 0, what, expected: "no distance in \(count) rounds",
      got: "\(measured) rounds with a distance")
  }

  /// The next round: true when it measured a distance; nil when none is reported in time.
  private func round(on radio: UCISession, until deadline: LabInstant) async throws -> Bool? {
    do throws(UCIHostError) {
      let round = try await radio.nextMeasurements(until: deadline)
      return round.measurements.contains { $0.isSuccess }
    } catch {
      guard error.code == .timedOut else { throw error }
      return nil
    }
  }
}
