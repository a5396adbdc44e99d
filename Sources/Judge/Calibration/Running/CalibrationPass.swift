import Bench
import LabRuntime
import RigFile
import Room
import Statistics

/// The steps of a calibration, from the first range to the proof.
struct CalibrationPass {
  let bench: Bench
  let plan: CalibrationPlan
  let watcher: any CalibrationWatcher
  let state: CalibrationState

  init(_ calibration: CalibrationBench, _ state: CalibrationState) {
    bench = calibration.bench
    plan = calibration.plan
    watcher = calibration.watcher
    self.state = state
  }

  private var settings: CalibrationPlan.Settings { plan.settings }
  private var subjects: Range<Int> { plan.subjects }

  /// Corrections at most.
  private static let corrections = 6
  /// An error that is not worth a correction, in metres: two units.
  private static let negligible = 0.01

  func run() async throws {
    var boards = try await contact()
    try await warmUp()
    let start = try await measure(isFirst: true)
    guard subjects.contains(where: { abs(start.errors[$0]) > Self.negligible }) else {
      state.remark("every board is right already, so nothing was written")
      state.setCalibrated()
      return
    }
    try watcher.willWrite(CalibrationUndoDocument(plan, boards))
    var solution = start
    for turn in 1...Self.corrections {
      try await correct(&boards, by: solution)
      // The last look is at what a board has after it was powered again.
      if turn > 1 { try await cyclePower(&boards) }
      solution = try await measure()
      try await judgeSlopes(&boards, from: start, to: &solution)
      let worst = subjects.map { abs(solution.errors[$0]) }.max() ?? 0
      if worst <= (turn > 1 ? settings.limit : 0.003) {
        if turn == 1 { try await cyclePower(&boards) }
        try await check(solution)
        state.setCalibrated()
        return
      }
    }
    let worst = subjects.max { abs(solution.errors[$0]) < abs(solution.errors[$1]) } ?? 0
    throw CalibrationFault(
      .notConverged, plan.boards[worst].name,
      "after \(Self.corrections) corrections it is still off by "
        + Centimetres.signed(solution.errors[worst]),
      advice: "Do the boards stand still, in line of sight and away from metal?")
  }

  private func contact() async throws -> [CalibratedBoard] {
    var boards: [CalibratedBoard] = []
    for (index, description) in plan.boards.enumerated() {
      guard let board = bench.board(named: description.name) else { continue }
      watcher.step("asking \(board.name)")
      if subjects.contains(index) {
        boards.append(try await CalibratedBoard(board, settings))
        state.keep(boards)
      } else {
        try await CalibratedBoard.identify(board)
      }
    }
    return boards
  }

  private func warmUp() async throws {
    guard settings.warmUp > .zero else { return }
    watcher.step("letting the boards warm up")
    let rounds = Int(settings.warmUp / settings.interval) / max(1, plan.pairs.count)
    for pair in plan.pairs { _ = try await sample(pair, pair.distance, count: max(1, rounds)) }
  }

  // MARK: Measuring

  private func sample(
    _ pair: CalibrationPlan.Pair, _ distance: Double, count: Int
  ) async throws -> PairSample {
    let names = [pair.pair.one, pair.pair.other].map { plan.boards[$0].name }
    guard let one = bench.board(named: names[0]), let other = bench.board(named: names[1]) else {
      throw CalibrationFault(.failed, names[0], "the bench has no such board")
    }
    return try await PairRanging(bench: bench, settings: settings)
      .sample(one, other, truth: distance, count: count)
  }

  private func measure(isFirst: Bool = false) async throws -> DelaySolver.Solution {
    var samples: [PairSample] = []
    for pair in plan.pairs {
      let names = [plan.boards[pair.pair.one].name, plan.boards[pair.pair.other].name]
      watcher.step("\(names[0]) ranges with \(names[1])")
      var sample = try await sample(pair, pair.distance, count: settings.ranges)
      if isFirst, Self.isDrifting(sample) {
        sample = try await self.sample(pair, pair.distance, count: settings.ranges)
      }
      watcher.measured(names[0], names[1], sample)
      if isFirst { try Self.judge(sample, names.joined(separator: " and ")) }
      samples.append(sample)
    }
    let isUsable = samples.map { 5 * $0.distances.count >= 3 * settings.ranges }
    var errors: [DelaySolver.PairError] = []
    for (place, pair) in plan.pairs.enumerated() where isUsable[place] {
      guard let error = samples[place].error else { continue }
      errors.append(
        .init(pair.pair, metres: error, standardError: samples[place].standardError))
    }
    let solver = DelaySolver(plan.boards.count, known: plan.known, pairs: errors)
    // With a pair less than planned two boards may be left alone, which is another thing than two.
    guard let solution = solver.solution, solution.isSplit == plan.isSplit else {
      let lost = zip(plan.pairs, isUsable).first { !$0.1 }?.0.pair
      let names = plan.boards.map(\.name)
      throw CalibrationFault(
        .noRanges,
        lost.map { "\(names[$0.one]) and \(names[$0.other])" } ?? "the boards",
        "too few of \(settings.ranges) ranges gave a distance",
        advice: "Are both in line of sight and in reach of each other?")
    }
    state.add(.init(samples: samples, isUsable: isUsable, solution: solution))
    return solution
  }

