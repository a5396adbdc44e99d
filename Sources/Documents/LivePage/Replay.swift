import Journal
import LabRuntime
import Reports
import RunStore

/// From where, and how fast, a run is seen again: the query `MICROSECONDS,TIMES`.
struct ReplayPace: Sendable, Equatable {
  /// The fastest, in microseconds of the run a microsecond.
  static let fastest = 100_000.0

  /// Microseconds of the run.
  let from: Int64
  /// Microseconds of the run a microsecond; 0 to stand still.
  let speed: Double

  init(query: String) {
    let parts = query.split(separator: ",", maxSplits: 1)
    from = parts.first.flatMap { Int64($0) }.map { max(0, $0) } ?? 0
    let asked = parts.count > 1 ? Double(parts[1]) ?? 0 : 0
    speed = asked.isFinite ? min(max(0, asked), Self.fastest) : 0
  }

  /// The moment of the run so long after it began to move.
  func moment(after time: Duration) -> Int64 {
    let passed = Double(max(0, time / .microseconds(1))) * speed
    return from.clampedSum(Int64(exactly: passed.rounded()) ?? .max)
  }
}

/// A run that one viewer sees again: its journal read anew, up to a moment that moves.
struct Replay: Sendable {
  /// How often what is new is sent.
  private static let interval = Duration.milliseconds(150)
  /// Lines that are taken at a time: between them others have their turn.
  private static let portion = 2_000
  /// Cases before the moment that are told.
  private static let earlier = 300

  let lab: Lab
  let journal: String
  let pace: ReplayPace

  /// Sends what was to be seen at the moment, and from there on; ends where the journal does.
  ///
  /// - Parameter until: the last moment that the journal has.
  func perform(
    until: @Sendable () -> Int64, _ send: @Sendable ([UInt8]) async throws -> Void
  ) async throws {
    var reader = try JournalReader(path: journal)
    var picture = LivePicture()
    var next: JournalEntry?
    var moment = pace.from
    /// When the moment began to move; nil while the lines before it are read.
    var begun: LabInstant?
    var told: Int?
    while true {
      var taken = 0
      var isDry = false
      while taken < Self.portion {
        if next == nil {
          switch try reader.nextWritten() {
          case .entry(let entry): next = entry
          case .damaged(let line, let reason): picture.damaged(line: line, reason: reason)
          case nil: isDry = true
          }
        }
        taken += 1
        guard let entry = next else {
          if isDry { break }
          continue
        }
        guard entry.microseconds <= moment else { break }
        picture.take(entry)
        next = nil
      }
      if taken == Self.portion, !isDry {
        try await lab.sleep(for: .milliseconds(1), label: "the lines before a moment")
        continue
      }
      let start = begun ?? lab.now
      begun = start
      let end = until()
      var bytes = HTTPResponse.event("now", picture.now(at: min(moment, end), until: end))
      let total = picture.count
      var first = told ?? max(0, total - Self.earlier)
      while first < total {
        let cases = picture.cases(from: first)
        bytes += HTTPResponse.event("cases", cases.json)
        first = cases.next
      }
      told = total
      try await send(bytes)
      if isDry || pace.speed == 0 {
        return try await send(HTTPResponse.event("still", Array((isDry ? "end" : "moment").utf8)))
      }
      try await lab.sleep(for: Self.interval, label: "the next moment")
      moment = pace.moment(after: start.duration(to: lab.now))
    }
  }
}
