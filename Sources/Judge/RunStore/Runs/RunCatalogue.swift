public import Errors
import Files
import FoundationEssentials
public import Journal

/// The runs in a folder, such as `out/`: what `run.json` and both ends of each journal say of them.
public struct RunCatalogue: Sendable {
  /// A run on disk.
  public struct Entry: Sendable {
    /// Its folder and its record.
    public var directory: RunDirectory
    /// The first line of its journal; nil where it cannot be read.
    public var run: Event.RunStarted?
    /// The last line of its journal; nil for a run that was interrupted, or still runs.
    public var finished: Event.RunFinished?
    /// The size of its files, in bytes.
    public var bytes: Int64
    /// Whether `latest` points at it.
    public var isLatest: Bool
    fileprivate var written: Date
  }

  /// The folder.
  public let folder: String
  /// The runs, the latest first.
  public let entries: [Entry]

  /// Looks into a folder; every folder in it that holds a `run.json` of this program is a run.
  public init(_ folder: String) throws(RigError) {
    self.folder = folder
    let names = try RigError.explaining(.read, folder) {
      try FileManager.default.contentsOfDirectory(atPath: folder)
    }
    var entries: [Entry] = []
    let latest = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/latest")
    // A link to a run is no run: `latest` is one.
    for name in names.sorted()
    where RunDirectory.kind(of: folder + "/" + name) == .typeDirectory {
      guard let directory = try? RunDirectory(open: folder + "/" + name) else { continue }
      entries.append(
        Entry(
          directory: directory, run: Self.first(of: directory.events),
          finished: Self.last(of: directory.events), bytes: Self.size(of: directory.path),
          isLatest: latest == name, written: directory.written))
    }
    self.entries = entries.sorted { one, other in
      let (left, right) = (one.directory.record.started, other.directory.record.started)
      if left != right { return left > right }
      return one.written != other.written
        ? one.written > other.written : one.directory.path > other.directory.path
    }
  }

  static func size(of folder: String) -> Int64 {
    let files = FileManager.default
    let names = (try? files.subpathsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { sum, name in
      let size = FileStatus.size(of: folder + "/" + name).map(Int64.init)
      return sum &+ (size ?? 0)
    }
  }

  private static func first(of events: String) -> Event.RunStarted? {
    guard var reader = try? JournalReader(path: events), let record = try? reader.next(),
      case .entry(let entry) = record, case .runStarted(let run) = entry.event
    else { return nil }
    return run
  }

  /// The last line, without reading what lies before it.
  private static func last(of events: String) -> Event.RunFinished? {
    let tail = 1 << 16
    guard InputFile.obstacle(events) == nil,
      let file = try? SystemFile(reading: events),
      let end = try? file.seekToEnd(), (try? file.seek(to: max(0, end - tail))) != nil,
      let bytes = try? file.read(upTo: tail)
    else { return nil }
    guard let line = bytes.split(separator: 0x0A).last,
      let json = try? JSONParser.parse(Array(line)),
      case .runFinished(let finished)? = (try? JournalEntry(json: json))?.event
    else { return nil }
    return finished
  }
}
