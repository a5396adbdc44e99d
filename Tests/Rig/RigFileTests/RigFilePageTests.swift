import Foundation
import Journal
import RigFile
import TestSupport
import Testing

@Suite("The page of rig-file keys")
struct RigFilePageTests {
  /// The keys of an object of the schema, those of objects in it behind a dot.
  static func rows(_ schema: JSONValue, _ path: String = "") -> [[String]] {
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    return (schema["properties"]?.members ?? []).flatMap { member -> [[String]] in
      let key = path.isEmpty ? member.name : "\(path).\(member.name)"
      let rule = member.value
      let row = [
        "`\(key)`\(required.contains(member.name) ? " (required)" : "")", Self.values(rule),
        rule["default"].map { "`\(Self.text($0).replacing(/\.0$/, with: ""))`" } ?? "",
        rule["description"]?.string ?? "",
      ]
      return [row] + Self.parts(rule).flatMap { rows($0.0, key + $0.1) }
    }
  }

  /// The objects that a value may be made of: itself, the items of a list, one of several.
  private static func parts(_ rule: JSONValue) -> [(JSONValue, String)] {
    if rule["properties"] != nil { return [(rule, "")] }
    if let items = rule["items"] { return parts(items).map { ($0.0, "[]" + $0.1) } }
    let several = rule["oneOf"]?.array ?? rule["anyOf"]?.array ?? []
    return several.flatMap(parts)
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? value.array.map { $0.map(text).joined(separator: ", ") }
      ?? String(decoding: value.encoded, as: UTF8.self)
  }

  /// What may stand behind a key, in words.
  private static func values(_ rule: JSONValue) -> String {
    if let words = rule["enum"]?.array {
      var texts: [String] = []
      for word in words.map(text) where !texts.contains(word) { texts.append(word) }
      return texts.map { "`\($0)`" }.joined(separator: ", ")
    }
    if let constant = rule["const"] { return "`\(text(constant))`" }
    if let several = rule["oneOf"]?.array ?? rule["anyOf"]?.array {
      var words: [String] = []
      for value in several.map(values) where !words.contains(value) { words.append(value) }
      return words.joined(separator: "; or ")
    }
    switch rule["type"]?.string {
    case "integer", "number":
      guard let least = rule["minimum"], let most = rule["maximum"] else { return "a number" }
      return "\(text(least)) to \(text(most))".replacing(".0", with: "")
    case "boolean": return "`true`, `false`"
    case "array": return "a list" + (rule["items"].map { ": " + values($0) } ?? "")
    case "object": return "a mapping"
    case "string":
      let pattern = rule["pattern"]?.string ?? ""
      if pattern.contains("(us|ms|s|m|h)") { return "a duration, such as `500ms`" }
      return "text"
    default: return ""
    }
  }

  @Test("every key of a rig file is on its page")
  func page() throws {
    let schema = try JSONParser.parse(Array(ShippedRigs.schema.utf8))
    let lines =
      [
        "# Rig-file keys", "",
        "Every key of a rig file, with what may stand behind it, its default and what it does.", "",
        "This page is made from the grammar that reads rig files; `uwbrig rig schema` prints the same as a "
          + "JSON schema, and `uwbrig rig check FILE` checks a file without opening a board. The files in "
          + "[`Rigs/`](../../../../Rigs) are meant to be copied. `boards[].link` is a key of each item of the "
          + "list `boards`. Durations are a whole number and `us`, `ms`, `s`, `m` or `h`; relative paths are "
          + "taken from the folder of the file.", "",
      ] + DocumentationPage.table(["key", "values", "default", "about"], Self.rows(schema))
    let (written, made) = try DocumentationPage.compare(
      "Rig-file-keys.md", with: lines.joined(separator: "\n") + "\n")
    #expect(written == made, "write it anew with UWBRIG_UPDATE_SNAPSHOTS=1")
  }
}
