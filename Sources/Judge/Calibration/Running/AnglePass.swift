import Bench
import Notation
import RigFile
import Room
import Statistics

/// The steps of calibrating the angles of one board, which looks at another: the offset of its phases is
/// moved until the peer is seen where the rig file has it.
struct AnglePass {
  let bench: Bench
  let plan: CalibrationPlan
  let watcher: any CalibrationWatcher
  let state: CalibrationState

  private typealias Angle = (degrees: Double, standardError: Double)

  private var settings: CalibrationPlan.Settings { plan.settings }
  private var names: [String] { plan.boards.map(\.name) }

  private static let corrections = 6
  /// How sure it has to be, in standard errors.
  private static let certainty = 3.0
  /// An error that is not worth a correction, in degrees.
  private static let negligible = 0.5
  /// The first step at least, in degrees: its effect cannot be missed.
  private static let probe = 6.0
  /// What may be left at another angle, in degrees.
  private static let checkLimit = 5.0
  /// What a step may be worth, by what antennas half a wave apart make of it; its sign is the firmware's.
  private static let shares = 0.3...3.0
  /// Half a turn of phase, in degrees straight ahead.
  private static let furthest = 180 / Double.pi

  func run() async throws {
    var board = try await contact()
    if settings.warmUp > .zero {
      watcher.step("letting the boards warm up")
      _ = try await sample(count: max(1, Int(settings.warmUp / settings.interval)))
    }
    var angle = try await measure()
    if isRight(angle), abs(angle.degrees) <= settings.angleLimit / 2 {
      state.remark("its angles are right already, so nothing was written")
      state.setCalibrated()
      return
    }
    try watcher.willWrite(CalibrationUndoDocument(plan, [board]))
    for turn in 1...Self.corrections {
      let before = (value: board.value, angle: angle)
      try await correct(&board, angle)
      if turn > 1, settings.cutsPower, board.board.canCutPower {
        watcher.step("\(board.name): power off and on")
        try await board.proveKept(state)
      }
      angle = try await measure()
      try await board.lookAgain(state)
      var fault = learn(&board, before, angle)
      if fault?.code == .noEffect, settings.cutsPower, board.board.canCutPower {
        watcher.step("\(board.name): power off and on")
        try await board.proveKept(state)
        angle = try await measure()
        fault = learn(&board, before, angle)
        if fault == nil { state.remark("a new value takes effect after a power cut alone") }
      }
      if let fault { throw fault }
      state.keep([board])
      if turn > 1, board.slope != nil, isRight(angle) {
        try await check()
        state.setCalibrated()
        return
      }
    }
    throw CalibrationFault(
      .notConverged, board.name,
      "after \(Self.corrections) corrections its angle is off by \(Self.words(angle.degrees))",
      advice:
        "Do the boards stand still, in line of sight and away from metal? More ranges (--ranges) "
        + "tell more")
  }

  private func isRight(_ angle: Angle) -> Bool {
    abs(angle.degrees) + Self.certainty * angle.standardError <= settings.angleLimit
  }

  private func contact() async throws -> CalibratedBoard {
    let boards = names.compactMap { bench.board(named: $0) }
    guard boards.count == 2 else {
      throw CalibrationFault(.failed, names[0], "the bench has no such board")
    }
    watcher.step("asking \(names[0])")
    let board = try await CalibratedBoard(boards[0], settings)
    state.keep([board])
    watcher.step("asking \(names[1])")
    try await CalibratedBoard.identify(boards[1])
    return board
  }

  // MARK: Measuring

  private func sample(count: Int, atCheck: Bool = false) async throws -> PairSample {
    guard let pair = plan.pairs.first, let one = bench.board(named: names[0]),
      let other = bench.board(named: names[1])
    else { throw CalibrationFault(.failed, names[0], "the bench has no such board") }
    return try await PairRanging(bench: bench, settings: settings).sample(
      one, other, truth: atCheck ? pair.checkDistance ?? pair.distance : pair.distance, count: count
    )
  }

  private func measure() async throws -> Angle {
    watcher.step("\(names[0]) looks at \(names[1])")
    let sample = try await sample(count: settings.ranges)
    watcher.measured(names[0], names[1], sample)
    let angle = try angle(of: sample, beside: plan.pairs[0].bearing)
    watcher.step("\(names[0]) sees \(names[1]) \(Self.words(angle.degrees)) beside the truth")
    var pass = CalibrationState.Pass(
      samples: [sample], isUsable: [true],
      solution: .init(errors: [0, 0], standardErrors: [0, 0], residuals: [0], isSplit: false))
    pass.angle = angle
    state.add(pass)
    return angle
  }

