import Errors
import FoundationEssentials
package import Journal
import Links
import Notation
package import Reports
package import RunStore

/// A run as the user names it: its folder, its journal, or its name below the folder of the runs.
package struct NamedRun {
  package let word: String
  /// The folder; nil for a journal by itself.
  package let directory: RunDirectory?
  package let journal: String

  /// What a list of runs calls it.
  package var name: String { directory?.record.id.description ?? word }

  /// - Parameter subcommands: words that could have been meant instead, of `report`.
  package init(_ word: String, below folder: String, besides subcommands: [String] = []) throws {
    self.word = word
    let places = [word, folder + "/" + word]
    for place in places where FileManager.default.fileExists(atPath: place + "/run.json") {
      do throws(RigError) {
        let directory = try RunDirectory(open: place)
        self.directory = directory
        journal = directory.events
      } catch { throw Failure(.usage, "\(error)") }
      return
    }
    guard FileManager.default.fileExists(atPath: word) else {
      throw Self.missing(word, folder, subcommands)
    }
    // A folder, or a link to one, has entries.
    guard (try? FileManager.default.contentsOfDirectory(atPath: word)) == nil else {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(word)) is no folder of a run: it holds no run.json; name one that "
          + "`uwbrig run` made, or a journal (events.ndjson)")
    }
    let kind = try? FileManager.default.attributesOfItem(atPath: word)[.type] as? FileAttributeType
    // A device may never end.
    guard kind != .typeCharacterSpecial, kind != .typeBlockSpecial else {
      throw Self.noJournal(word, "it is a device")
    }
    directory = nil
    journal = word
  }

  /// The report of its journal, judged on the day on which it started.
  package func report(alsoFor others: (JournalEntry) -> Void = { _ in }) throws -> RunReport {
    // Killed between its record and its first line, a run has no journal.
    if directory != nil, !FileManager.default.fileExists(atPath: journal) {
      return try RunReport.read([])
    }
    do {
      var events = 0
      var report = try RunReport.read(journal: journal) { entry in
        events += 1
        others(entry)
      }
      guard directory != nil || events > 0 else {
        throw Self.noJournal(
          word, report.damagedLines > 0 ? "none of its lines is an event" : "it is empty")
      }
      report.day = directory?.record.day
      return report
    } catch let error as RigError {
      throw Failure(.usage, "\(error)")
    }
  }

  /// Reads runs in the order in which they started; journals by themselves come last, as named.
  package static func read(
    _ words: [String], below folder: String, besides subcommands: [String] = []
  ) throws -> [NamedRun] {
    let runs = try words.map { try NamedRun($0, below: folder, besides: subcommands) }
    for (index, run) in runs.enumerated()
    where runs[..<index].contains(where: { $0.journal == run.journal }) {
      throw Failure(.usage, "the run \(PrintableText.escaped(run.word)) is named twice")
    }
    func key(_ item: (offset: Int, element: NamedRun)) -> (Double, Double, Int) {
      let directory = item.element.directory
      let started = directory?.record.started.timeIntervalSince1970
      return (
        started ?? .infinity, directory?.written.timeIntervalSince1970 ?? 0, item.offset
      )
    }
    return runs.enumerated().sorted { key($0) < key($1) }.map(\.element)
  }

  /// Which runs, in the order in which they started, a later one with `--rerun` has taken up to its
  /// end: the one before it in its folder, and what that one itself had taken up.
  package static func takenUp(_ runs: [NamedRun], isWhole: (Int) -> Bool) -> Set<Int> {
    func place(_ run: NamedRun) -> [String]? {
      run.directory.map {
        [URL(filePath: $0.path).deletingLastPathComponent().path, $0.record.host]
      }
    }
    var taken: Set<Int> = []
    for later in runs.indices where isWhole(later) {
      var current = later
      while runs[current].directory?.record.isRerun == true,
        let earlier = runs[..<current].lastIndex(where: { place($0) == place(runs[current]) })
      {
        taken.insert(earlier)
        current = earlier
      }
    }
    return taken
  }

  private static func noJournal(_ word: String, _ reason: String) -> Failure {
    Failure(
      .usage,
      "\(PrintableText.escaped(word)) is no journal: \(reason); name the folder of a run, or an "
        + "events.ndjson")
  }

  private static func missing(
    _ word: String, _ folder: String, _ subcommands: [String]
  ) -> Failure {
    var near = subcommands.map { ("report \($0)", $0) }
    if let names = try? FileManager.default.contentsOfDirectory(atPath: folder) {
      near += names.sorted().map { ($0, $0) }
    }
    let nearest = NearestName.nearest(to: word, among: near.map(\.1))
    let hint = nearest.flatMap { name in near.first { $0.1 == name }?.0 }
    return Failure(
      .usage,
      "there is no run \(PrintableText.quoted(word, limit: 120)), neither here nor below "
        + PrintableText.escaped(folder)
        + (hint.map { "; did you mean \(PrintableText.quoted($0))?" }
          ?? "; see `uwbrig report list`"))
  }
}
