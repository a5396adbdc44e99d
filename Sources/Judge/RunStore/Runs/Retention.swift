public import Errors
public import FoundationEssentials

/// How many runs a folder keeps. Without a limit, nothing is ever removed.
public struct Retention: Sendable, Equatable {
  /// The most runs that are kept.
  public var count: Int?
  /// None that started longer ago.
  public var age: Duration?
  /// The most bytes that are kept together.
  public var bytes: Int64?

  /// Limits; nil for none.
  public init(count: Int? = nil, age: Duration? = nil, bytes: Int64? = nil) {
    self.count = count
    self.age = age
    self.bytes = bytes
  }

  /// A run that is beyond a limit.
  public struct Candidate: Sendable {
    /// The run.
    public var entry: RunCatalogue.Entry
    /// The limit as text.
    public var why: String
  }

  /// The runs of a catalogue that are beyond a limit, the oldest first.
  ///
  /// The latest run always stays, so does the one that `latest` points at, and one whose journal
  /// has no last line and has been written to within a day: it may be running.
  public func candidates(in catalogue: RunCatalogue, now: Date) -> [Candidate] {
    var candidates: [Candidate] = []
    var kept = 0
    var size: Int64 = 0
    for (place, entry) in catalogue.entries.enumerated() {
      let stays = place == 0 || entry.isLatest || Self.mayRun(entry, now)
      if !stays, let why = reason(entry, kept, size, now) {
        candidates.append(Candidate(entry: entry, why: why))
      } else {
        kept += 1
        size &+= entry.bytes
      }
    }
    return candidates.reversed()
  }

  private func reason(
    _ entry: RunCatalogue.Entry, _ kept: Int, _ size: Int64, _ now: Date
  ) -> String? {
    if let count, kept >= count { return "more than \(count) run\(count == 1 ? "" : "s")" }
    if let age, now.timeIntervalSince(entry.directory.record.started) > age / .seconds(1) {
      return "older than the limit"
    }
    if let bytes, size &+ entry.bytes > bytes { return "more than \(bytes) bytes" }
    return nil
  }

  private static func mayRun(_ entry: RunCatalogue.Entry, _ now: Date) -> Bool {
    guard entry.finished == nil else { return false }
    let touched = RunDirectory.modified(entry.directory.events) ?? entry.directory.record.started
    return now.timeIntervalSince(touched) < 86_400
  }
}

extension RunDirectory {
  /// Removes what this program has written, and the folder where nothing else is in it.
  ///
  /// - Returns: what stays, because it is not of this program.
  public func remove() throws(RigError) -> [String] {
    let files = FileManager.default
    // Through a link the files of others would be removed.
    let isOurs = Self.kind(of: captures) == .typeDirectory
    let captured = isOurs ? Self.names(in: captures) : []
    var doomed = captured.filter { $0.hasSuffix(".pcapng") }.map { captures + "/" + $0 }
    if isOurs, captured.count == doomed.count { doomed.append(captures) }
    // The record goes last: a folder that could not be emptied is still known for a run.
    doomed += Self.documents.map(file)
    for path in doomed where files.fileExists(atPath: path) {
      try RigError.explaining(.remove, path) { try files.removeItem(atPath: path) }
    }
    let left = Self.names(in: path)
    if left.isEmpty {
      try RigError.explaining(.remove, path) { try files.removeItem(atPath: path) }
    }
    return left
  }
}
