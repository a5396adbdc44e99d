import NearbySession
import RangingOOB
import Runner

/// Messages of several technologies (Ranging OOB §6.1, §14.5).
extension OOBExchange {
  /// Asserts that the answer to a stop of more than ultra-wideband, which alone ranges, tells what
  /// is on the air then. Some refuse a stop of what was not configured (NCS), by silence or by an
  /// answer without it.
  func requireTruth(ofStop set: OOBTechnologySet) async throws {
    let radio = try await range("it ranges")
    switch try await stop(set)?.contains(OOBTechnology.uwb) {
    case true?:
      try await requireSilence(
        of: radio, after: .seconds(1), "nothing is on the air behind a stop of \(set)")
    case false?:
      try await radio?.requireRanging(
        rounds: 5, "what the answer to a stop of \(set) leaves out goes on")
    case nil: context.step("a stop of \(set) is not answered")
    }
    try await end(radio)
  }

  /// Asserts that a stop right behind a configuration leaves nothing on the air.
  func requireStopWhileItStarts() async throws {
    let own = try await ultraWideband()
    let block = self.block(for: own)
    let radio = try await context.radio(RadioOrder(block, board: own.address))
    try await board.send(Self.message(block))
    try await board.send(OOBMessage(version: 1, .stopRequest(.uwb)))
    try await requireSilence(
      of: radio, after: .seconds(1), "nothing is on the air behind a stop while it starts")
    try await end(radio)
  }

  /// Asserts that the answers to configurations of one technology after the other have that one alone.
  func requireAnswersOfEach() async throws {
    let own = try await ultraWideband()
    let other = OOBTechnologySet([OOBTechnology.rssi])
    let set = try await requireAnswer(toConfigurationOf: .rssi(.init()), within: other)
    // Some hold technologies together, or take one at a time: the first has nothing beside it.
    try context.require(
      set != [], "a technology that is announced starts alone", expected: "\(other)",
      got: set.map { "\($0)" } ?? "no answer")
    _ = try await requireAnswer(toConfigurationOf: .uwb(block(for: own)), within: .uwb)
    _ = try await stop(OOBTechnologySet([OOBTechnology.uwb, OOBTechnology.rssi]))
  }

  /// Asserts that an answer has nothing but what is allowed; none is none of a violation.
  func require(
    _ answer: OOBTechnologySet?, within allowed: OOBTechnologySet, _ what: String
  ) throws {
    try context.require(
      answer?.isSubset(of: allowed) ?? true, what, expected: "\(allowed) at most",
      got: answer.map { "\($0)" } ?? "no answer")
  }

  /// The answer to a configuration of one technology, which has that one at most; nil for none.
  private func requireAnswer(
    toConfigurationOf block: ConfigurationBlock, within allowed: OOBTechnologySet
  ) async throws -> OOBTechnologySet? {
    let set = try await configure(Self.message([block]))
    try require(set, within: allowed, "the answer to a configuration of one technology")
    return set
  }

  /// Asserts that what cannot start is not told beside signal strength, which can.
  func requireNoUWB(of block: ConfigurationBlock.UWB) async throws {
    let other = OOBTechnologySet([OOBTechnology.rssi])
    guard try await capabilities(.known).content.technologies.isSuperset(of: other) else { return }
    let set = try await configure(Self.message([.uwb(block), .rssi(.init())]))
    try context.require(
      set?.contains(OOBTechnology.uwb) != true,
      "a channel that was not announced is not reported as started beside signal strength",
      expected: "no uwb, or no answer", got: set.map { "\($0)" } ?? "no answer")
    _ = try await stop(other)
  }

  /// Asserts that the answer to such a stop has ultra-wideband, or leaves it to the next stop, and
  /// nothing that is not allowed.
  func requireAnswer(
    toStop set: OOBTechnologySet, within allowed: OOBTechnologySet
  ) async throws {
    try await range("it ranges")
    let answer = try await stop(set)
    try require(answer, within: allowed, "the answer to a stop of \(set)")
    guard answer?.contains(OOBTechnology.uwb) != true else { return }
    // It was refused, and ultra-wideband is there to be stopped.
    let alone = try await stop()
    try context.require(
      answer == nil || alone?.contains(OOBTechnology.uwb) ?? true,
      "the answer to a stop of what the stop before it left out", expected: "uwb",
      got: alone.map { "\($0)" } ?? "no answer")
  }

  /// Starts ultra-wideband with others, and stops what has started of them: some take one
  /// technology at a time. What that was; nil where the accessory does not say.
  ///
  /// - Parameter first: what is stopped alone before the rest.
  func requireStop(
    ofUWBWith others: [ConfigurationBlock], first: OOBTechnologySet = []
  ) async throws -> OOBTechnologySet? {
    let own = try await ultraWideband()
    let block = self.block(for: own)
    let (radio, started) = try await start(
      Self.message([.uwb(block)] + others), block, with: own, rounds: 1, "all range")
    var left = started
    if let started, !first.isEmpty, started.isSuperset(of: first) {
      let answer = try await stop(first)
      try context.require(
        answer?.isSubset(of: first) ?? true, "the answer to a stop of one of several",
        expected: "\(first)", got: answer.map { "\($0)" } ?? "no answer")
      left = started.subtracting(first)
    }
    let stopped = try await stop(left ?? .uwb)
    if let started, let left {
      try context.require(
        stopped == nil || stopped == left, "the answer to a stop of all that ranges",
        expected: "\(left)", got: stopped.map { "\($0)" } ?? "no answer")
      try await requireSilence(
        of: radio, after: .seconds(1), "nothing is on the air behind a stop of \(started)")
    }
    try await radio?.stop()
    return started
  }

  /// Whether a configuration is answered with nothing that started, as from one that takes one technology
  /// at a time (Atmosic); what did start is stopped.
  func isRefused(_ message: OOBMessage) async throws -> Bool {
    let set = try await configure(message)
    if set != [] { _ = try await stop(set ?? .uwb) }
    return set == []
  }

  /// Asserts that ultra-wideband starts behind another block as it does in front of it; on an
  /// accessory that takes one technology at a time it alone is to start.
  func requireEitherOrder(takesBoth: Bool) async throws {
    let both = OOBTechnologySet([OOBTechnology.uwb, OOBTechnology.rssi])
    let started = takesBoth ? both : OOBTechnologySet.uwb
    if !takesBoth {
      let own = try await ultraWideband()
      let set = try await configure(
        Self.message([.uwb(self.block(for: own)), .rssi(.init())], start: started))
      _ = try await stop()
      // Some start all that they are to configure, or nothing (NCS).
      guard set?.contains(OOBTechnology.uwb) == true else { return }
    }
    let own = try await ultraWideband()
    let block = self.block(for: own)
    let radio = try await range(
      Self.message([.rssi(.init()), .uwb(block)], start: started), block, with: own, rounds: 1,
      "ultra-wideband starts from behind another block")
    try await end(radio, started)
  }
}
