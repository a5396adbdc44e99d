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

  var settings: CalibrationPlan.Settings { plan.settings }
  var subjects: Range<Int> { plan.subjects }

  /// Corrections at most.
  private static let corrections = 6
  /// An error that is not worth a correction, in metres: one unit.
  private static let negligible = 0.005
  /// What a pass may be off the line of all of them, in metres, beyond its own doubt: boards still warm.
  static let bend = 0.015
  /// How sure it has to be, in standard errors.
  static let certainty = 3.0

  func run() async throws {
    var boards = try await contact()
    try await warmUp()
    observe(&boards, try await measure(isFirst: true))
    guard !subjects.allSatisfy({ isRight(boards[$0]) && error(of: boards[$0]) <= 0.01 }) else {
      state.remark("every board is right already, so nothing was written")
      state.setCalibrated()
      return
    }
    try watcher.willWrite(CalibrationUndoDocument(plan, boards))
    for turn in 1...Self.corrections {
      try await correct(&boards, isFirst: turn == 1)
      // The last look is at what a board has after it was powered again.
      if turn > 1 { try await cyclePower(&boards) }
      let solution = try await measure(share: share(boards, isFirst: turn == 1))
      try await lookAgain(&boards)
      try await judgeSlopes(&boards, solution)
      if turn > 1, subjects.allSatisfy({ isRight(boards[$0]) }) {
        try await check()
        state.setCalibrated()
        return
      }
    }
    let worst = subjects.max { error(of: boards[$0]) < error(of: boards[$1]) } ?? 0
    throw CalibrationFault(
      .notConverged, plan.boards[worst].name,
      "after \(Self.corrections) corrections it is not certain to be right within "
        + "\(Centimetres.plain(settings.limit)): off by \(Centimetres.plain(error(of: boards[worst])))",
      advice: "Do the boards stand still, in line of sight and away from metal? More ranges "
        + "(--ranges) tell more")
  }

  // MARK: What is known of a board

  /// Notes what a pass has found, with the values that the boards had.
  ///
  /// - Parameter idle: boards that ranged with their value of the pass before, whatever was written.
  func observe(
    _ boards: inout [CalibratedBoard], _ solution: DelaySolver.Solution,
    withoutEffect idle: Set<Int> = []
  ) {
    for index in subjects {
      let before = idle.contains(index) ? boards[index].line.last?.value : nil
      // Of two alone each pass tells the sum as it is now.
      if plan.isSplit { boards[index].line = DelayLine() }
      boards[index].line.add(
        value: before ?? boards[index].value, error: solution.errors[index],
        standardError: solution.standardErrors[index])
    }
    state.keep(boards)
  }

  private func estimate(_ board: CalibratedBoard) -> (metres: Double, standardError: Double) {
    board.line.error(at: board.value, unit: board.slope ?? board.access.nominalUnit)
      ?? (0, .infinity)
  }

  private func error(of board: CalibratedBoard) -> Double { abs(estimate(board).metres) }

  /// Whether a board is certain to be right within the limit, and to do what its value says.
  private func isRight(_ board: CalibratedBoard) -> Bool {
    let estimate = estimate(board)
    // What all passes say together must not outvote the last one.
    let last = board.line.last.map { abs($0.metres) - Self.certainty * $0.standardError } ?? 0
    return abs(estimate.metres) + Self.certainty * estimate.standardError <= settings.limit
      && last <= settings.limit && (!board.isTouched || board.slope != nil)
  }

  /// The share of the ranges that a pass takes. The first correction tells what a unit is worth, and what
  /// was measured before counts too, so that later passes can be shorter.
  private func share(_ boards: [CalibratedBoard], isFirst: Bool) -> Double {
    isFirst || subjects.allSatisfy { boards[$0].line.count > 2 } ? 0.75 : 1
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

  func measure(
    isFirst: Bool = false, share: Double = 1
  ) async throws -> DelaySolver.Solution {
    let ranges = max(1, Int(Double(settings.ranges) * share))
    var samples: [PairSample] = []
    for pair in plan.pairs {
      let names = [plan.boards[pair.pair.one].name, plan.boards[pair.pair.other].name]
      watcher.step("\(names[0]) ranges with \(names[1])")
      var sample = try await sample(pair, pair.distance, count: ranges)
      if isFirst, Self.isDrifting(sample) {
        sample = try await self.sample(pair, pair.distance, count: ranges)
      }
      watcher.measured(names[0], names[1], sample)
      if isFirst { try Self.judge(sample, names.joined(separator: " and ")) }
      samples.append(sample)
    }
    let isUsable = samples.map { 5 * $0.distances.count >= 3 * ranges }
    var errors: [DelaySolver.PairError] = []
    for (place, pair) in plan.pairs.enumerated() where isUsable[place] {
      guard let error = samples[place].error else { continue }
      errors.append(
        .init(pair: pair.pair, metres: error, standardError: samples[place].standardError))
    }
    let solver = DelaySolver(plan.boards.count, known: plan.known, pairs: errors)
    // With a pair less than planned two boards may be left alone, which is another thing than two.
    guard let solution = solver.solution, solution.isSplit == plan.isSplit else {
      let lost = zip(plan.pairs, isUsable).first { !$0.1 }?.0.pair
      let names = plan.boards.map(\.name)
      throw CalibrationFault(
        .noRanges,
        lost.map { "\(names[$0.one]) and \(names[$0.other])" } ?? "the boards",
        "too few of \(ranges) ranges gave a distance",
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

  /// Gives each board the value that would make it right; one that was never changed is moved far
  /// enough that the effect cannot be missed.
  private func correct(_ boards: inout [CalibratedBoard], isFirst: Bool) async throws {
    for index in subjects {
      let estimate = estimate(boards[index])
      // A board that was right from the start is left alone as long as it is.
      let isWorth =
        abs(estimate.metres) > Self.negligible && (isFirst || boards[index].isTouched)
      guard isWorth || !isRight(boards[index]) else { continue }
      let unit = boards[index].slope ?? boards[index].access.nominalUnit
      var metres = estimate.metres
      if boards[index].slope == nil {
        let probe = max(0.08, 8 * estimate.standardError + 0.03)
        if abs(metres) < probe { metres = metres < 0 ? -probe : probe }
      }
      let step = Int((metres / unit).rounded())
      guard step != 0 else { continue }
      let target = boards[index].value + step
      let start = boards[index].access.number(in: boards[index].old) ?? target
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

  /// Looks whether the values that were measured with are those that were given.
  private func lookAgain(_ boards: inout [CalibratedBoard]) async throws {
    for index in subjects { try await boards[index].lookAgain(state) }
    state.keep(boards)
  }

  /// Takes the power away and looks whether the values are still there.
  func cyclePower(_ boards: inout [CalibratedBoard]) async throws {
    guard settings.cutsPower else { return }
    for index in subjects where boards[index].isTouched && boards[index].board.canCutPower {
      watcher.step("\(boards[index].name): power off and on")
      try await boards[index].proveKept(state)
    }
    state.keep(boards)
  }

  // MARK: Another distance

  private func check() async throws {
    let pairs = plan.pairs.filter { $0.checkDistance != nil }
    guard !plan.checkPlaces.isEmpty, !pairs.isEmpty else { return }
    let names = plan.boards.map(\.name)
    try await watcher.moved(
      "Move \(names.joined(separator: ", ")) to the places of the second rig file.")
    plan.moveToCheck(in: bench.room)
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
