package import Journal

extension RunReport {
  package struct Builder: Sendable {
    private static let maximumNotes = 200
    private static let maximumDamage = 20
    private static let maximumFailures = 20
    private static let maximumMeasurements = 500
    private static let maximumOfRun = 100
    private static let maximumAttempts = 10
    private static let maximumRecoveries = 200
    private static let maximumSuppressions = 1_000
    private static let maximumImages = 200
    /// Frames of a board that are kept before one that breaks a rule.
    private static let recentFrames = 6
    /// Instances beyond this many that did not pass are listed without their frames.
    private static let maximumEvidence = 300
    /// Moments that are kept of all instances that passed.
    private static let maximumPassedMoments = 2_000

    /// The report so far; whole only after `finish`.
    private var report = RunReport()
    private var running: [Int] = []
    /// The boards of the instances that run, those that play the phone's radio among them.
    private var casts: [Int: [String]] = [:]
    private var latest: [String: Int] = [:]
    private var occurrences: [String: Int] = [:]
    private var evidence = 0
    private var passedMoments = 0
    /// The latest frames of each board, for a rule of the frame watch that it breaks.
    private var recent: [String: [(transfer: Event.Transfer, microseconds: Int64)]] = [:]
    /// By instance, what rules have been broken by, until their cases come at the end of the run.
    private var breaches: [String: MomentWindow] = [:]

    /// A report of nothing yet.
    package init() {}

    package func finish() -> RunReport { report }

    /// Where the instance stands that ended last; nil before the first.
    private(set) var lastFinished: Int?

    /// The status of a run that is over.
    var status: Int? { report.status }

    /// Lab time of the last line, the clock that it is of, and where boards stand.
    var moment: (microseconds: Int64, clock: String?, places: [RoomPlan.Place]) {
      (report.microseconds, report.clock, report.room.places)
    }

    /// An instance as far as it is.
    func instance(at index: Int) -> Instance? {
      report.instances.indices.contains(index) ? report.instances[index] : nil
    }

    /// The place in the report of the instance of that name, from 1.
    func ordinal(of name: String) -> Int? { latest[name].map { $0 + 1 } }

    package mutating func damaged(line: Int, reason: String) {
      report.damagedLines += 1
      if report.damage.count < Self.maximumDamage {
        report.damage.append(Damage(line: line, reason: reason))
      }
    }

    /// Takes the news that the last line was torn.
    package mutating func torn() { report.isTorn = true }

    package mutating func add(_ entry: JournalEntry) {
      let time = max(report.microseconds, entry.microseconds)
      report.microseconds = time
      switch entry.event {
      case .runStarted(let run): report.run = report.run ?? run
      case .boardOpened(let board): link(board, "opened", at: time)
      case .boardIdentified(let board): identify(board)
      case .boardClosed(let board): link(board, "closed", at: time)
      case .caseStarted(let started): start(started, at: time)
      case .frame(let transfer):
        note(transfer, at: time)
        remember(transfer, at: time)
        let frame = Moment.Kind.frame(transfer: transfer, count: transfer.bytes.count)
        for index in running where report.instances[index].boards.contains(transfer.board) {
          moment(frame, index, at: time)
        }
      case .assertion(let assertion):
        guard let index = owner(assertion.instance) else { return }
        take(assertion, index, at: time)
      case .ruleBroken(let broken): take(broken, at: time)
      case .measurement(let measurement): take(measurement)
      case .caseFinished(let finished): finish(finished, at: time)
      case .runFinished(let run): report.status = run.status
      case .step(let remark): self.remark(remark, at: time, isNote: false)
      case .note(let remark): self.remark(remark, at: time, isNote: true)
      case .signal(let signal): report.signals.append(signal.name)
      case .suppression(let suppression):
        if report.suppressions.count < Self.maximumSuppressions {
          report.suppressions.append(suppression)
        }
      case .recoveryStarted(let recovery): begin(recovery, at: time)
      case .recoveryFinished(let recovery): end(recovery, at: time)
      case .other(RunReport.imageKind, let json): image(json)
      case .other(RoomPlan.placeKind, let json): report.room.place(json)
      case .other(RoomPlan.obstacleKind, let json): report.room.obstacle(json)
      case .chunk, .packet, .other: break
      }
    }

    private mutating func take(_ measurement: Event.Measurement) {
      if let index = owner(measurement.instance) {
        // Of a distance, and not of an error of it.
        if measurement.unit == "m", measurement.name.hasPrefix("distance"),
          let limits = measurement.limits
        {
          for traffic in report.traffic.indices
          where casts[index]?.contains(report.traffic[traffic].board) == true {
            report.traffic[traffic].allow(limits)
          }
        }
        if report.instances[index].measurements.count < Self.maximumMeasurements {
          report.instances[index].measurements.append(measurement)
        }
      } else if measurement.instance == nil, report.measurements.count < Self.maximumOfRun {
        report.measurements.append(measurement)
      }
    }

    private mutating func remember(_ transfer: Event.Transfer, at time: Int64) {
      Self.remember((transfer, time), in: &recent[transfer.board, default: []])
    }

    private static func remember(
      _ frame: (Event.Transfer, Int64),
      in frames: inout [(transfer: Event.Transfer, microseconds: Int64)]
    ) {
      if frames.count == 2 * recentFrames { frames.removeFirst(recentFrames) }
      frames.append(frame)
    }

    /// Keeps a broken rule, with the frames around it, for the case of the rule; and tells of it in the
    /// case that ran.
    private mutating func take(_ broken: Event.RuleBroken, at time: Int64) {
      var window = breaches[broken.instance] ?? MomentWindow(goesOn: true)
      let last = window.kept.last?.microseconds ?? -1
      for (transfer, then) in (recent[broken.board] ?? []).suffix(Self.recentFrames)
      where then > last {
        window.add(.frame(transfer: transfer, count: transfer.bytes.count), at: then)
      }
      let during = broken.during.map { " (in \($0))" } ?? ""
      window.add(
        .failure(
          Event.Assertion(
            requirement: "the rule is held\(during)", ok: false, expected: broken.expected.clipped,
            got: broken.got.clipped)), at: time)
      if breaches.updateValue(window, forKey: broken.instance) == nil {
        report.firstBroken[broken.instance] = broken.during
      }
      guard let index = owner(broken.during) else { return }
      moment(
        .remark(
          "\(broken.instance) was broken: expected \(broken.expected), got \(broken.got)".clipped),
        index, at: time)
    }

    private mutating func link(_ change: Event.BoardChange, _ what: String, at time: Int64) {
      let board = Board(
        name: change.board, identity: change.identity, isVirtual: change.virtual,
        firmware: change.firmware ?? "", dialect: change.dialect ?? "")
      if let index = report.boards.firstIndex(where: { $0.name == board.name }) {
        // A board may be opened before it has said what it is.
        if !board.identity.isEmpty { report.boards[index].identity = board.identity }
        if !board.firmware.isEmpty { report.boards[index].firmware = board.firmware }
        if !board.dialect.isEmpty { report.boards[index].dialect = board.dialect }
      } else {
        report.boards.append(board)
      }
      let reason = change.reason.isEmpty ? "" : ": \(change.reason)"
      for index in running where report.instances[index].boards.contains(change.board) {
        if change.reason == Event.BoardChange.linkEnded,
          let last = report.instances[index].attempts.indices.last
        {
          report.instances[index].attempts[last].hasLostLink = true
        }
        moment(
          .link("\(change.board) \(what)\(reason)", change.isEnding ? .ending : .change), index,
          at: time)
      }
    }

    private mutating func begin(_ recovery: Event.RecoveryStarted, at time: Int64) {
      if report.recoveries.count < Self.maximumRecoveries {
        report.recoveries.append(
          Recovery(
            board: recovery.board, rung: recovery.rung, fault: recovery.reason.clipped,
            touches: recovery.touches))
      }
      let touches = recovery.touches.isEmpty ? "" : " (\(recovery.touches.joined(separator: ", ")))"
      note("recovery of \(recovery.board) by \(recovery.rung)\(touches)", recovery.board, time)
    }

    private mutating func end(_ recovery: Event.RecoveryFinished, at time: Int64) {
      if let index = report.recoveries.lastIndex(where: {
        $0.board == recovery.board && $0.rung == recovery.rung && $0.ok == nil
      }) {
        report.recoveries[index].ok = recovery.ok
        report.recoveries[index].reason = recovery.reason.clipped
      }
      let result = recovery.ok ? "\(recovery.board) is ready again" : recovery.reason
      note("recovery by \(recovery.rung): \(result)", recovery.board, time)
    }

    private mutating func image(_ json: JSONValue) {
      guard let board = json["board"]?.string, let name = json["image"]?.string,
        report.images.count < Self.maximumImages
      else { return }
      report.images.append(
        (board.clipped, name.clipped, (json["sha256"]?.string ?? "unknown").clipped))
    }

    private mutating func note(_ transfer: Event.Transfer, at time: Int64) {
      // A board of which nobody has heard is no board that a picture could be drawn of.
      guard let board = report.boards.firstIndex(where: { $0.name == transfer.board }) else {
        return
      }
      while report.traffic.count <= board {
        report.traffic.append(BoardTraffic(board: report.boards[report.traffic.count].name))
      }
      let isRound =
        report.boards[board].firmware == "uci" && transfer.direction == .in
        && BoardTraffic.isRound(transfer.bytes)
      report.traffic[board].add(transfer, at: time, round: isRound ? round(transfer) : nil)
      if report.boards[board].firmware == "uci", transfer.direction == .out {
        report.traffic[board].add(BoardTraffic.zones(transfer.bytes))
      }
    }

    private func round(_ transfer: Event.Transfer) -> BoardTraffic.Round {
      let peer = peer(of: transfer.board)
      return BoardTraffic.Round(
        bytes: transfer.bytes, peer: peer,
        truth: peer.flatMap { report.room.truth(from: transfer.board, to: $0) })
    }

    /// The one other board with a place in what a board is doing; nil where there are several.
    private func peer(of board: String) -> String? {
      var peers: Set<String> = []
      for index in running {
        guard let cast = casts[index], cast.contains(board) else { continue }
        peers.formUnion(cast)
      }
      peers.remove(board)
      let placed = peers.filter { report.room.place(of: $0) != nil }
      return placed.count == 1 ? placed.first : nil
    }

    /// What was done to get a board back, for each instance that runs on it.
    private mutating func note(_ text: String, _ board: String, _ time: Int64) {
      for index in running where report.instances[index].boards.contains(board) {
        moment(.link(text.clipped, .recovery), index, at: time)
      }
    }

    private mutating func identify(_ change: Event.BoardChange) {
      guard let index = report.boards.firstIndex(where: { $0.name == change.board }) else { return }
      if let dialect = change.dialect { report.boards[index].dialect = dialect }
    }

    private mutating func start(_ started: Event.CaseStarted, at time: Int64) {
      let index: Int
      if started.attempt > 1, let known = latest[started.instance] {
        index = known
      } else {
        index = append(started.instance, case: started.case, boards: started.boards)
        report.instances[index].start = time
      }
      report.instances[index].begin(started)
      report.instances[index].attempts.append(Attempt(number: started.attempt))
      if let last = report.instances[index].attempts.indices.last,
        let window = breaches.removeValue(forKey: started.instance)
      {
        report.instances[index].attempts[last].moments = window
        report.instances[index].attempts[last].failures = window.kept.compactMap {
          if case .failure(let assertion) = $0.kind { assertion } else { nil }
        }
      }
      if report.instances[index].attempts.count > Self.maximumAttempts {
        report.instances[index].attempts.removeFirst()
      }
      if !running.contains(index) { running.append(index) }
      let cast = started.boards + started.radios
      casts[index] = cast
      report.room.meet(cast)
    }

    /// Adds an instance. A repetition is given a number, since names are unique in all documents.
    private mutating func append(_ name: String, case id: String, boards: [String]) -> Int {
      let occurrence = occurrences[name, default: 0] + 1
      occurrences[name] = occurrence
      let suite = id.prefix { $0 != "." && $0 != "/" && $0 != "[" }
      report.instances.append(
        Instance(
          name: occurrence == 1 ? name : "\(name)#\(occurrence)", case: id, boards: boards,
          ordinal: report.instances.count + 1, suite: String(suite)))
      latest[name] = report.instances.count - 1
      return report.instances.count - 1
    }

    private mutating func finish(_ finished: Event.CaseFinished, at time: Int64) {
      let index: Int
      if let known = latest[finished.instance], running.contains(known) {
        index = known
      } else {
        index = append(finished.instance, case: finished.case, boards: finished.boards)
        report.instances[index].start = time
      }
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
      if let last = report.instances[index].attempts.indices.last {
        report.instances[index].attempts[last].moments = MomentWindow()
      }
    }

    private mutating func take(_ assertion: Event.Assertion, _ index: Int, at time: Int64) {
      guard let last = report.instances[index].attempts.indices.last else { return }
      if assertion.ok {
        report.instances[index].attempts[last].held += 1
        return
      }
      var assertion = assertion
      assertion.requirement = assertion.requirement.clipped
      assertion.expected = assertion.expected.clipped
      assertion.got = assertion.got.clipped
      if report.instances[index].attempts[last].failures.count < Self.maximumFailures {
        report.instances[index].attempts[last].failures.append(assertion)
      }
      moment(.failure(assertion), index, at: time)
    }

    private mutating func remark(_ remark: Event.Remark, at time: Int64, isNote: Bool) {
      if let index = owner(remark.instance) {
        let text = remark.text.clipped
        moment(isNote ? .remark(text) : .step(text), index, at: time)
      } else if isNote, report.notes.count < Self.maximumNotes {
        report.notes.append(remark.text.clipped)
      }
    }

    private mutating func moment(_ kind: Moment.Kind, _ index: Int, at time: Int64) {
      guard let last = report.instances[index].attempts.indices.last else { return }
      report.instances[index].attempts[last].moments.add(kind, at: time)
    }

    /// The running instance of that name; without a name, the one that started last.
    private func owner(_ name: String?) -> Int? {
      guard let name else { return running.last }
      return latest[name].flatMap { running.contains($0) ? $0 : nil }
    }
  }
}

extension Instance {
  /// Takes what an attempt says about itself; until it ends, the instance is undecided again.
  fileprivate mutating func begin(_ started: Event.CaseStarted) {
    isFinished = false
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
    verdict = finished.verdict
    reason = finished.reason.clipped
    caseClass = finished.caseClass
    waived = finished.waived
    quarantined = finished.quarantined
    let spent = max(0, finished.durationMicroseconds ?? time - start - min(microseconds, time))
    let (sum, isTooLarge) = microseconds.addingReportingOverflow(spent)
    microseconds = isTooLarge ? .max : sum
    if let last = attempts.indices.last {
      attempts[last].verdict = finished.verdict
      attempts[last].reason = reason
    }
  }
}

extension String {
  /// The text, cut where it is longer than a report can use.
  fileprivate var clipped: String {
    utf8.count <= 4_000 ? self : String(unicodeScalars.prefix(2_000)) + "… (\(utf8.count) bytes)"
  }
}
