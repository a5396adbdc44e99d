import Errors
import Journal

extension FuzzTarget {
  /// The journal of a run, as another program may have left it.
  static let journalReader = FuzzTarget("JournalReader") { bytes in
    var lines = 0
    let lineEnds = bytes.count { $0 == 0x0A }
    var reader = JournalReader(bytes: bytes)
    while let record = next(&reader) {
      lines += 1
      switch record {
      case .entry(let entry): checkEntry(entry)
      case .damaged(let line, let reason):
        expectPrintable(reason, "the reason")
        expect((1...lineEnds + 1).contains(line), "line \(line) of \(lineEnds + 1)")
      }
    }
    expect(lines <= lineEnds + 1, "\(lines) records in \(lineEnds + 1) lines")
    expect(reader.isTorn ? bytes.last != 0x0A : true, "torn with a newline at its end")
  }
}

private func checkEntry(_ entry: JournalEntry) {
  let line = entry.line
  var reader = JournalReader(bytes: line)
  guard case .entry(let again) = next(&reader) else {
    broken("what was written cannot be read: \(entry)")
  }
  // Lines, not entries: a measurement of no number equals nothing, itself included.
  expectEqual(again.line, line, "an entry written again")
}

private func next(_ reader: inout JournalReader) -> JournalReader.Record? {
  do throws(RigError) {
    return try reader.next()
  } catch {
    broken("a journal in memory cannot be read: \(error)")
  }
}
