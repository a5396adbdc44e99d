public import FoundationEssentials
public import JSONDocuments
public import Journal
import Notation

/// The name of a run: when it started and a random part, such as `20261121-013000-1a2b`.
public struct RunIdentifier: Hashable, DocumentValue, CustomStringConvertible {
  /// The name as it is printed.
  public let description: String

  /// The name as it is printed.
  public var json: JSONValue { .string(description) }
  /// A text.
  public static let rule = [JSONValue.Member("type", .string("string"))]
  /// A name without a character.
  public static let sample = RunIdentifier("")

  /// A name that was read.
  public init(_ description: String) { self.description = description }

  /// The name that a folder has, if it is that of a run.
  public init?(ofFolder path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 6, 4], parts[..<2].joined().allSatisfy(\.isNumber),
      parts[2].allSatisfy(\.isHexDigit)
    else { return nil }
    self.init(name)
  }

  /// The name of a run that starts at this time (UTC).
  public init(started: Date, random: UInt16) {
    let digits = started.formatted(.iso8601).filter { $0 == "T" || $0.isNumber }
    let hex = String(random, radix: 16)
    let tail = String(repeating: "0", count: 4 - hex.count) + hex
    self.init(digits.replacing("T", with: "-") + "-" + tail)
  }
}

/// The content of `run.json`: all that may differ between two equal runs.
public struct RunRecord: Document, Described, Equatable {
  /// Names the document.
  public static let schema = "uwbrig.run/1"
  /// A sentence about the document.
  public static let about = "run.json: all that may differ between two equal runs."
  /// Notes on its members in the schema.
  public static let notes: [String: Note] = [
    "id": "The name of the run.", "version": "Version of the program.",
    "host": "The computer that it ran on.",
    "arguments": "The command line, without the program.",
    "started": "When it started, UTC.",
  ]

  /// The name of the run.
  public var id: RunIdentifier
  /// Version of the program.
  public var version: String
  /// The computer that it ran on.
  public var host: String
  /// The command line, without the program.
  public var arguments: [String]
  /// When it started, to the second.
  public var started: Date

  /// When it started, as documents write it: ISO 8601 in UTC.
  public var startText: String { started.formatted(.iso8601) }

  /// The day on which it started, such as `2026-11-21`, in UTC.
  public var day: String { String(startText.prefix(10)) }

  /// Whether the run took up what an earlier one had left.
  public var isRerun: Bool { arguments.contains { $0 == "--rerun" || $0.hasPrefix("--rerun=") } }

  /// A run by its particulars.
  public init(
    id: RunIdentifier, version: String, host: String, arguments: [String], started: Date
  ) {
    self.id = id
    self.version = version
    self.host = host
    self.arguments = arguments
    self.started = started
  }

  /// A run that starts now on this computer, with a fresh name.
  ///
  /// The clock and the system's random numbers are asked here alone; nothing of it reaches the
  /// journal.
  public init(version: String, arguments: [String]) {
    let now = Date()
    let host = try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
    self.init(
      id: RunIdentifier(started: now, random: .random(in: 0...UInt16.max)), version: version,
      host: host?.withoutSpaces ?? "unknown",
      arguments: arguments, started: now)
  }

  /// The run that a document describes; `nil` where it is none of this version.
  public init?(json: JSONValue) {
    guard json["schema"]?.string == Self.schema, let id = json["id"]?.string,
      let version = json["version"]?.string, let host = json["host"]?.string,
      let arguments = json["arguments"]?.array?.compactMap(\.string),
      let started = json["started"]?.string.flatMap({ try? Date($0, strategy: .iso8601) })
    else { return nil }
    self.init(
      id: RunIdentifier(id), version: version, host: host, arguments: arguments, started: started)
  }
}
