package import Errors
package import Journal
import UCI
import WireFormat

/// The journal of a run as it can be given away: bytes, times and verdicts, without what tells whose
/// boards they were.
///
/// Values of boards are replaced by the same ones everywhere, as long as they were, so that what is left
/// can be replayed. Texts of the journal are left out: a replay makes them anew.
package struct SharedRecording {
  private struct Stream {
    var bytes: [UInt8] = []
    var chunks: [(entry: Int, range: Range<Int>)] = []
    var frames: [(bytes: [UInt8], range: Range<Int>, secrets: [SecretField])] = []
  }

  private struct Way: Hashable, Comparable {
    let board: String
    let isIn: Bool

    static func < (one: Way, other: Way) -> Bool {
      (one.board, one.isIn ? 0 : 1) < (other.board, other.isIn ? 0 : 1)
    }

    init(_ transfer: Event.Transfer) {
      (board, isIn) = (transfer.board, transfer.direction == .in)
    }
  }

  /// The instances that ran, by verdict.
  package private(set) var verdicts = VerdictCounts()
  /// Bytes that boards have sent.
  package private(set) var heard = 0
  /// From the first event to the last.
  package private(set) var microseconds: Int64 = 0

  private var entries: [JournalEntry] = []
  private var streams: [Way: Stream] = [:]
  private var firmware: [String: String] = [:]
  private var dialects: [String: UCIDialect] = [:]
  private var redaction: Redaction

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - setup: commands of the rig file: what they hold is the board's, not this program's.
  ///   - serials: texts that tell a board or the computer.
  /// - Throws: ``RigError`` for a journal that cannot be read or is damaged, and where a value stands
  ///   in bytes that cannot be found on the line.
  package init(
    journal path: String, setup: [[UInt8]], serials: [String]
  ) throws(RigError) {
    redaction = Redaction(serials: serials)
    for command in setup {
      redaction.learn(SecretField.fields(of: command, "uci", .fira2, .out), isGiven: false)
    }
    var reader = try JournalReader(path: path)
    while let record = try reader.next() {
      switch record {
      case .damaged(let line, let reason):
        throw RigError(.malformed, reason: "\(path): line \(line): \(reason)")
      case .entry(let entry):
        take(entry)
      }
    }
    for (way, stream) in streams.sorted(by: { $0.key < $1.key }) {
      let frames = try placed(stream, way)
      streams[way]?.frames = frames
    }
    replace()
  }

  // MARK: Reading

  /// An event as it is given away; nil for one that is left out.
  private static func shared(_ event: Event) -> Event? {
    func change(_ change: Event.BoardChange) -> Event.BoardChange {
      Event.BoardChange(
        board: change.board, identity: "", virtual: change.virtual,
        reason: change.isEnding || change.isEndedByBoard ? change.reason : "",
        firmware: change.firmware,
        dialect: change.dialect)
    }
    switch event {
    case .runStarted(var started):
      started.rig = "recording"
      return .runStarted(started)
    case .boardOpened(let board): return .boardOpened(change(board))
    case .boardIdentified(let board): return .boardIdentified(change(board))
    case .boardClosed(let board): return .boardClosed(change(board))
    case .caseStarted(let started):
      return .caseStarted(
        Event.CaseStarted(
          case: started.case, boards: started.boards, radios: started.radios,
          attempt: started.attempt, suite: started.suite))
    case .caseFinished(var finished):
      (finished.reason, finished.waived, finished.quarantined) = ("", nil, nil)
      return .caseFinished(finished)
    case .chunk, .runFinished: return event
    default: return nil
    }
  }

  private mutating func take(_ entry: JournalEntry) {
    microseconds = entry.microseconds
    switch entry.event {
    case .boardOpened(let change), .boardIdentified(let change):
      if let said = change.firmware { firmware[change.board] = said }
      if let said = change.dialect.flatMap({ UCIDialect($0) }) { dialects[change.board] = said }
    case .caseFinished(let finished): verdicts[finished.verdict] += 1
    case .chunk(let transfer):
      let way = Way(transfer)
      if way.isIn { heard += transfer.bytes.count }
      let start = streams[way, default: Stream()].bytes.count
      streams[way, default: Stream()].bytes += transfer.bytes
      streams[way]?.chunks.append((entries.count, start..<start + transfer.bytes.count))
    case .frame(let transfer):
      let secrets = secrets(transfer.bytes, Way(transfer))
      redaction.learn(secrets, isGiven: transfer.direction == .out)
      streams[Way(transfer), default: Stream()].frames.append((transfer.bytes, 0..<0, secrets))
    default: break
    }
    if let event = Self.shared(entry.event) {
      entries.append(JournalEntry(microseconds: entry.microseconds, event: event))
    }
  }

  private func secrets(_ frame: [UInt8], _ way: Way) -> [SecretField] {
    SecretField.fields(
      of: frame, firmware[way.board], dialects[way.board] ?? .fira2, way.isIn ? .in : .out)
  }

  // MARK: Replacing

  /// The frames with their places on the line; one that is not there as it is, such as one with
  /// escapes, has none.
  private func placed(
    _ stream: Stream, _ way: Way
  ) throws(RigError) -> [(bytes: [UInt8], range: Range<Int>, secrets: [SecretField])] {
    var cursor = 0
    var frames = stream.frames
    for index in frames.indices {
      if let place = Redaction.place(of: frames[index].bytes, in: stream.bytes, from: cursor) {
        frames[index].range = place
        cursor = place.upperBound
      } else if frames[index].secrets.contains(where: { secret in
        redaction.values.contains { $0.original == secret.bytes }
      }) {
        throw RigError(
          .notAvailable, way.board,
          reason: "its framing hides values that must be replaced",
          advice:
            "Only links that carry frames as they are can be shared: UCI, length16, Bluetooth LE.")
      }
    }
    return frames
  }

  private mutating func replace() {
    for (way, var stream) in streams.sorted(by: { $0.key < $1.key }) {
      let fields = stream.frames.flatMap { frame in
        frame.range.isEmpty ? [] : frame.secrets.map { $0.moved(by: frame.range.lowerBound) }
      }
      redaction.apply(to: &stream.bytes, fields)
      for (entry, range) in stream.chunks {
        guard case .chunk(var transfer) = entries[entry].event else { continue }
        transfer.bytes = Array(stream.bytes[range])
        entries[entry].event = .chunk(transfer)
      }
      streams[way] = stream
    }
  }

  // MARK: Giving away

  /// The lines of the journal.
  package var bytes: [UInt8] { entries.flatMap(\.line) }

  /// A command of the rig file as it is given away.
  package mutating func replaced(_ command: [UInt8]) -> [UInt8] {
    var command = command
    redaction.apply(to: &command, SecretField.fields(of: command, "uci", .fira2, .out))
    return command
  }

  /// The values that were replaced, by kind.
  package var replaced: [SharedValues] {
    SecretKind.allCases.compactMap { kind in
      let values = redaction.values.filter { $0.kind == kind && $0.places > 0 }
      return values.isEmpty
        ? nil
        : SharedValues(
          kind: kind, values: values.count, places: values.reduce(0) { $0 + $1.places })
    }
  }

  /// Addresses and keys of this program, in hexadecimal.
  package var given: [String] { redaction.given.map(Hexadecimal.encode).sorted() }

  /// Originals that are left in a recording: read anew, on the line and in the fields of its frames, and
  /// in the texts of its files.
  package func left(in journal: [UInt8], _ texts: [String]) throws(RigError) -> Int {
    var lines: [Way: [UInt8]] = [:]
    var count = 0
    var reader = JournalReader(bytes: journal)
    while let record = try reader.next() {
      guard case .entry(let entry) = record else { continue }
      if case .chunk(let transfer) = entry.event {
        lines[Way(transfer), default: []] += transfer.bytes
      }
    }
    for (way, line) in lines.sorted(by: { $0.key < $1.key }) {
      count += redaction.left(in: line, [])
      for frame in streams[way]?.frames ?? [] where !frame.range.isEmpty {
        let bytes = Array(line[frame.range])
        count += redaction.left(in: bytes, secrets(bytes, way))
      }
    }
    return texts.reduce(count) { $0 + redaction.left(in: $1) }
  }
}

/// Values of a kind that were replaced.
package struct SharedValues: Codable, Sendable {
  package var kind: SecretKind
  package var values: Int
  package var places: Int
}
