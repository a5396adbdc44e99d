import LabRuntime

/// The clock of a board, which runs a little faster or slower than the lab's.
struct BoardClock: Sendable {
  /// Parts per million that it runs too fast; negative: too slow.
  var drift = 0

  func local(_ instant: LabInstant) -> LabInstant {
    guard drift != 0 else { return instant }
    return LabInstant(
      nanoseconds: instant.nanoseconds &+ share(of: instant.nanoseconds, Int64(drift)))
  }

  /// When the board takes the time for `local`, or a moment later.
  func global(_ local: LabInstant) -> LabInstant {
    guard drift != 0, local.nanoseconds < .max / 2 else { return local }
    var instant = LabInstant(
      nanoseconds: local.nanoseconds &- share(of: local.nanoseconds, Int64(drift)))
    // The share was that of another moment; what is due must have come when the board is woken.
    while self.local(instant) < local {
      instant.nanoseconds &+= 1 + (local.nanoseconds &- self.local(instant).nanoseconds) / 2
    }
    return instant
  }

  private func share(of nanoseconds: Int64, _ millionths: Int64) -> Int64 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return whole &* millionths &+ rest &* millionths / 1_000_000
  }
}
