import FoundationEssentials
package import JSONDocuments
package import Journal

/// Names the fields of a frame in one line, or `nil` where it cannot: the firmware of the board as
/// the rig file names it, its dialect, the direction, and the bytes.
package typealias FrameDescriber =
  @Sendable (_ firmware: String, _ dialect: String, _ direction: Direction, _ bytes: [UInt8]) ->
  String?

/// What a journal says about a run: the one model that all documents are made from.
///
/// Its size is bounded by the number of instances, not by the length of the journal: frames are
/// kept around failures only.
package struct RunReport: Sendable {
  package struct Board: Sendable, Equatable {
    package var name: String
    /// What it says it is; empty where nothing is known.
    package var identity: String
    /// Whether it lives in the virtual lab.
    package var isVirtual: Bool
    /// What speaks on its link; empty where nothing is known.
    package var firmware: String
    /// Its dialect of UCI; empty where nothing is known.
    package var dialect = ""

    var isRecorded: Bool { identity.hasPrefix("replay:") }

    /// The word for what it is: `recorded`, `virtual` or `real`.
    var kind: String { isRecorded ? "recorded" : isVirtual ? "virtual" : "real" }

    /// The USB serial number that it is found by; nil where it is found otherwise.
    var serial: String? {
      guard let start = identity.firstRange(of: "serial=")?.upperBound else { return nil }
      let serial = identity[start...].prefix { !",?&".contains($0) }
      return serial.isEmpty ? nil : String(serial)
    }
  }

  /// A rung that was climbed to get a board back after a fault of the rig.
  package struct Recovery: Codable, Sendable, Equatable, Described {
    package static let notes: [String: Note] = [
      "board": "Name in the rig file.", "rung": "The rung.", "fault": "What it was for.",
      "touches": "What it touches beside the fault itself.",
      "ok": "Whether the board was ready afterwards; null where the journal ends before.",
      "reason": "Why not.",
    ]

    package var board: String
    /// The rung, as the rig file names it.
    package var rung: String
    package var fault: String
    /// What it touches beside the fault itself.
    package var touches: [String]
    /// Whether the board was ready afterwards; nil where the journal ends before.
    package var ok: Bool?
    /// Why not; empty where there is nothing to say.
    package var reason = ""
  }

  package struct Damage: Sendable, Equatable {
    /// The line, from 1.
    package var line: Int
    package var reason: String
  }

  /// What the run was; `nil` where the journal does not say.
  package internal(set) var run: Event.RunStarted?
  /// The boards, in the order in which they were opened first.
  package internal(set) var boards: [Board] = []
  package internal(set) var instances: [Instance] = []
  /// The exit status; `nil` for a run that was interrupted.
  package internal(set) var status: Int?
  /// Signals that asked the run to end.
  package internal(set) var signals: [String] = []
  /// Notes about the run as a whole; the first of them only.
  package internal(set) var notes: [String] = []
  /// Lines that could not be read; the first of them only.
  package internal(set) var damage: [Damage] = []
  /// How many lines could not be read.
  package internal(set) var damagedLines = 0
  /// Whether the last line of the journal was torn.
  package internal(set) var isTorn = false
  /// The entries of the quarantine and of the waivers, in the order of their files.
  package internal(set) var suppressions: [Event.Suppression] = []
  /// By the instance of a rule of the frame watch, the one in which it was first broken.
  package internal(set) var firstBroken: [String: String] = [:]
  /// By the instance of a rule of the frame watch, the messages that came though nothing had asked for
  /// them, as failures name them; the first few only.
  var unasked: [String: Set<String>] = [:]
  /// The instances of rules of the frame watch that bytes have broken which belong to no frame.
  var noisy: Set<String> = []
  /// What was done to get boards back; the first of it only.
  package internal(set) var recoveries: [Recovery] = []
  /// The day that review dates are compared with, such as `2026-11-21`: that on which the run
  /// started. It stands in `run.json`, not in the journal; nil where it is unknown.
  package var day: String?
  /// The images that were brought onto boards or were there already, by board.
  var images: [(board: String, name: String, digest: String)] = []
  /// What was measured of the run and not of a case, such as the rig's own relay time; of merged
  /// runs, of the first alone.
  package internal(set) var measurements: [Event.Measurement] = []
  /// Whether they say anything; in virtual time the rig takes none.
  var hasMeasuredItself: Bool { measurements.contains { $0.unit == "us" && $0.value > 0 } }
  /// What the frames of the boards tell over time; of merged runs, whose clocks have nothing in
  /// common, nothing.
  var traffic: [BoardTraffic] = []
  /// Where the boards stand.
  var room = RoomPlan()
  /// The names of the runs that were merged; empty for one run.
  package internal(set) var merged: [String] = []
  /// Lab time of the last line, in microseconds.
  package internal(set) var microseconds: Int64 = 0

  /// The name and the digest of the image on a board; nil where the run did not see to it.
  func image(on board: String) -> String? {
    images.last { $0.board == board }.map { "\($0.name), SHA-256 \($0.digest)" }
  }

  package var isInterrupted: Bool { status == nil }

  /// The word for what its times are, `simulated` or `wall`; nil where the journal does not say.
  package var clock: String? {
    switch run?.time {
    case Event.RunStarted.simulatedTime: "simulated"
    case Event.RunStarted.wallTime: "wall"
    default: nil
    }
  }

  /// How long the run took, with the clock that says so: `4 min 10 s of simulated time`.
  package var timeTaken: String {
    Visible.duration(microseconds) + (clock.map { " of \($0) time" } ?? "")
  }

  /// Whether all boards live in the virtual lab; then nothing of a wall clock may be in a document.
  package var isVirtual: Bool { boards.allSatisfy(\.isVirtual) }

  /// The word for what its boards are: `recorded` where all of them are, `virtual` or `real`.
  var kind: String {
    if !boards.isEmpty, boards.allSatisfy(\.isRecorded) { return "recorded" }
    return isVirtual ? "virtual" : "real"
  }

  /// Entries of the quarantine that are past their day of review.
  package var expired: [Event.Suppression] {
    guard let day else { return [] }
    // Days that are written so compare as they follow each other.
    return suppressions.filter { $0.list == .quarantine && $0.date < day }
  }

  /// The exit status of the run: that in the journal, and 1 for an entry of the quarantine that is
  /// past its day. `nil` for a run that was interrupted.
  package var exitStatus: Int? {
    status.map { expired.isEmpty ? $0 : Self.strongest([ExitStatus(clamping: $0), .no]) }
  }

  /// The code of the strongest of several exit statuses.
  static func strongest(_ statuses: [ExitStatus]) -> Int {
    Int(ExitStatus.strongest(statuses).code)
  }

  package var tally: VerdictTally {
    instances.reduce(into: VerdictTally()) { $0.add($1.verdict, isSuppressed: $1.isSuppressed) }
  }

  /// Instances that ended with one of the verdicts, in order.
  package func instances(_ verdicts: Verdict...) -> [Instance] {
    instances.filter { verdicts.contains($0.verdict) }
  }

  /// Instances that ended with one of the verdicts and whose verdict counts, in order.
  func counted(_ verdicts: Verdict...) -> [Instance] {
    instances.filter { verdicts.contains($0.verdict) && !$0.isSuppressed }
  }

  package func board(_ name: String) -> Board? { boards.first { $0.name == name } }
}