  private static func isDrifting(_ sample: PairSample) -> Bool {
    guard let drift = sample.drift else { return false }
    return abs(drift.metres) - 3 * drift.standardError > 0.01
  }

  private static func judge(_ sample: PairSample, _ names: String) throws {
    if isDrifting(sample), let drift = sample.drift {
      throw CalibrationFault(
        .drifting, names,
        "ranges moved by \(Centimetres.signed(drift.metres)) during \(sample.distances.count) of "
          + "them, twice",
        advice: "Let the boards warm up (--warm-up 30m), and see that nothing moves")
    }
    if let modes = sample.distances.twoModes, modes.high - modes.low > 0.15 {
      throw CalibrationFault(
        .twoModes, names,
        "ranges fall into two groups, at \(Centimetres.metres(modes.low)) and "
          + Centimetres.metres(modes.high),
        advice: "Turn the boards, move metal away, or look for another firmware")
    }
  }

  // MARK: Correcting

  private func correct(
    _ boards: inout [CalibratedBoard], by solution: DelaySolver.Solution
  ) async throws {
    for index in subjects {
      let unit = boards[index].slope ?? boards[index].access.nominalUnit
      let step = Int((solution.errors[index] / unit).rounded())
      guard step != 0 else { continue }
      let target = boards[index].value + step
      let start = boards[index].old[boards[index].access.key] ?? target
      let most = Int(
        Double(settings.mostUnits) * metresPerTick / boards[index].access.nominalUnit)
      guard boards[index].access.range.contains(target) else {
        throw CalibrationFault(
          .outOfBounds, boards[index].name,
          "\(boards[index].access.key) would have to become \(target), and the firmware takes "
            + "\(boards[index].access.range.lowerBound) to \(boards[index].access.range.upperBound)"
        )
      }
      guard abs(target - start) <= most else {
        throw CalibrationFault(
          .outOfBounds, boards[index].name,
          "\(boards[index].access.key) would have to go from \(start) to \(target), more than "
            + "\(most) units",
          advice: "Are the positions in the rig file right, and from antenna to antenna?")
      }
      watcher.step("\(boards[index].name): \(boards[index].access.key) becomes \(target)")
      // Before a byte of it leaves, so that it is put back whatever happens.
      boards[index].isTouched = true
      state.keep(boards)
      defer { state.keep(boards) }
      try await boards[index].set(target)
    }
  }

  /// Takes the power away and looks whether the values are still there.
  private func cyclePower(_ boards: inout [CalibratedBoard]) async throws {
    guard settings.cutsPower else { return }
    for index in subjects where boards[index].isTouched && boards[index].board.canCutPower {
      let name = boards[index].name
      watcher.step("\(name): power off and on")
      let before = boards[index].value
      boards[index].board.session.close(reason: "to be powered off")
      _ = try await boards[index].board.cutPower(for: .seconds(1))
      try await CalibratedBoard.identify(boards[index].board)
      let values = try await boards[index].access.values
      boards[index].value = values[boards[index].access.key] ?? before
      state.keep(boards)
      guard boards[index].value == before else {
        state.setKept(false)
        throw CalibrationFault(
          .notKept, name,
          "after a power cut \(boards[index].access.key) is \(boards[index].value), not \(before)",
          advice:
            "This firmware wants its calibration at every start: give it in setup: of the rig "
            + "file, or store it with the vendor's tool")
      }
      if state.isKept == nil { state.setKept(true) }
    }
  }

  // MARK: What a unit is worth

  /// Learns what a unit is worth from all that was changed so far; where a change shows no effect, the
  /// power is cut once and it is measured again.
  private func judgeSlopes(
    _ boards: inout [CalibratedBoard], from start: DelaySolver.Solution,
    to solution: inout DelaySolver.Solution
  ) async throws {
    var fault = learn(&boards, start, solution)
    if fault?.code == .noEffect, settings.cutsPower,
      subjects.contains(where: { boards[$0].board.canCutPower })
    {
      try await cyclePower(&boards)
      solution = try await measure()
      fault = learn(&boards, start, solution)
      if fault == nil { state.remark("a new value takes effect after a power cut alone") }
    }
    state.keep(boards)
    if let fault { throw fault }
  }