  /// The trimmed circular mean, less the truth.
  private func angle(of sample: PairSample, beside truth: Double) throws -> Angle {
    let names = names.joined(separator: " and ")
    guard 5 * sample.distances.count >= 3 * settings.ranges else {
      throw CalibrationFault(
        .noRanges, names, "too few of \(settings.ranges) ranges gave a distance",
        advice: "Are both in line of sight and in reach of each other?")
    }
    let errors = sample.directions.map { Degrees.wrapped($0.degrees - truth) }
    guard 5 * errors.count >= 3 * settings.ranges, let middle = Degrees.mean(errors),
      let beside = errors.map({ Degrees.wrapped($0 - middle) }).trimmedMean(0.1)
    else {
      throw CalibrationFault(
        .noAngles, names, "\(errors.count) of \(settings.ranges) ranges came with an angle",
        advice: "Angles need two antennas, and a firmware that reports them")
    }
    let spread = max(errors.map { Degrees.wrapped($0 - middle) }.robustDeviation ?? 0, 0.05)
    return (
      Degrees.wrapped(middle + beside), 1.1 * spread / max(1, errors.effectiveCount).squareRoot()
    )
  }

  // MARK: Correcting

  private func correct(_ board: inout CalibratedBoard, _ angle: Angle) async throws {
    var degrees = angle.degrees
    if board.slope == nil, abs(degrees) < Self.probe {
      degrees = degrees < 0 ? -Self.probe : Self.probe
    }
    guard board.slope == nil || abs(degrees) > Self.negligible else { return }
    let unit = board.slope ?? board.access.nominalUnit
    let target = board.value + Int((degrees / unit).rounded())
    let start = board.access.number(in: board.old) ?? target
    guard board.access.range.contains(target),
      Double(abs(target - start)) * board.access.nominalUnit <= Self.furthest
    else {
      throw CalibrationFault(
        .outOfBounds, board.name,
        "\(board.access.key) would have to go from \(start) to \(target), more than half a turn of phase",
        advice: "Do position: and facing: of the rig file say where the boards stand and look?")
    }
    guard target != board.value else { return }
    watcher.step("\(board.name): \(board.access.key) becomes \(target)")
    // Before a byte of it leaves, so that it is put back whatever happens.
    board.isTouched = true
    state.keep([board])
    let result: Result<Void, any Error>
    do { result = .success(try await board.set(target)) } catch { result = .failure(error) }
    state.keep([board])
    try result.get()
  }

  private func learn(
    _ board: inout CalibratedBoard, _ before: (value: Int, angle: Angle), _ now: Angle
  ) -> CalibrationFault? {
    let step = Double(board.value - before.value)
    let expected = step * board.access.nominalUnit
    let effect = Degrees.wrapped(before.angle.degrees - now.degrees)
    let error = before.angle.standardError + now.standardError
    // A smaller change is lost in the noise.
    guard abs(expected) >= 5 * error + 1 else { return nil }
    let share = effect / expected
    let words =
      "\(board.access.key) was changed by \(Int(step)), and the angle by \(Self.words(-effect))"
    if abs(share) < 0.15 {
      return CalibrationFault(
        .noEffect, board.name, words,
        advice: "Does this firmware use the value, and does the board need a restart that the rig "
          + "cannot give it (power:)?")
    }
    guard Self.shares.contains(abs(share)) else {
      return CalibrationFault(
        .otherSlope, board.name, words + " where about \(Self.words(-expected)) was expected",
        advice: "A unit of this firmware is not what its documents say")
    }
    board.slope = effect / step
    return nil
  }

  // MARK: Another angle

  private func check() async throws {
    guard let truth = plan.pairs.first?.checkBearing else { return }
    try await watcher.moved(
      "Move \(names.joined(separator: ", ")) to the places of the second rig file.")
    plan.moveToCheck(in: bench.room)
    watcher.step("\(names[0]) looks at \(names[1]) at another angle")
    let sample = try await sample(count: settings.ranges, atCheck: true)
    state.setCheck([sample])
    let angle = try angle(of: sample, beside: truth)
    guard abs(angle.degrees) - Self.certainty * angle.standardError > Self.checkLimit else {
      return
    }
    throw CalibrationFault(
      .notConfirmed, names[0],
      "at \(Self.words(truth)) its angle is off by \(Self.words(angle.degrees))",
      advice:
        "Its table of angles may be that of another antenna or channel, or a reflection is in the way"
    )
  }

  private static func words(_ degrees: Double) -> String { Figures.signed(degrees, 1) + "°" }
}

extension CalibrationPlan {
  /// Puts virtual boards where they are checked.
  func moveToCheck(in room: Room?) {
    for (index, place) in checkPlaces.enumerated() {
      if let place { room?.place(boards[index].name, at: place, facing: checkFacings[index]) }
    }
  }
}
