import Journal
import RunStore

extension RunReport {
  /// One report of several runs: the parts of a partition, and runs that tried again what had not
  /// passed before.
  ///
  /// An instance that is in several runs is judged by the last that ran it, and keeps its earlier
  /// attempts: what failed first and passed later is FLAKY.
  ///
  /// - Parameters:
  ///   - runs: the reports with the names of the runs, in the order in which they started.
  ///   - takenUp: which of them were taken up by a later one that came to its end: that they were cut
  ///     off is over then.
  package static func merged(
    _ runs: [(name: String, report: RunReport)], takenUp: Set<Int> = []
  ) -> RunReport {
    guard let first = runs.first?.report else { return RunReport() }
    guard runs.count > 1 else { return first }
    let reports = runs.map(\.report)
    var merged = first
    merged.merged = runs.map(\.name)
    merged.traffic = []
    merged.room = RoomPlan()
    merged.run = run(of: reports)
    merged.day = reports.compactMap(\.day).max()
    for report in reports.dropFirst() { merged.add(report) }
    for index in merged.instances.indices { merged.instances[index].ordinal = index + 1 }
    merged.status = merged.statusOfMerged(
      reports.enumerated().filter { !(takenUp.contains($0.offset) && $0.element.isCutOff) }
        .map(\.element))
    return merged
  }

  /// Whether the run did not come to its end: killed, or asked to end by a signal.
  package var isCutOff: Bool { status.map { [130, 143].contains($0) } ?? true }

  private static func run(of reports: [RunReport]) -> Event.RunStarted? {
    let runs = reports.compactMap(\.run)
    guard var run = runs.first else { return nil }
    func all(_ names: [String]) -> String {
      names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        .joined(separator: " + ")
    }
    run.rig = all(runs.map(\.rig))
    run.version = all(runs.map(\.version))
    return run
  }

  private mutating func add(_ other: RunReport) {
    for board in other.boards where self.board(board.name) == nil { boards.append(board) }
    var places: [String: Int] = [:]
    for (index, instance) in instances.enumerated() { places[instance.name] = index }
    for instance in other.instances {
      if let place = places[instance.name] {
        instances[place] = Instance.merged(instances[place], instance)
      } else {
        places[instance.name] = instances.count
        instances.append(instance)
      }
    }
    signals += other.signals
    notes += other.notes
    damage += other.damage
    damagedLines += other.damagedLines
    isTorn = isTorn || other.isTorn
    recoveries += other.recoveries
    images += other.images
    for suppression in other.suppressions {
      let index = suppressions.firstIndex { known in
        var known = known
        known.matches = suppression.matches
        return known == suppression
      }
      if let index {
        suppressions[index].matches += suppression.matches
      } else {
        suppressions.append(suppression)
      }
    }
    microseconds = microseconds.clampedSum(other.microseconds)
  }

  /// What the merged verdicts say; a part that ended otherwise than by its verdicts keeps its say.
  private func statusOfMerged(_ reports: [RunReport]) -> Int? {
    guard reports.allSatisfy({ $0.status != nil }) else { return nil }
    // A part that was to fail for what is flaky says so by its status alone.
    let flakyFails = reports.contains {
      $0.status == 1 && $0.tally.held(.fail) == 0 && $0.tally.held(.flaky) > 0
    }
    let byVerdicts: [ExitStatus] = [.done, .no, .bench, .nothingRan]
    let kept = reports.compactMap(\.status).map(ExitStatus.init(clamping:))
      .filter { !byVerdicts.contains($0) }
    return Self.strongest(kept + [tally.status(flakyFails: flakyFails)])
  }
}

extension Instance {
  /// What two runs of an instance say together.
  static func merged(_ earlier: Instance, _ later: Instance) -> Instance {
    if later.verdict == .skip, earlier.verdict != .skip { return earlier }
    var merged = later
    merged.name = earlier.name
    guard earlier.verdict != .skip, earlier.isFinished, later.isFinished else { return merged }
    let wasBad = [.fail, .error].contains(earlier.verdict)
    guard wasBad || earlier.verdict == .flaky else { return merged }
    merged.attempts = earlier.attempts + later.attempts
    for index in merged.attempts.indices { merged.attempts[index].number = index + 1 }
    if wasBad, [.pass, .finding].contains(later.verdict) {
      merged.verdict = .flaky
      merged.reason =
        "\(later.verdict.rawValue) in a later run, after \(earlier.verdict.rawValue): "
        + earlier.reason
    }
    return merged
  }
}
