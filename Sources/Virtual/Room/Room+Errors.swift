import LabRuntime

/// A radio that has errors, with what its board has done against them.
struct FaultyRadio: Sendable {
  var errors: RadioErrors
  /// Units by which the delay of a channel is raised.
  var raised: [RadioErrors.Offset] = []
  /// Radians by which the offset of phases is raised, by channel.
  var phases: [Int: Double] = [:]
  var powered: LabInstant?

  func constant(channel: Int, at now: LabInstant?) -> Double {
    let seconds =
      now.map { (powered ?? $0).duration(to: $0).inMilliseconds / 1000 } ?? .infinity
    return errors.constant(
      channel: channel, seconds: seconds,
      raised: raised.first { $0.channel == channel }?.metres ?? 0)
  }
}

extension RoundOutcome.Fix {
  /// Adds what the radios of both ends make wrong.
  mutating func spoil(
    by one: FaultyRadio?, _ other: FaultyRadio?, channel: Int, truth: Double, at now: LabInstant?,
    _ random: inout LabRandom
  ) {
    for radio in [one, other] {
      guard let radio else { continue }
      rssi += radio.errors.floorGain(truth) / 2
      distance += radio.constant(channel: channel, at: now) + radio.errors.chance(&random)
      distance += radio.errors.powerBias * RadioErrors.bias(at: rssi) / 2
    }
  }
}
