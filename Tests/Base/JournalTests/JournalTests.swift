import Errors
import Glibc
import Journal
import LabRuntime
import Synchronization
import Testing

@Suite("Writing a journal")
struct JournalTests {
  private func note(_ text: String) -> Event { .note(.init(text)) }

  @Test("times never go back, whatever stamps are given")
  func monotonic() throws {
    let sink = MemorySink()
    let journal = Journal(now: { LabInstant(nanoseconds: 5_999) }, sink: sink)
    for nanoseconds: Int64? in [nil, 3_000, 9_000, nil, 8_000, 10_999] {
      journal.emit(note(""), at: nanoseconds.map { LabInstant(nanoseconds: $0) })
    }
    let times = try records(sink.bytes).records.map { record in
      if case .entry(let entry) = record { entry.microseconds } else { Int64(-1) }
    }
    #expect(times == [5, 5, 9, 9, 9, 10])
  }

  @Test("a live line is in the file before emit returns")
  func live() throws {
    let path = temporaryPath("live")
    defer { remove(path) }
    let journal = Journal(now: { .zero }, sink: try FileSink(path: path, mode: .live))
    var expected: [UInt8] = []
    for event in everyEvent("x") {
      journal.emit(event)
      expected += JournalEntry(microseconds: 0, event: event).line
      #expect(contents(path) == expected)
    }
    journal.sync()
    #expect(journal.failure == nil)
    try journal.close()
    #expect(contents(path) == expected)
  }

  @Test("a buffered journal is whole after sync and after close")
  func buffered() throws {
    let path = temporaryPath("buffered")
    defer { remove(path) }
    let journal = Journal(now: { .zero }, sink: try FileSink(path: path, mode: .buffered))
    let line = JournalEntry(microseconds: 0, event: note("x")).line
    journal.emit(note("x"))
    journal.sync()
    #expect(contents(path) == line)
    for _ in 0..<20_000 { journal.emit(note("x")) }
    try journal.close()
    #expect(contents(path).count == 20_001 * line.count)
  }

  @Test("a full disk is remembered, told at close, and stops neither the run nor its observers")
  func fullDisk() throws {
    let journal = Journal(now: { .zero }, sink: try FileSink(path: "/dev/full", mode: .live))
    let seen = Mutex(0)
    journal.observe { _ in seen.withLock { $0 += 1 } }
    for _ in 0..<3 { journal.emit(note("x")) }
    journal.sync()
    #expect(journal.failure == RigError(failingTo: .writeJournal, "/dev/full", errno: ENOSPC))
    #expect(journal.failure?.description.contains("no space left on the device") == true)
    #expect(throws: RigError(failingTo: .writeJournal, "/dev/full", errno: ENOSPC)) {
      try journal.close()
    }
    #expect(seen.withLock { $0 } == 3)
  }

  @Test("a sink that failed is written to no more")
  func stopsAfterFailure() {
    let sink = FailingSink(after: 2)
    let journal = Journal(now: { .zero }, sink: sink)
    for index in 0..<6 { journal.emit(note("\(index)")) }
    #expect(sink.calls == 3)
    #expect(journal.failure?.code == .writeJournal)
  }

  @Test("events after close are dropped")
  func closed() throws {
    let sink = MemorySink()
    let journal = Journal(now: { .zero }, sink: sink)
    journal.emit(note("a"))
    try journal.close()
    journal.emit(note("b"))
    try journal.close()
    #expect(try records(sink.bytes).records.count == 1)
  }

  @Test("an observer sees the lines in order, and may emit")
  func observers() throws {
    let sink = MemorySink()
    let journal = Journal(now: { .zero }, sink: sink)
    let seen = Mutex<[JournalEntry]>([])
    journal.observe { [weak journal] entry in
      seen.withLock { $0.append(entry) }
      if case .note(let remark) = entry.event, remark.text.count < 4 {
        journal?.emit(.note(.init(remark.text + "+")))
      }
    }
    journal.emit(note("a"))
    journal.emit(note("b"))
    let written = try records(sink.bytes).records
    #expect(seen.withLock { $0 }.map { .entry($0) } == written)
    #expect(written.count == 8)
  }

  @Test("lines of many threads are whole, complete and in the order that observers see")
  func threads() async throws {
    let path = temporaryPath("threads")
    defer { remove(path) }
    let journal = Journal(now: { .zero }, sink: try FileSink(path: path, mode: .live))
    let seen = Mutex<[JournalReader.Record]>([])
    journal.observe { entry in seen.withLock { $0.append(.entry(entry)) } }
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask { @concurrent in
          for index in 0..<200 {
            journal.emit(.note(.init("\(thread) \(index)")))
            if index % 50 == 0 { journal.sync() }
          }
        }
      }
    }
    try journal.close()
    let (written, isTorn) = try records(contents(path))
    #expect(written.count == 1600)
    #expect(!isTorn)
    #expect(seen.withLock { $0 } == written)
  }

  @Test("an event longer than a line may be is replaced by a note that says so")
  func oversize() throws {
    let sink = MemorySink()
    let journal = Journal(now: { .zero }, sink: sink)
    let bytes = [UInt8](repeating: 0, count: Journal.maximumLineLength / 2)
    journal.emit(.frame(.init(board: "b", direction: .in, bytes: bytes)))
    journal.emit(note("next"))
    let (records, _) = try records(sink.bytes)
    #expect(records.count == 2)
    #expect(sink.text.contains("was left out"))
  }
}

/// Takes some lines and then fails.
private final class FailingSink: JournalSink {
  private let limit: Int
  private let count = Mutex(0)
  init(after limit: Int) { self.limit = limit }
  var calls: Int { count.withLock { $0 } }
  func append(_ line: [UInt8]) throws(RigError) {
    let call = count.withLock { count in
      count += 1
      return count
    }
    if call > limit { throw RigError(failingTo: .writeJournal, "test", errno: ENOSPC) }
  }
  func sync() {}
  func close() {}
}
