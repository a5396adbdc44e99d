import JSONDocuments
import Journal

struct ConsolePacket: Document, Described {
  static let schema = "uwbrig.console/1"
  static let about = "A line of `uwbrig console --json`."
  static let notes: [String: Note] = ["hex": Note(pattern: "^([0-9a-f]{2})*$")]

  enum Kind: String, Codable, CaseIterable { case packet }

  var kind = Kind.packet
  var tUs: Int64
  var board: String
  var dir: Direction
  var hex: String
  var name: String
  var summary: String
  var error: String?
  @IfPresent var fields: [FieldDocument]?
}

/// A line that is no command, as a line of `console --json`.
struct ConsoleRefusal: Document, Described {
  static let schema = ConsolePacket.schema
  static let about = ConsolePacket.about
  static let notes: [String: Note] = ["line": Note(least: 1)]

  enum Kind: String, Codable, CaseIterable { case refused }

  var kind = Kind.refused
  var tUs: Int64
  var line: Int
  var reason: String
}

/// A command without an answer, as a line of `console --json`.
struct ConsoleSilence: Document {
  static let schema = ConsolePacket.schema
  static let about = ConsolePacket.about

  enum Kind: String, Codable, CaseIterable { case unanswered }

  var kind = Kind.unanswered
  var tUs: Int64
  var board: String
  var name: String
  var reason: String
}
