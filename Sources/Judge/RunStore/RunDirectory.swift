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
  public var written: Date { Self.modified(run) ?? Date(timeIntervalSince1970: 0) }

  static func modified(_ path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  /// A file of the run by its name.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Makes the folder at `path`, or takes the one that is there, and writes `run.json`.
  public init(create path: String, record: RunRecord) throws(RigError) {
    self.path = path
    self.record = record
    try Self.makeFolder(path)
    try Self.makeFolder(captures)
    // An old report beside a new journal would speak for the wrong run.
    try RigError.explaining(.create, path) {
      for old in Self.replaced(in: path) { try FileManager.default.removeItem(atPath: old) }
    }
    try write(Array(record.json.indented.utf8) + [0x0A], named: "run.json")
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
    Self.pointLatest(in: parent, at: record.id.description)
  }

  /// Points `latest` beside the folder of a run at it: for runs that were given their folder by name.
  public func becomeLatest() {
    guard let slash = path.lastIndex(of: "/") else { return }
    Self.pointLatest(in: String(path[..<slash]), at: String(path[path.index(after: slash)...]))
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
    let bytes = try RigError.explaining(.read, run) { try Data(contentsOf: URL(filePath: run)) }
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
    try RigError.explaining(.write, path) {
      try Data(document).write(to: URL(filePath: path), options: isSpecial(path) ? [] : .atomic)
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
    kind(of: path).map { $0 != .typeRegular && $0 != .typeDirectory } ?? false
  }

  /// What a path itself is, and not what a link leads to; nil where there is nothing.
  static func kind(of path: String) -> FileAttributeType? {
    try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
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
    try RigError.explaining(.create, path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  /// The files in a folder that a run into it removes before it writes its own.
  public static func replaced(in path: String) -> [String] {
    let captures = path + "/captures"
    let all =
      documents.map { path + "/" + $0 }
      + names(in: captures).filter { $0.hasSuffix(".pcapng") }.map { captures + "/" + $0 }
    return all.filter(FileManager.default.fileExists(atPath:))
  }

  /// What is in a folder, in order; nothing where it cannot be read.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Sets the link in one step. It is a comfort: where it cannot be set, or something else of that
  /// name stands there, the run goes on without it.
  private static func pointLatest(in parent: String, at id: String) {
    let files = FileManager.default
    let link = parent + "/latest"
    guard [nil, .typeSymbolicLink].contains(kind(of: link)) else { return }
    let fresh = "\(parent)/.latest-\(id)"
    do {
      try files.createSymbolicLink(atPath: fresh, withDestinationPath: id)
    } catch {
      return
    }
    if unsafe rename(fresh, link) != 0 { try? files.removeItem(atPath: fresh) }
  }
}
