package import Journal
import RunStore

extension RunReport {
  package struct Builder: Sendable {
    private static let maximumNotes = 200
    private static let maximumDamage = 20
    private static let maximumFailures = 20
    private static let maximumMeasurements = 500
    private static let maximumOfRun = 100
    static let maximumAttempts = 10
    static let maximumRecoveries = 200
    private static let maximumSuppressions = 1_000
    static let maximumImages = 200
    /// Frames of a board that are kept before one that breaks a rule.
    private static let recentFrames = 6
    /// Instances beyond this many that did not pass are listed without their frames.
    static let maximumEvidence = 300
    /// Moments that are kept of all instances that passed.
    static let maximumPassedMoments = 2_000

    /// The report so far; whole only after `finish`.
    var report = RunReport()
    var running: [Int] = []
    /// The boards of the instances that run, those that play the phone's radio among them.
    var casts: [Int: [String]] = [:]
    var latest: [String: Int] = [:]
    var occurrences: [String: Int] = [:]
    var evidence = 0
    var passedMoments = 0
    /// The latest frames of each board, for a rule of the frame watch that it breaks.
    private var recent: [String: [(transfer: Event.Transfer, microseconds: Int64)]] = [:]
    /// Boards that a frame was sent to whose bytes have not been told yet.
    private var framed: Set<String> = []
    /// Boards of which bytes have come since they were sent something, and no frame behind them.
    private var unframed: Set<String> = []
    /// By instance, what rules have been broken by, until their cases come at the end of the run.
    var breaches: [String: MomentWindow] = [:]

    /// A report of nothing yet.
    package init() {}

    package func finish() -> RunReport { report }

    /// Where the instance stands that ended last; nil before the first.
    var lastFinished: Int?

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
        if transfer.direction == .out { framed.insert(transfer.board) }
        unframed.remove(transfer.board)
        happened(.frame(transfer: transfer, count: transfer.bytes.count), transfer.board, at: time)
      case .chunk(let transfer):
        if transfer.direction == .in { unframed.insert(transfer.board) }
        // The bytes of a frame follow it; others were sent past the framing.
        guard transfer.direction == .out, framed.remove(transfer.board) == nil else { return }
        happened(
          .raw(transfer: transfer, count: transfer.bytes.count, writes: 1), transfer.board, at: time
        )
      case .assertion(let assertion):
        guard let index = owner(assertion.instance) else { return }
        take(assertion, index, at: time)
      case .ruleBroken(let broken): take(broken, at: time)
      case .measurement(let measurement): take(measurement)
      case .zone(let zone): take(zone)
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
      case .other(OutcomeCollector.imageKind, let json): image(json)
      case .other(RoomPlan.placeKind, let json): report.room.place(json)
      case .other(RoomPlan.obstacleKind, let json): report.room.obstacle(json)
      case .packet, .other: break
      }
    }

    /// Something went to a board or came from it, in every instance that runs on it.
    private mutating func happened(_ kind: Moment.Kind, _ board: String, at time: Int64) {
      for index in running where report.instances[index].boards.contains(board) {
        moment(kind, index, at: time)
      }
    }

    private mutating func take(_ measurement: Event.Measurement) {
      if let index = owner(measurement.instance) {
        if let limits = measurement.limits {
          for traffic in report.traffic.indices
          where casts[index]?.contains(report.traffic[traffic].board) == true {
            if measurement.unit == "m", measurement.name.hasPrefix("distance") {
              report.traffic[traffic].allow(limits)
            } else if measurement.name.hasPrefix("error of the median") {
              report.traffic[traffic].allow(
                limits, errorsOf: measurement.unit == "m" ? "distance" : "azimuth")
            }
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
      if recent[transfer.board]?.count == 2 * Self.recentFrames {
        recent[transfer.board]?.removeFirst(Self.recentFrames)
      }
      recent[transfer.board, default: []].append((transfer, time))
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
      if let message = broken.unasked {
        report.unasked[broken.instance, default: []].insert(message.clipped)
      }
      if broken.isNoise { report.noisy.insert(broken.instance) }
      guard let index = owner(broken.during) else { return }
      moment(
        .remark(
          "\(broken.instance) was broken: expected \(broken.expected), got \(broken.got)".clipped),
        index, at: time)
    }

    private mutating func take(_ assertion: Event.Assertion, _ index: Int, at time: Int64) {
      if assertion.ok { return report.instances[index].changeLast { $0.held += 1 } }
      let silent = report.instances[index].boards.filter(unframed.contains)
      var assertion = assertion
      assertion.requirement = assertion.requirement.clipped
      assertion.expected = assertion.expected.clipped
      assertion.got = assertion.got.clipped
      report.instances[index].changeLast { attempt in
        attempt.unframed = Set(silent)
        if attempt.failures.count < Self.maximumFailures { attempt.failures.append(assertion) }
        attempt.moments.add(.failure(assertion), at: time)
      }
    }

    private mutating func remark(_ remark: Event.Remark, at time: Int64, isNote: Bool) {
      if let index = owner(remark.instance) {
        let text = remark.text.clipped
        moment(isNote ? .remark(text) : .step(text), index, at: time)
      } else if isNote, report.notes.count < Self.maximumNotes {
        report.notes.append(remark.text.clipped)
      }
    }

    mutating func moment(_ kind: Moment.Kind, _ index: Int, at time: Int64) {
      report.instances[index].changeLast { $0.moments.add(kind, at: time) }
    }

    /// The running instance of that name; without a name, the one that started last.
    func owner(_ name: String?) -> Int? {
      guard let name else { return running.last }
      return latest[name].flatMap { running.contains($0) ? $0 : nil }
    }
  }
}

extension String {
  /// The text, cut where it is longer than a report can use.
  var clipped: String {
    utf8.count <= 4_000 ? self : String(unicodeScalars.prefix(2_000)) + "… (\(utf8.count) bytes)"
  }
}