  private func learn(
    _ boards: inout [CalibratedBoard], _ start: DelaySolver.Solution,
    _ now: DelaySolver.Solution
  ) -> CalibrationFault? {
    // Of two alone the sum moves with both: what one unit is worth is told of both together.
    if plan.isSplit { return learnTogether(&boards, start, now) }
    for index in subjects {
      let effect = start.errors[index] - now.errors[index]
      let error =
        (start.standardErrors[index] * start.standardErrors[index] + now.standardErrors[index]
        * now.standardErrors[index]).squareRoot()
      let old = boards[index].old[boards[index].access.key] ?? boards[index].value
      if let fault = Self.slope(
        &boards[index], step: boards[index].value - old, effect: effect, error: error)
      {
        return fault
      }
    }
    return nil
  }

  private func learnTogether(
    _ boards: inout [CalibratedBoard], _ start: DelaySolver.Solution,
    _ now: DelaySolver.Solution
  ) -> CalibrationFault? {
    let steps = subjects.map { index in
      boards[index].value - (boards[index].old[boards[index].access.key] ?? boards[index].value)
    }
    let worth = zip(subjects, steps).map { Double($1) * boards[$0].access.nominalUnit }
    let whole = worth.reduce(0, +)
    guard whole != 0 else { return nil }
    let effect = 2 * (start.errors[0] - now.errors[0])
    let error = 2 * (start.standardErrors[0] + now.standardErrors[0])
    for (place, index) in subjects.enumerated() {
      if let fault = Self.slope(
        &boards[index], step: steps[place], effect: effect * worth[place] / whole,
        error: error * abs(worth[place] / whole))
      {
        return fault
      }
    }
    return nil
  }

  private static func slope(
    _ board: inout CalibratedBoard, step: Int, effect: Double, error: Double
  ) -> CalibrationFault? {
    let expected = Double(step) * board.access.nominalUnit
    // A smaller change is lost in the noise.
    guard abs(expected) >= 5 * error + 0.02 else { return nil }
    let share = effect / expected
    let words =
      "\(board.access.key) was changed by \(step), and ranges by \(Centimetres.signed(-effect)) "
      + "where \(Centimetres.signed(-expected)) was expected"
    if abs(share) < 0.3 {
      return CalibrationFault(
        .noEffect, board.name, words,
        advice: "Does this firmware use the value, and does the board need a restart that the rig "
          + "cannot give it (power:)?")
    }
    guard (0.6...1.7).contains(share) else {
      return CalibrationFault(
        .otherSlope, board.name, words,
        advice: "A unit of this firmware is not the 15.65 ps that its documents say")
    }
    board.slope = effect / Double(step)
    board.slopeError = error / abs(Double(step))
    return nil
  }

  // MARK: Another distance

  private func check(_ solution: DelaySolver.Solution) async throws {
    let pairs = plan.pairs.filter { $0.checkDistance != nil }
    guard !plan.checkPlaces.isEmpty, !pairs.isEmpty else { return }
    let names = plan.boards.map(\.name)
    try await watcher.moved(
      "Move \(names.joined(separator: ", ")) to the places of the second rig file.")
    for (place, name) in zip(plan.checkPlaces, names) {
      if let place { bench.room?.place(name, at: place) }
    }
    var samples: [PairSample] = []
    for pair in pairs {
      guard let distance = pair.checkDistance else { continue }
      watcher.step(
        "\(names[pair.pair.one]) ranges with \(names[pair.pair.other]) at another distance")
      let sample = try await sample(pair, distance, count: settings.ranges)
      watcher.measured(names[pair.pair.one], names[pair.pair.other], sample)
      samples.append(sample)
    }
    state.setCheck(samples)
    for (pair, sample) in zip(pairs, samples) {
      guard let error = sample.error else { continue }
      let left = abs(error) - 3 * sample.standardError
      guard left > Self.checkLimit else { continue }
      throw CalibrationFault(
        .notConfirmed, "\(names[pair.pair.one]) and \(names[pair.pair.other])",
        "at \(Centimetres.metres(sample.truth)) ranges are off by \(Centimetres.signed(error))",
        advice: "Was every board moved to its place? Else reflections are in the way, or the error "
          + "depends on the received power")
    }
  }

  private static let checkLimit = 0.05
}
