public import Errors
import Files
public import FoundationEssentials
import Glibc
import JSONDocuments
import Journal

/// The folder that a run leaves behind: `run.json`, `events.ndjson`, documents and `captures/`.
///
/// It overwrites what an earlier run of this program left there and touches nothing else.
public struct RunDirectory: Sendable {
  /// Where runs are kept when nothing else is said, each in a folder of its name.
  public static let runs = "out"

  /// The folder.
  public let path: String
  /// The content of `run.json`.
  public let record: RunRecord

  /// The journal.
  public var events: String { file("events.ndjson") }
  /// The record of the run.
  public var run: String { file("run.json") }
  /// The results for CI.
  public var junit: String { file("junit.xml") }
  /// The report for people.
  public var report: String { file("report.html") }
  /// The name of the rig file in the folder: with the journal it makes a recording.
  public static let rigName = "rig.yaml"
  /// The names of the files that a run leaves in its folder, `run.json` last.
  static let documents = [
    "events.ndjson", "junit.xml", "report.html", "ctrf.json", "results.tap", rigName, "run.json",
  ]

  /// The folder of captures.
  public var captures: String { file("captures") }

  /// When its record was written: of runs that started in one second, this tells which was first.
  public var written: Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: run)
    return attributes?[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
  }

  /// A file of the run by its name.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Makes the folder at `path`, or takes the one that is there, and writes `run.json`.
  public init(create path: String, record: RunRecord) throws(RigError) {
    self.path = path
    self.record = record
    try Self.makeFolder(path)
    try Self.makeFolder(captures)
    try removeEarlierRun()
    try write(record.json)
  }

  /// Makes `<parent>/<run id>`, and points `<parent>/latest` at it.
  ///
  /// A name that is taken is given another random part, so that runs that start together stay apart.
  public init(in parent: String, record: RunRecord) throws(RigError) {
    try Self.makeFolder(parent)
    var record = record
    let base = record.id.description
    var turn = 1
    while FileManager.default.fileExists(atPath: parent + "/" + record.id.description) {
      turn += 1
      record.id = RunIdentifier("\(base)-\(turn)")
    }
    try self.init(create: parent + "/" + record.id.description, record: record)
    Self.pointLatest(in: parent, at: record.id)
  }

  /// Points `latest` beside the folder of a run at it: for runs that were given their folder by name.
  public func becomeLatest() {
    guard let slash = path.lastIndex(of: "/") else { return }
    let name = RunIdentifier(String(path[path.index(after: slash)...]))
    Self.pointLatest(in: String(path[..<slash]), at: name)
  }

  /// Opens the folder of an earlier run.
  public init(open path: String) throws(RigError) {
    self.path = path
    let run = path + "/run.json"
    if let obstacle = InputFile.obstacle(run) {
      throw RigError(
        failingTo: .read, run, reason: "it is \(obstacle), not a file",
        advice: "Name a folder that `uwbrig run` made")
    }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: run))
    } catch {
      throw RigError(failingTo: .read, run, cause: error)
    }
    guard let json = try? JSONParser.parse([UInt8](bytes)), let record = RunRecord(json: json)
    else {
      throw RigError(
        failingTo: .read, run, reason: "it is no record of a run that this version knows",
        advice: "Name a folder that `uwbrig run` made")
    }
    self.record = record
  }

  /// Writes a document of the run whole or not at all: a reader never sees half of it.
  public func write(_ document: [UInt8], named name: String) throws(RigError) {
    try Self.write(document, to: file(name))
  }

  /// Writes a document anywhere, whole or not at all where the file system can; devices and pipes
  /// are written in place.
  public static func write(_ document: [UInt8], to path: String) throws(RigError) {
    do {
      try Data(document).write(to: URL(filePath: path), options: isSpecial(path) ? [] : .atomic)
    } catch {
      throw RigError(failingTo: .write, path, cause: error)
    }
  }

  /// Copies a file of the run anywhere, block by block, since a journal may be long. The copy
  /// appears whole or not at all where the file system can.
  public func copy(_ name: String, to path: String) throws(RigError) {
    let place = Self.isSpecial(path) ? path : path + ".part"
    do {
      if place != path { try Data().write(to: URL(filePath: place)) }
      let source = try SystemFile(reading: file(name))
      let target = try SystemFile(appending: place)
      while case let block = try source.read(upTo: 1 << 20), !block.isEmpty {
        try target.write(block)
      }
      if place != path, unsafe rename(place, path) != 0 {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      if place != path { try? FileManager.default.removeItem(atPath: place) }
      throw RigError(failingTo: .write, path, cause: error)
    }
  }

  /// Whether the path is a device, a pipe or a link, which must not be replaced by a file.
  private static func isSpecial(_ path: String) -> Bool {
    let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return kind.map { $0 != .typeRegular && $0 != .typeDirectory } ?? false
  }

  private func write(_ json: JSONValue) throws(RigError) {
    try write(Array(json.indented.utf8) + [0x0A], named: "run.json")
  }

  /// Makes a folder with those above it, or takes the one that is there.
  public static func makeFolder(_ path: String) throws(RigError) {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      if !isFolder {
        throw RigError(
          failingTo: .create, path, reason: "a file of that name is in the way",
          advice: "Choose another folder with --out")
      }
      return
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw RigError(failingTo: .create, path, cause: error)
    }
  }

  /// The files in a folder that a run into it removes before it writes its own.
  public static func replaced(in path: String) -> [String] {
    let files = FileManager.default
    let captures = path + "/captures"
    let captured = (try? files.contentsOfDirectory(atPath: captures)) ?? []
    let all =
      documents.map { path + "/" + $0 }
      + captured.sorted().filter { $0.hasSuffix(".pcapng") }.map { captures + "/" + $0 }
    return all.filter(files.fileExists(atPath:))
  }

  /// An old report beside a new journal would speak for the wrong run.
  private func removeEarlierRun() throws(RigError) {
    let files = FileManager.default
    for path in Self.replaced(in: path) {
      do {
        try files.removeItem(atPath: path)
      } catch {
        throw RigError(failingTo: .create, self.path, cause: error)
      }
    }
  }

  /// Sets the link in one step. It is a comfort: where it cannot be set, or something else of that
  /// name stands there, the run goes on without it.
  private static func pointLatest(in parent: String, at id: RunIdentifier) {
    let files = FileManager.default
    let link = parent + "/latest"
    let type = try? files.attributesOfItem(atPath: link)[.type] as? FileAttributeType
    guard type == nil || type == .typeSymbolicLink else { return }
    let fresh = "\(parent)/.latest-\(id)"
    do {
      try files.createSymbolicLink(atPath: fresh, withDestinationPath: id.description)
    } catch {
      return
    }
    if unsafe rename(fresh, link) != 0 { try? files.removeItem(atPath: fresh) }
  }
}
