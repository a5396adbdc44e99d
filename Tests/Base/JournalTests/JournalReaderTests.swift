import Errors
import Glibc
import Journal
import Testing

@Suite("Reading a journal")
struct JournalReaderTests {
  private let entries = everyEvent("a \"b\" \u{2028} 測").enumerated().map {
    JournalEntry(microseconds: Int64($0.offset), event: $0.element)
  }

  @Test("a journal cut at any byte gives all whole lines and says that it is torn")
  func torn() throws {
    let bytes = entries.flatMap(\.line)
    var ends: [Int] = []
    for entry in entries { ends.append((ends.last ?? 0) + entry.line.count) }
    for length in 0...bytes.count {
      let (records, isTorn) = try records(Array(bytes[..<length]))
      // A line that misses only its newline is whole.
      let whole = ends.count { length >= $0 - 1 }
      #expect(records == entries[..<whole].map { .entry($0) }, "cut at \(length)")
      #expect(isTorn == (length > 0 && !ends.contains(length)), "cut at \(length)")
    }
  }

  @Test("a journal that is still written gives each line once it is whole, wherever it was cut")
  func written() throws {
    let bytes = entries.flatMap(\.line)
    let path = "/tmp/uwbrig-journal-\(getpid()).ndjson"
    let file = try #require(unsafe fopen(path, "w"))
    defer {
      unsafe fclose(file)
      unlink(path)
    }
    var reader = try JournalReader(path: path)
    var found: [JournalReader.Record] = []
    for start in stride(from: 0, to: bytes.count, by: 37) {
      for byte in bytes[start..<min(bytes.count, start + 37)] { unsafe fputc(Int32(byte), file) }
      unsafe fflush(file)
      while let record = try reader.nextWritten() { found.append(record) }
    }
    #expect(found == entries.map { .entry($0) })
    #expect(try reader.nextWritten() == nil)
  }

  @Test(
    "a frame is read the same however its line is spelt",
    arguments: [
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0aFF"}"#,
      #"{"t_us":12,"kind":"chunk","board":"lock","dir":"out","hex":""}"#,
      #"{"t_us":-12,"kind":"frame","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":9223372036854775807,"kind":"frame","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":9223372036854775808,"kind":"frame","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":012,"kind":"frame","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":1.5,"kind":"frame","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":12, "kind":"frame","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0a"} "#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0a"}x"#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0a"}{}"#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0a0"}"#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0g"}"#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"up","hex":"0a"}"#,
      #"{"t_us":12,"kind":"frame","board":"l\u006fck","dir":"in","hex":"0a"}"#,
      #"{"t_us":12,"kind":"frame","board":"測距","dir":"in","hex":"0a"}"#,
      #"{"t_us":12,"kind":"frame","board":"","dir":"in","hex":"0a"}"#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0a","more":1}"#,
      #"{"t_us":12,"kind":"frame","dir":"in","board":"lock","hex":"0a"}"#,
      #"{"t_us":12,"kind":"frames","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":,"kind":"frame","board":"lock","dir":"in","hex":"0a"}"#,
      #"{"t_us":12,"kind":"frame","board":"lock","dir":"in","hex":"0a"#,
    ])
  func spelling(line: String) throws {
    func plainly() -> JournalReader.Record {
      do throws(JSONError) {
        let json = try JSONParser.parse(Array(line.utf8))
        do throws(EventError) {
          return .entry(try JournalEntry(json: json))
        } catch { return .damaged(line: 1, reason: error.description) }
      } catch { return .damaged(line: 1, reason: error.description) }
    }
    #expect(try records(Array(line.utf8) + [0x0A]).records == [plainly()])
  }

  @Test("a damaged line is reported with its number, and the lines around it are read")
  func damaged() throws {
    var bytes = entries[0].line + Array("garbage\n\n".utf8)
    bytes += [0x00, 0xFF, 0x0A] + entries[1].line
    let (records, isTorn) = try records(bytes)
    #expect(
      records == [
        .entry(entries[0]), .damaged(line: 2, reason: "no value at byte 0"),
        .damaged(line: 4, reason: "no value at byte 0"), .entry(entries[1]),
      ])
    #expect(!isTorn)
  }

  @Test("a kind of a later version is kept with its members")
  func unknownKind() throws {
    let line = #"{"t_us":3,"kind":"power","board":"b","watts":0.5,"more":{"x":[1]}}"# + "\n"
    let (records, _) = try records(Array(line.utf8))
    guard case .entry(let entry) = records.first, case .other("power", let json) = entry.event
    else {
      Issue.record("not kept: \(records)")
      return
    }
    #expect(json["watts"] == .number(0.5))
    #expect(String(decoding: entry.line, as: UTF8.self) == line)
  }

  @Test("a line beyond the limit is reported and passed over", arguments: [true, false])
  func tooLong(hasNewline: Bool) throws {
    let path = temporaryPath("long-\(hasNewline)")
    defer { remove(path) }
    let sink = try FileSink(path: path, mode: .buffered)
    try sink.append([UInt8](repeating: UInt8(ascii: "["), count: Journal.maximumLineLength + 9))
    if hasNewline { try sink.append([0x0A] + entries[0].line) }
    try sink.close()
    var reader = try JournalReader(path: path)
    #expect(
      try next(&reader)
        == .damaged(line: 1, reason: "longer than \(Journal.maximumLineLength) bytes"))
    #expect(try next(&reader) == (hasNewline ? .entry(entries[0]) : nil))
    #expect(try next(&reader) == nil)
    let isTorn = reader.isTorn
    #expect(isTorn == !hasNewline)
  }

  @Test("a large file is read through a small buffer, the same as from memory")
  func large() throws {
    let path = temporaryPath("large")
    defer { remove(path) }
    let sink = try FileSink(path: path, mode: .buffered)
    for _ in 0..<50 { for entry in entries { try sink.append(entry.line) } }
    try sink.close()
    var reader = try JournalReader(path: path)
    for index in 0..<(50 * entries.count) {
      #expect(try next(&reader) == .entry(entries[index % entries.count]))
    }
    #expect(try next(&reader) == nil)
    let isTorn = reader.isTorn
    #expect(!isTorn)
  }

  @Test("a file that is not there is an error that names it")
  func missing() {
    let error = #expect(throws: RigError.self) {
      _ = try JournalReader(path: "/nowhere/e.ndjson")
    }
    #expect(
      error?.description
        == "failed to open the journal /nowhere/e.ndjson: there is no such file or folder. "
        + "Check the path")
  }

  private func next(_ reader: inout JournalReader) throws -> JournalReader.Record? {
    try reader.next()
  }
}
