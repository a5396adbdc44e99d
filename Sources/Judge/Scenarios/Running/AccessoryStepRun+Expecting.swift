import LabRuntime
import NearbyAccessory
import NearbySession
import RigFile
import Runner

extension AccessoryStepRun {
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
        throw context.violation(place, expected: "nothing for \(limit)", got: received.description)
      }
      try context.require(true, place, expected: "nothing for \(limit)", got: "nothing")
    case .update: try await checks.freshUpdates(1, within: limit)
    case .removed: try await expectRemoval(within: limit)
    // The camera knows of phones alone.
    case .converged: break
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

  private func expectRemoval(within limit: Duration?) async throws {
    let timeout = context.limits.removalTimeout
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
        return try context.require(
          true, place, expected: "not heard for \(timeout)", got: "not heard for \(timeout)")
      }
      guard lab.now < end else {
        throw context.violation(
          place, expected: "not heard for \(timeout) within \(patience)", got: "it is still heard")
      }
      _ = try await checks.nextUpdate(until: min(due, end))
    }
  }

  func assert(_ assertion: Assertion) async throws {
    guard case .state(let wanted) = assertion else { return try await checks.assert(assertion) }
    let state = accessory.withState { $0.state }
    try context.require(state == wanted, place, expected: wanted.rawValue, got: state.rawValue)
  }
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
