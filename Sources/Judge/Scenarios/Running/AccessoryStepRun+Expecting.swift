import LabRuntime
import NearbySession
import Notation
import RigFile
import Runner

extension AccessoryStepRun {
  func expect(_ expectation: Expectation, within limit: Duration?) async throws {
    switch expectation {
    case .configurationData: try await phone.expectConfiguration(within: limit)
    case .didStart:
      try await phone.expectStart(within: limit)
      accessory.withState { $0.state = .started }
    case .didStop:
      try await phone.expectStop(within: limit)
      accessory.withState { $0.state = .stopped }
    case .nothing:
      let limit = limit ?? context.limits.silence
      let strange = try await phone.strangeMessage(until: lab.now.advanced(by: limit))
      try context.require(
        strange == nil, place, expected: "nothing for \(limit)", got: strange ?? "nothing")
    case .update: try await checks.freshUpdates(1, within: limit)
    case .removed: try await expectRemoval(within: limit)
    // The camera knows of phones alone.
    case .converged: break
    }
  }

  // MARK: What the radio hears

  private func expectRemoval(within limit: Duration?) async throws {
    let timeout = try phone.removalTimeout
    let patience = limit ?? timeout + timeout
    let end = lab.now.advanced(by: patience)
    while true {
      guard let heard = accessory.observation.withState({ $0.heardAt }) else {
        throw CaseEnding.rigFault("\(place): the accessory was not configured")
      }
      let due = heard.advanced(by: timeout)
      if lab.now >= due {
        radio?.stop(accessory.index)
        accessory.observation.remove()
        try await phone.giveUp()
        return try context.require(
          true, place, expected: removal(after: timeout), got: "it was removed")
      }
      guard lab.now < end else {
        throw context.violation(
          place, expected: removal(after: timeout),
          got: "it still answers after \(DurationText.format(patience))")
      }
      _ = try await checks.nextUpdate(until: min(due, end))
    }
  }

  private func removal(after timeout: Duration) -> String {
    "the peer to be removed after \(DurationText.format(timeout)) of silence"
  }

  func assert(_ assertion: Assertion) async throws {
    guard case .state(let wanted) = assertion else { return try await checks.assert(assertion) }
    let state = accessory.withState { $0.state }
    try context.require(state == wanted, place, expected: wanted.rawValue, got: state.rawValue)
  }
}
