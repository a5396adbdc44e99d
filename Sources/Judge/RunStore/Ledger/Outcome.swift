public import Journal

/// How an instance ended in a run, as the ledger keeps it.
public struct Outcome: Sendable, Equatable {
  /// A board of the instance.
  public struct Board: Sendable, Hashable {
    /// Name in the rig file.
    public var name: String
    /// The port or link that it was reached by; empty where the journal does not say.
    public var port = ""
    /// Its firmware; empty where the journal does not say.
    public var firmware = ""
  }

  /// The id of the case with its parameter.
  public var `case`: String
  /// The boards, the judged ones first.
  public var boards: [Board]
  /// The verdict of the last attempt.
  public var verdict: Verdict
  /// How many attempts there were.
  public var attempts: Int
  /// How long the attempts took together, in microseconds.
  public var microseconds: Int64
}

/// Picks the outcomes of a run out of the entries of its journal, one by one.
public struct OutcomeCollector: Sendable {
  private var boards: [String: Outcome.Board] = [:]
  private var latest: [String: Int] = [:]
  private var attempts: [String: Int] = [:]
  /// The outcomes so far, in the order in which the instances ended first.
  public private(set) var outcomes: [Outcome] = []
  /// The rig and the seed; nil where the journal does not say.
  public private(set) var run: Event.RunStarted?
  /// The status in the last line; nil for a run that was interrupted.
  public private(set) var status: Int?
  /// Whether every board lives in the virtual lab.
  public private(set) var isVirtual = true
  /// The images that were brought onto boards, or were there already.
  private var images: [String: String] = [:]
  /// The run was asked to end: what was cut off then says nothing about a board.
  private var isEnding = false

  /// The kind of the lines that say which image is on a board.
  public static let imageKind = "board-image"

  /// A collector of a journal.
  public init() {}

  /// Takes one entry.
  public mutating func add(_ entry: JournalEntry) {
    switch entry.event {
    case .runStarted(let started): run = run ?? started
    case .runFinished(let finished): status = finished.status
    case .boardOpened(let change), .boardIdentified(let change): note(change)
    case .caseStarted(let started): attempts[started.instance] = started.attempt
    case .other(Self.imageKind, let json): note(image: json)
    case .signal: isEnding = true
    case .caseFinished(let finished) where finished.verdict != .skip:
      let isCutOff =
        finished.verdict == .inconclusive
        && (isEnding || finished.reason == "run timeout"
          || finished.reason.hasPrefix("suite timeout"))
      if !isCutOff { note(finished) }
    default: break
    }
  }

  /// Two builds of a firmware fail differently: the digest tells them apart.
  private mutating func note(image json: JSONValue) {
    guard let board = json["board"]?.string, let name = json["image"]?.string,
      let digest = json["sha256"]?.string
    else { return }
    images[board] = "\(name) \(digest.prefix(12))"
    if var known = boards[board] {
      known.firmware = firmware(of: board, known.firmware)
      boards[board] = known
    }
  }

  private func firmware(of board: String, _ words: String) -> String {
    guard let image = images[board], !words.hasSuffix(image) else { return words }
    return words.isEmpty ? image : "\(words) \(image)"
  }

  private mutating func note(_ change: Event.BoardChange) {
    let words = [change.firmware, change.dialect].compactMap { $0 }.filter { !$0.isEmpty }
    boards[change.board] = Outcome.Board(
      name: change.board, port: change.identity,
      firmware: firmware(of: change.board, words.joined(separator: " ")))
    if !change.virtual { isVirtual = false }
  }

  private mutating func note(_ finished: Event.CaseFinished) {
    let attempt = attempts[finished.instance] ?? 1
    let spent = max(0, finished.durationMicroseconds ?? 0)
    if attempt > 1, let index = latest[finished.instance] {
      outcomes[index].verdict = finished.verdict
      outcomes[index].attempts = attempt
      outcomes[index].microseconds = outcomes[index].microseconds.clampedSum(spent)
      return
    }
    latest[finished.instance] = outcomes.count
    outcomes.append(
      Outcome(
        case: finished.case,
        boards: finished.boards.map { boards[$0] ?? Outcome.Board(name: $0) },
        verdict: finished.verdict, attempts: attempt, microseconds: spent))
  }
}

extension Int64 {
  /// The sum with a number that is not negative; the greatest number where it is too large.
  package func clampedSum(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
