import Glibc
import LabRuntime
import Synchronization

extension Room {
  /// Gives a board a radio with errors.
  public func equip(_ body: String, with errors: RadioErrors) {
    state.withLock { $0.faulty[body] = FaultyRadio(errors: errors) }
  }

  /// The board was powered for the first time: it is cold. A second of darkness later cools
  /// nothing.
  public func powerUp(_ body: String) {
    let now = clock?() ?? .zero
    state.withLock { state in
      guard state.faulty[body]?.powered == nil else { return }
      state.faulty[body]?.powered = now
    }
  }

  /// Sets by how many units the delay of a board's antenna is above the usual one.
  public func raiseDelay(of body: String, channel: Int, by units: Double) {
    state.withLock { $0.faulty[body]?.raised[channel] = units }
  }

  /// The offset of the phases of a board's antennas is this many radians.
  public func offsetPhases(of body: String, channel: Int, by radians: Double) {
    state.withLock { $0.faulty[body]?.phases[channel] = radians }
  }

  /// The offset of the phases of a board's antennas, in radians.
  public func offsetPhases(of body: String, channel: Int) -> Double {
    state.withLock { $0.faulty[body]?.phases[channel] ?? 0 }
  }

  /// Units by which the delay of a board's antenna is above the usual one.
  public func raisedDelay(of body: String, channel: Int) -> Double {
    state.withLock { $0.faulty[body]?.raised[channel] ?? 0 }
  }

  /// What the antenna of a board makes every range too long by at this moment, in metres.
  public func error(of body: String, channel: Int) -> Double {
    let now = clock?()
    return state.withLock { $0.faulty[body]?.constant(channel: channel, at: now) ?? 0 }
  }
}

/// A radio that has errors, with what its board has done against them.
struct FaultyRadio: Sendable {
  var errors: RadioErrors
  /// Units by which the delay is raised, by channel.
  var raised: [Int: Double] = [:]
  /// Radians by which the offset of phases is raised, by channel.
  var phases: [Int: Double] = [:]
  var powered: LabInstant?

  /// The constant part of its error on a channel at a moment; long after power-up in a room without a
  /// clock.
  func constant(channel: Int, at now: LabInstant?) -> Double {
    let seconds =
      now.map { (powered ?? $0).duration(to: $0).inMilliseconds / 1000 } ?? .infinity
    let missing = errors.warming * exp(-max(0, seconds) / max(1, errors.warmUpSeconds))
    return (errors.offsets[channel] ?? 0) - missing * RadioErrors.metresPerDegree
      + errors.supply * RadioErrors.metresPerVolt - (raised[channel] ?? 0) * errors.metresPerUnit
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
