import JSONDocuments
import Journal
import Reports
import RunStore
import TestSupport
import Testing

@Suite("The schemas")
struct SchemaTests {
  @Test("every document has a schema with its name")
  func names() throws {
    for type in SchemaLibrary.documents {
      #expect(try DocumentSchema.of([type])["title"]?.string == type.schema)
    }
    #expect(events["title"]?.string == Event.schema)
  }

  private let events = EventSchema.json

  @Test("every line of a journal is as its schema says")
  func lines() throws {
    let schema = events
    var script = Script()
    let change = Event.BoardChange(
      board: "b", identity: "", virtual: true, firmware: "uci", dialect: "fira2+qorvo")
    for event in [Event.boardOpened(change), .boardIdentified(change), .boardClosed(change)] {
      script.add(event)
    }
    for line in try (finishedJournal() + script.bytes).split(separator: 0x0A) {
      let value = try JSONParser.parse(line)
      #expect(
        SchemaValidator(schema).faults(value) == [], "\(String(decoding: line, as: UTF8.self))")
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
    #expect(SchemaValidator(events).faults(value) != [])
  }

  @Test("the record of a run is as its schema says")
  func run() throws {
    #expect(try schemaFaults(record) == [])
  }

  @Test("the result of a run is as its schema says and looks as stored")
  func result() throws {
    let result = RunResult(try judged(try finishedJournal()))
    #expect(try schemaFaults(result) == [])
    try expectSnapshot(result.json.indented + "\n", "every-verdict.json")
    let interrupted = RunResult(try RunReport.read(everyVerdict().bytes))
    #expect(try schemaFaults(interrupted) == [])
    #expect(interrupted.json["interrupted"] == .bool(true))
    #expect(interrupted.json["status"] == .null)
  }
}

/// What is wrong with a document by the schema of its type.
func schemaFaults<Kind: Document>(_ document: Kind) throws -> [String] {
  SchemaValidator(try DocumentSchema.of([Kind.self])).faults(document.json)
}
