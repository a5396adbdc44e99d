import Bench

/// What a unit of a board's value is worth, by what its changes did.
extension CalibrationPass {
  /// Learns what a unit is worth from all that was changed so far; where a change shows no effect, the
  /// power is cut once and it is measured again.
  func judgeSlopes(
    _ boards: inout [CalibratedBoard], _ solution: DelaySolver.Solution
  ) async throws {
    let before = boards
    var faults = learn(&boards, solution)
    let idle = Set(faults.filter { $0.fault.code == .noEffect }.map(\.index))
    if !idle.isEmpty, settings.cutsPower,
      subjects.contains(where: { boards[$0].board.canCutPower })
    {
      boards = before
      try await cyclePower(&boards)
      observe(&boards, solution, withoutEffect: idle)
      // Half of the ranges tell what a power cut did: the whole time is limited.
      faults = learn(&boards, try await measure(share: 0.5))
      if faults.isEmpty { state.remark("a new value takes effect after a power cut alone") }
    }
    state.keep(boards)
    if let fault = faults.first?.fault { throw fault }
  }

  private func learn(
    _ boards: inout [CalibratedBoard], _ now: DelaySolver.Solution
  ) -> [(index: Int, fault: CalibrationFault)] {
    // Of two alone the sum moves with both: what one unit is worth is told of both together.
    if plan.isSplit {
      defer { observe(&boards, now) }
      return learnTogether(&boards, now)
    }
    observe(&boards, now)
    return subjects.filter { boards[$0].isTouched }.compactMap { index in
      Self.learn(&boards[index]).map { (index, $0) }
    }
  }

  private static func learn(_ board: inout CalibratedBoard) -> CalibrationFault? {
    guard let slope = board.line.slope, board.line.reach > 0 else { return nil }
    guard board.line.misfit <= bend else {
      return CalibrationFault(
        .otherSlope, board.name,
        "ranges do not follow \(board.access.key) in a line: off it by "
          + Centimetres.plain(board.line.misfit),
        advice: "Does this firmware work with the value that is read back?")
    }
    let step = Double(board.line.reach)
    return Self.slope(
      &board, step: step, effect: slope.metres * step, error: slope.standardError * step)
  }

  private func learnTogether(
    _ boards: inout [CalibratedBoard], _ now: DelaySolver.Solution
  ) -> [(index: Int, fault: CalibrationFault)] {
    guard let start = state.passes.first?.solution else { return [] }
    let steps = subjects.map { index in
      Double(
        boards[index].value
          - (boards[index].access.number(in: boards[index].old) ?? boards[index].value))
    }
    let worth = zip(subjects, steps).map { $1 * boards[$0].access.nominalUnit }
    let whole = worth.reduce(0, +)
    guard whole != 0 else { return [] }
    let effect = 2 * (start.errors[0] - now.errors[0])
    let error = 2 * (start.standardErrors[0] + now.standardErrors[0])
    return zip(subjects, zip(steps, worth)).filter { $0.1.0 != 0 }.compactMap { index, change in
      let (step, worth) = change
      return Self.slope(
        &boards[index], step: step, effect: effect * worth / whole,
        error: error * abs(worth / whole)
      ).map { (index, $0) }
    }
  }

  /// What a unit may be worth, by what its documents say: half of it where the delay is that of one
  /// direction alone, twice where it counts for both.
  private static let slopes = 0.4...2.2

  private static func slope(
    _ board: inout CalibratedBoard, step: Double, effect: Double, error: Double
  ) -> CalibrationFault? {
    let expected = step * board.access.nominalUnit
    // A smaller change is lost in the noise.
    guard abs(expected) >= 5 * error + 0.02 else { return nil }
    let (share, doubt) = (effect / expected, certainty * error / abs(expected))
    let words =
      "\(board.access.key) was changed by \(Int(step)), and ranges by "
      + "\(Centimetres.signed(-effect)) where \(Centimetres.signed(-expected)) was expected"
    if abs(share) < 0.3, abs(share) - doubt < 0.1 {
      return CalibrationFault(
        .noEffect, board.name, words,
        advice: "Does this firmware use the value, and does the board need a restart that the rig "
          + "cannot give it (power:)?")
    }
    guard share > 0, share + doubt >= slopes.lowerBound, share - doubt <= slopes.upperBound else {
      return CalibrationFault(
        .otherSlope, board.name, words,
        advice: "A unit of this firmware is not the 15.65 ps that its documents say")
    }
    board.slope = effect / step
    return nil
  }
}
