/// Something that happened in a run, as the journal keeps it.
///
/// One case a kind of line; the payload has one property a field, written in declared order.
public enum Event: Sendable, Equatable {
  /// `run-started`: the first line.
  case runStarted(RunStarted)
  /// `board-opened`: a board answered, or its link opened.
  case boardOpened(BoardChange)
  /// `board-identified`: a board has said what it speaks, or the rig file has.
  case boardIdentified(BoardChange)
  /// `board-closed`: a link was closed or broke.
  case boardClosed(BoardChange)
  /// `case-started`: an attempt at an instance begins.
  case caseStarted(CaseStarted)
  /// `frame`: a whole protocol frame, without the framing of the link.
  case frame(Transfer)
  /// `chunk`: bytes as one read or write moved them, framing included.
  case chunk(Transfer)
  /// `packet`: a packet of the attribute protocol, of a board on Bluetooth LE.
  case packet(Transfer)
  /// `assertion`: something was compared with its requirement.
  case assertion(Assertion)
  /// `measurement`: a number with its unit.
  case measurement(Measurement)
  /// `zone`: borders of a distance that a case watches.
  case zone(Zone)
  /// `case-finished`: an attempt at an instance ended, or was never made (SKIP).
  case caseFinished(CaseFinished)
  /// `rule-broken`: a frame broke a rule that always holds.
  case ruleBroken(RuleBroken)
  /// `run-finished`: the last line of a run that was not killed.
  case runFinished(RunFinished)
  /// `step`: what the case does next, in words.
  case step(Remark)
  /// `note`: something worth knowing that is no verdict.
  case note(Remark)
  /// `signal`: the user or the system asked the run to end.
  case signal(Signal)
  /// `suppression`: an entry of the quarantine or of the waivers.
  case suppression(Suppression)
  /// `recovery-started`: the rig tries to get a board back.
  case recoveryStarted(RecoveryStarted)
  case recoveryFinished(RecoveryFinished)
  /// A line of a kind that this version does not know, with all its members but `t_us` and `kind`.
  case other(kind: String, json: JSONValue)

  /// The value of `schema` in the first line of a journal of this version.
  public static let schema = "uwbrig.events/1"

  /// The value of `kind` in the line.
  public var kind: String {
    switch self {
    case .runStarted: "run-started"
    case .boardOpened: "board-opened"
    case .boardIdentified: "board-identified"
    case .boardClosed: "board-closed"
    case .caseStarted: "case-started"
    case .frame: "frame"
    case .chunk: "chunk"
    case .packet: "packet"
    case .assertion: "assertion"
    case .measurement: "measurement"
    case .zone: "zone"
    case .caseFinished: "case-finished"
    case .ruleBroken: "rule-broken"
    case .runFinished: "run-finished"
    case .step: "step"
    case .note: "note"
    case .signal: "signal"
    case .suppression: "excuse"
    case .recoveryStarted: "recovery-started"
    case .recoveryFinished: "recovery-finished"
    case .other(let kind, _): kind
    }
  }
}

/// One line of the journal: an event and when it happened.
public struct JournalEntry: Sendable, Equatable {
  /// Microseconds of lab time since the start; never less than in the line before.
  public var microseconds: Int64
  /// The event.
  public var event: Event

  /// An event at a time.
  public init(microseconds: Int64, event: Event) {
    self.microseconds = microseconds
    self.event = event
  }
}
