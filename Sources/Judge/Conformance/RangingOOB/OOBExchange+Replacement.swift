import NearbySession
import RangingOOB
import Runner

extension CapabilityBlock.UWB {
  /// A channel that the accessory does not announce; nil where it announces all.
  var unannouncedChannel: UInt8? {
    [5, 9, 6, 8].first { !channels.contains($0) }.map { UInt8($0) }
  }
}

/// Configurations that come while an accessory ranges: whether they are taken is left open, and what it
/// says of them is not (Ranging OOB §6.1, §14.5).
extension OOBExchange {
  /// Asserts that what is said to have taken the place of what ranged does, as often as it is said.
  func requireReplacements(_ count: Int) async throws {
    let own = try await ultraWideband()
    let first = block(for: own)
    var interval = first.interval
    var radio = try await range(first, with: own, rounds: 1, "it ranges")
    for _ in 1...count {
      // Some have another address for each session.
      let own = try await ultraWideband()
      let block = block(for: own) { block in
        let rates = Self.rates(of: own, block.configID).prefix(2).map { UInt16($0) }
        block.interval = rates.first { $0 != interval } ?? interval
      }
      let (next, isTaken) = try await rangeIfTaken(
        Self.message(block), block, with: own, rounds: 2,
        "what takes the place of what ranged does")
      guard isTaken else {
        context.step("a configuration is not taken while it ranges, or not answered")
        break
      }
      try await radio?.stop()
      (radio, interval) = (next, block.interval)
    }
    _ = try await stop()
  }

  /// Sends a configuration that an accessory may refuse, and asserts that it ranges where it is taken.
  func rangeIfTaken(
    _ message: OOBMessage, _ block: ConfigurationBlock.UWB, with own: CapabilityBlock.UWB,
    rounds: Int = 1, _ what: String
  ) async throws -> (radio: PhoneRadio?, isTaken: Bool) {
    let radio = try await context.radioIfPresent(RadioOrder(block, board: own.address))
    let isTaken = try await configure(message)?.contains(OOBTechnology.uwb) == true
    if isTaken {
      try await radio?.requireRanging(
        rounds: rounds, what, again: retelling(message, isAnswered: true))
    }
    return (radio, isTaken)
  }

  /// Asserts that a stop ends what ranged when a configuration came that was refused; whether it went
  /// on until then is left open.
  func requireStopBehindRefusal() async throws {
    let own = try await ultraWideband()
    guard let channel = own.unannouncedChannel else { return }
    let radio = try await range(with: own, "it ranges")
    try await configure(block(for: own) { $0.channel = channel })
    _ = try await stop()
    try await requireSilence(
      of: radio, after: .seconds(1), "a stop behind a configuration that is refused ends ranging")
  }
}
