import Journal
import Reports
import RunStore
import TestSupport
import Testing

@Suite("The schemas")
struct SchemaTests {
  private func schema(_ name: String) throws -> JSONValue {
    let text = try #require(SchemaLibrary.schema(named: name))
    return try JSONParser.parse(Array(text.utf8))
  }

  @Test("every name has a schema that says which document it describes")
  func names() throws {
    #expect(
      SchemaLibrary.names == [
        "events", "run", "run-result", "report", "report-list", "report-compare", "report-flakes",
        "report-prune",
      ])
    let titles = [Event.schema] + SchemaLibrary.names.dropFirst().map { "uwbrig.\($0)/1" }
    for (name, title) in zip(SchemaLibrary.names, titles) {
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
      #expect(
        DocumentValidator(schema).faults(value) == [], "\(String(decoding: line, as: UTF8.self))")
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
    #expect(DocumentValidator(try schema("events")).faults(value) != [])
  }

  @Test("the record of a run is as its schema says")
  func run() throws {
    #expect(DocumentValidator(try schema("run")).faults(record.json) == [])
  }

  @Test("the result of a run is as its schema says and looks as stored")
  func result() throws {
    let schema = try schema("run-result")
    let result = RunResult(try judged(try finishedJournal())).json
    #expect(DocumentValidator(schema).faults(result) == [])
    try expectSnapshot(result.indented + "\n", "every-verdict.json")
    let interrupted = RunResult(try RunReport.read(everyVerdict().bytes)).json
    #expect(DocumentValidator(schema).faults(interrupted) == [])
    #expect(interrupted["interrupted"] == .bool(true))
    #expect(interrupted["status"] == .null)
  }
}

/// Whether a document is as its schema says: what is wrong with it.
func schemaFaults(_ name: String, _ document: JSONValue) throws -> [String] {
  let text = try #require(SchemaLibrary.schema(named: name))
  return DocumentValidator(try JSONParser.parse(Array(text.utf8))).faults(document)
}
