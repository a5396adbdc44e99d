import Journal
import RunStore

extension RunReport.Builder {
  mutating func start(_ started: Event.CaseStarted, at time: Int64) {
    let known = started.attempt > 1 ? latest[started.instance] : nil
    let index = known ?? append(started.instance, started.case, on: started.boards, at: time)
    report.instances[index].begin(started)
    var attempt = Attempt(number: started.attempt)
    if let window = breaches.removeValue(forKey: started.instance) {
      attempt.moments = window
      attempt.failures = window.kept.compactMap {
        if case .failure(let assertion) = $0.kind { assertion } else { nil }
      }
    }
    report.instances[index].attempts.append(attempt)
    if report.instances[index].attempts.count > Self.maximumAttempts {
      report.instances[index].attempts.removeFirst()
    }
    if !running.contains(index) { running.append(index) }
    let cast = started.boards + started.radios
    casts[index] = cast
    report.room.meet(cast)
  }

  /// Adds an instance. A repetition is given a number, since names are unique in all documents.
  private mutating func append(
    _ name: String, _ id: String, on boards: [String], at time: Int64
  ) -> Int {
    let occurrence = occurrences[name, default: 0] + 1
    occurrences[name] = occurrence
    let suite = id.prefix { $0 != "." && $0 != "/" && $0 != "[" }
    report.instances.append(
      Instance(
        name: occurrence == 1 ? name : "\(name)#\(occurrence)", case: id, boards: boards,
        ordinal: report.instances.count + 1, suite: String(suite), start: time))
    latest[name] = report.instances.count - 1
    return report.instances.count - 1
  }

  mutating func finish(_ finished: Event.CaseFinished, at time: Int64) {
    let known = latest[finished.instance].flatMap { running.contains($0) ? $0 : nil }
    let index =
      known ?? append(finished.instance, finished.case, on: finished.boards, at: time)
    running.removeAll { $0 == index }
    casts[index] = nil
    lastFinished = index
    report.instances[index].finish(finished, at: time)
    switch finished.verdict {
    case .pass:
      let count = report.instances[index].attempts.last?.moments.kept.count ?? 0
      if passedMoments + count <= Self.maximumPassedMoments {
        passedMoments += count
        return
      }
    case .fail, .error, .inconclusive, .finding:
      if evidence < Self.maximumEvidence {
        evidence += 1
        return
      }
    case .flaky, .skip: break
    }
    report.instances[index].changeLast { $0.moments = MomentWindow() }
  }
}

extension Instance {
  /// Changes the attempt that goes on, or was the last; before the first there is none.
  mutating func changeLast(_ change: (inout Attempt) -> Void) {
    if let last = attempts.indices.last { change(&attempts[last]) }
  }

  /// Takes what an attempt says about itself; until it ends, the instance is undecided again.
  fileprivate mutating func begin(_ started: Event.CaseStarted) {
    isFinished = false
    wasHeldUp = false
    verdict = .inconclusive
    reason = Self.interrupted
    waived = nil
    quarantined = nil
    suite = started.suite ?? suite
    title = started.title ?? title
    requirement = started.requirement ?? requirement
    source = started.source ?? source
    reproduce = started.reproduce ?? reproduce
    if !started.tags.isEmpty { tags = started.tags }
  }

  fileprivate mutating func finish(_ finished: Event.CaseFinished, at time: Int64) {
    isFinished = true
    wasHeldUp = finished.wasHeldUp
    verdict = finished.verdict
    reason = finished.reason.clipped
    caseClass = finished.caseClass
    waived = finished.waived
    quarantined = finished.quarantined
    let spent = max(0, finished.durationMicroseconds ?? time - start - min(microseconds, time))
    microseconds = microseconds.clampedSum(spent)
    changeLast { [reason] attempt in
      attempt.verdict = finished.verdict
      attempt.reason = reason
    }
  }
}