/// One instance of a case and everything that the documents say about it.
package struct Instance: Sendable {
  package internal(set) var name: String
  /// The id of the case with its parameter.
  package internal(set) var `case`: String
  package internal(set) var boards: [String]
  /// Its place in the report, from 1.
  package internal(set) var ordinal: Int
  /// The suite; the first part of the id where the journal does not say.
  package internal(set) var suite: String
  package internal(set) var title = ""
  package internal(set) var requirement = ""
  package internal(set) var source = ""
  /// Words to select the case by.
  package internal(set) var tags: [String] = []
  /// One command line that runs exactly this instance again.
  package internal(set) var reproduce = ""
  /// How firmly the requirement stands; `nil` for an instance that did not finish.
  package internal(set) var caseClass: CaseClass?
  /// The outcome of the last attempt. An instance that did not finish is INCONCLUSIVE.
  package internal(set) var verdict = Verdict.inconclusive
  /// Why, or what was observed.
  package internal(set) var reason = Instance.interrupted
  /// Why a FAIL does not count.
  package internal(set) var waived: String?
  /// Why the verdict does not count for now.
  package internal(set) var quarantined: String?
  /// Whether the journal holds its end.
  package internal(set) var isFinished = false
  /// Whether the machine stood still in its last attempt, which therefore decides nothing.
  package internal(set) var wasHeldUp = false
  /// When it started, in microseconds of lab time.
  package internal(set) var start: Int64 = 0
  /// How long its attempts took together, in microseconds.
  package internal(set) var microseconds: Int64 = 0
  /// Its attempts; earlier ones than the last few are dropped.
  package internal(set) var attempts: [Attempt] = []
  package internal(set) var measurements: [Event.Measurement] = []

  static let interrupted = "the run was interrupted before this case finished"

  /// The attempt that shows best why the instance did not simply pass.
  package var evidence: Attempt? {
    verdict == .flaky
      ? attempts.last { $0.verdict != .flaky && $0.verdict != .pass } : attempts.last
  }

  package var isSuppressed: Bool { waived != nil || quarantined != nil }

  /// Whether there is more to say than that it passed, or did not run.
  var isRemarkable: Bool { ![.pass, .skip].contains(verdict) }

  /// Why its verdict does not count, a word each; empty where it counts.
  var marks: [String] {
    (waived == nil ? [] : ["waived"]) + (quarantined == nil ? [] : ["in quarantine"])
  }

  package var place: String { boards.isEmpty ? "–" : boards.joined(separator: "+") }
}

/// One attempt at an instance.
package struct Attempt: Sendable {
  /// Counts from 1.
  package internal(set) var number: Int
  /// Its outcome; `nil` where it did not finish.
  package internal(set) var verdict: Verdict?
  package internal(set) var reason = ""
  package internal(set) var held = 0
  /// Assertions that did not hold; the first of them only.
  package internal(set) var failures: [Event.Assertion] = []
  /// Whether the link of one of its boards has ended by itself.
  package internal(set) var hasLostLink = false
  /// Of its boards, those that had answered with bytes which made no frame when an assertion failed last.
  var unframed: Set<String> = []
  /// What happened around the failure, or at the end; of attempts that passed the first few only
  /// have it.
  package internal(set) var moments = MomentWindow()
}
