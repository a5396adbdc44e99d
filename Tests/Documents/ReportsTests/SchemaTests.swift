import Journal
import Reports
import RunStore
import Testing

@Suite("The schemas")
struct SchemaTests {
  private func schema(_ name: String) throws -> JSONValue {
    let text = try #require(SchemaLibrary.schema(named: name))
    return try JSONParser.parse(Array(text.utf8))
  }

  @Test("every name has a schema that says which document it describes")
  func names() throws {
    #expect(SchemaLibrary.names.contains("events") && SchemaLibrary.names.contains("run-result"))
    for name in SchemaLibrary.names {
      let title = name == "events" ? Event.schema : "uwbrig.\(name)/1"
      #expect(try schema(name)["title"] == .string(title))
    }
    #expect(SchemaLibrary.schema(named: "nothing") == nil)
  }

  @Test("every line of a journal is as its schema says")
  func events() throws {
    let schema = try schema("events")
    var script = Script()
    let change = Event.BoardChange(
      board: "b", identity: "", virtual: true, firmware: "uci", dialect: "fira2+qorvo")
    for event in [Event.boardOpened(change), .boardIdentified(change), .boardClosed(change)] {
      script.add(event)
    }
    for line in try (finishedJournal() + script.bytes).split(separator: 0x0A) {
      let value = try JSONParser.parse(line)
      #expect(Validator(schema).faults(value) == [], "\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test(
    "lines that break the contract are refused",
    arguments: [
      #"{"kind":"note","text":"x"}"#, #"{"t_us":-1,"kind":"note","text":"x"}"#,
      #"{"t_us":0,"kind":"note"}"#, #"{"t_us":0,"kind":"note","text":1}"#,
      #"{"t_us":0,"kind":"frame","board":"b","dir":"up","hex":""}"#,
      #"{"t_us":0,"kind":"frame","board":"b","dir":"in","hex":"a"}"#,
      #"{"t_us":0,"kind":"board-identified","board":"b"}"#,
      #"{"t_us":0,"kind":"signal","name":"x","more":1}"#,
    ])
  func refused(line: String) throws {
    let value = try JSONParser.parse(Array(line.utf8))
    #expect(Validator(try schema("events")).faults(value) != [])
  }

  @Test("the record of a run is as its schema says")
  func run() throws {
    #expect(Validator(try schema("run")).faults(record.json) == [])
  }

  @Test("the result of a run is as its schema says and looks as stored")
  func result() throws {
    let schema = try schema("run-result")
    let result = RunResult(try judged(try finishedJournal())).json
    #expect(Validator(schema).faults(result) == [])
    try expectSnapshot(result.indented + "\n", "every-verdict.json")
    let interrupted = RunResult(try RunReport.read(everyVerdict().bytes)).json
    #expect(Validator(schema).faults(interrupted) == [])
    #expect(interrupted["interrupted"] == .bool(true))
    #expect(interrupted["status"] == .null)
  }
}

/// Whether a document is as its schema says: what is wrong with it.
func schemaFaults(_ name: String, _ document: JSONValue) throws -> [String] {
  let text = try #require(SchemaLibrary.schema(named: name))
  return Validator(try JSONParser.parse(Array(text.utf8))).faults(document)
}

/// As much of JSON Schema as the schemas here use; any other keyword is a fault of its own.
private struct Validator {
  private let root: JSONValue
  private static let notes = ["$schema", "$defs", "title", "description", "format"]

  init(_ root: JSONValue) { self.root = root }

  func faults(_ value: JSONValue) -> [String] { faults(value, root, at: "$") }

  private func faults(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    (schema.members ?? []).flatMap { keyword in
      check(keyword.name, keyword.value, schema, value, path).map { "\(path): \($0)" }
    }
  }

  private func check(
    _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ value: JSONValue, _ path: String
  ) -> [String] {
    switch keyword {
    case _ where Self.notes.contains(keyword): return []
    case "$ref":
      let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
      guard let target = root["$defs"]?[name] else { return ["no definition \(name)"] }
      return faults(value, target, at: path)
    case "type":
      let types = rule.array?.compactMap(\.string) ?? [rule.string ?? ""]
      return types.contains { isOf($0, value) } ? [] : ["is not \(types)"]
    case "const": return value == rule ? [] : ["is not the constant"]
    case "enum": return rule.array?.contains(value) == true ? [] : ["is none of the values"]
    case "not": return faults(value, rule, at: path).isEmpty ? ["is what it must not be"] : []
    case "minimum":
      guard let number = value.number, let minimum = rule.number else { return [] }
      return number >= minimum ? [] : ["is too small"]
    case "pattern":
      guard let text = value.string else { return [] }
      let isHex = text.utf8.count % 2 == 0 && text.allSatisfy { "0123456789abcdef".contains($0) }
      return rule.string == "^([0-9a-f]{2})*$" && isHex ? [] : ["does not match"]
    case "required":
      return (rule.array ?? []).compactMap(\.string).filter { value[$0] == nil }
        .map { "misses \($0)" }
    case "properties":
      return (rule.members ?? []).flatMap { property in
        value[property.name].map { faults($0, property.value, at: "\(path).\(property.name)") }
          ?? []
      }
    case "additionalProperties":
      let known = schema["properties"]?.members?.map(\.name) ?? []
      let unknown = (value.members ?? []).map(\.name).filter { !known.contains($0) }
      return rule == .bool(false) ? unknown.map { "may not have \($0)" } : ["unknown rule"]
    case "items":
      return (value.array ?? []).enumerated().flatMap {
        faults($0.element, rule, at: "\(path)[\($0.offset)]")
      }
    case "oneOf":
      let matches = (rule.array ?? []).count { faults(value, $0, at: path).isEmpty }
      return matches == 1 ? [] : ["matches \(matches) of the alternatives"]
    default: return ["unknown keyword \(keyword)"]
    }
  }

  private func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .number), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
