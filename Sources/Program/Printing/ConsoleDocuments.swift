package import JSONDocuments
package import Journal

package struct ConsolePacket: Document, Described {
  package static let schema = "uwbrig.console/1"
  package static let about = "A line of `uwbrig console --json`."
  package static let notes: [String: Note] = ["hex": Note(pattern: "^([0-9a-f]{2})*$")]

  package enum Kind: String, Codable, CaseIterable { case packet }

  package var kind = Kind.packet
  package var tUs: Int64
  package var board: String
  package var dir: Direction
  package var hex: String
  package var name: String
  package var summary: String
  package var error: String?
  @IfPresent package var fields: [FieldDocument]?
}

/// A line that is no command, as a line of `console --json`.
package struct ConsoleRefusal: Document, Described {
  package static let schema = ConsolePacket.schema
  package static let about = ConsolePacket.about
  package static let notes: [String: Note] = ["line": Note(least: 1)]

  package enum Kind: String, Codable, CaseIterable { case refused }

  package var kind = Kind.refused
  package var tUs: Int64
  package var line: Int
  package var reason: String
}

/// A command without an answer, as a line of `console --json`.
package struct ConsoleSilence: Document {
  package static let schema = ConsolePacket.schema
  package static let about = ConsolePacket.about

  package enum Kind: String, Codable, CaseIterable { case unanswered }

  package var kind = Kind.unanswered
  package var tUs: Int64
  package var board: String
  package var name: String
  package var reason: String
}
