import Journal
import Testing

@Suite("Lines of the journal")
struct EventLineTests {
  @Test("an event reads back as it was written, whatever its texts", arguments: hostileTexts)
  func roundTrip(hostile: HostileText) throws {
    for event in everyEvent(hostile.text) {
      let entry = JournalEntry(microseconds: 7, event: event)
      #expect(try records(entry.line).records == [.entry(entry)], "\(event.kind)")
    }
  }

  @Test("a line is one line of printable text, whatever its texts", arguments: hostileTexts)
  func harmless(hostile: HostileText) throws {
    for event in everyEvent(hostile.text) {
      var line = JournalEntry(microseconds: 0, event: event).line
      #expect(line.popLast() == 0x0A)
      let shown = try #require(String(validating: line, as: UTF8.self))
      #expect(!shown.unicodeScalars.contains { $0.isHarmful }, "\(event.kind)")
    }
  }

  @Test(
    "fields stand in the order of the contract",
    arguments: [
      (
        Event.runStarted(.init(version: "1.2.3", seed: 42, rig: "loopback")),
        #"{"t_us":9,"kind":"run-started","schema":"uwbrig.events/1","version":"1.2.3","seed":42,"#
          + #""rig":"loopback"}"#
      ),
      (
        .boardOpened(.init(board: "lock", identity: "reference", virtual: true)),
        #"{"t_us":9,"kind":"board-opened","board":"lock","identity":"reference","virtual":true,"#
          + #""reason":""}"#
      ),
      (
        .caseStarted(.init(case: "a.b", boards: ["lock", "phone"], attempt: 2)),
        #"{"t_us":9,"kind":"case-started","case":"a.b","boards":["lock","phone"],"attempt":2}"#
      ),
      (
        .frame(.init(board: "lock", direction: .in, bytes: [0x0A, 0xFF])),
        #"{"t_us":9,"kind":"frame","board":"lock","dir":"in","hex":"0aff"}"#
      ),
      (
        .assertion(.init(requirement: "r", ok: false, expected: "e", got: "g")),
        #"{"t_us":9,"kind":"assertion","requirement":"r","ok":false,"expected":"e","got":"g"}"#
      ),
      (
        .measurement(.init(name: "d", value: 1.5, unit: "m", limits: .init(min: 1, max: 2))),
        #"{"t_us":9,"kind":"measurement","name":"d","value":1.5,"unit":"m","#
          + #""limits":{"min":1.0,"max":2.0}}"#
      ),
      (
        .measurement(.init(name: "d", value: .infinity, unit: "m")),
        #"{"t_us":9,"kind":"measurement","name":"d","value":null,"unit":"m","limits":null}"#
      ),
      (
        .caseFinished(
          .init(case: "a", boards: ["x"], verdict: .inconclusive, reason: "why", class: .inferred)),
        #"{"t_us":9,"kind":"case-finished","case":"a","boards":["x"],"verdict":"INCONCLUSIVE","#
          + #""reason":"why","class":"inferred"}"#
      ),
      (
        .runFinished(.init(counts: .init(), status: 4)),
        #"{"t_us":9,"kind":"run-finished","counts":{"PASS":0,"FAIL":0,"ERROR":0,"#
          + #""INCONCLUSIVE":0,"FLAKY":0,"FINDING":0,"SKIP":0},"status":4}"#
      ),
    ])
  func order(event: Event, line: String) {
    let text = String(decoding: JournalEntry(microseconds: 9, event: event).line, as: UTF8.self)
    #expect(text == line + "\n")
  }

  @Test("a value that is not a number is read as not a number")
  func notANumber() throws {
    let entry = JournalEntry(
      microseconds: 0, event: .measurement(.init(name: "d", value: .nan, unit: "m")))
    guard case .entry(let read) = try records(entry.line).records.first,
      case .measurement(let measurement) = read.event
    else {
      Issue.record("no measurement")
      return
    }
    #expect(measurement.value.isNaN)
  }

  @Test(
    "a line that misses or mistypes a member says which",
    arguments: [
      (#"{"kind":"note","text":"x"}"#, #"no member "t_us""#),
      (#"{"t_us":1.5,"kind":"note","text":"x"}"#, #"member "t_us" is not a whole number"#),
      (#"{"t_us":1}"#, #"no member "kind""#),
      (#"[1]"#, "not an object"),
      (
        #"{"t_us":1,"kind":"frame","board":"b","dir":"up","hex":""}"#,
        #"member "dir" is not one of its words"#
      ),
      (
        #"{"t_us":1,"kind":"frame","board":"b","dir":"in","hex":"abc"}"#,
        #"member "hex" is not hexadecimal"#
      ),
      (
        #"{"t_us":1,"kind":"case-started","case":"c","boards":[1],"attempt":1}"#,
        #"member "boards" is not a list of texts"#
      ),
    ])
  func mistyped(line: String, reason: String) throws {
    #expect(try records(Array(line.utf8) + [0x0A]).records == [.damaged(line: 1, reason: reason)])
  }
}
