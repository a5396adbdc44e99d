import Journal
import LabRuntime
import Links
import Testing

@testable import Bench
@testable import RigFile

@Suite("A board's own console")
struct ConsoleRecorderTests {
  /// What the journal has when `print` has printed, each note with its time.
  private func notes(
    _ print: @escaping @Sendable (MemoryPort, ConsoleRecorder, Lab) async throws -> Void
  ) throws -> [String] {
    let lab = Lab.simulated(seed: 1)
    let sink = MemorySink()
    let journal = Journal(now: { lab.now }, sink: sink)
    try lab.run {
      let port = MemoryPort(lab, name: "console")
      let recorder = ConsoleRecorder(board: "lock", source: port, lab: lab, journal: journal)
      try await ConsoleRecorder.recording([recorder]) {
        try await print(port, recorder, lab)
        try await lab.sleep(for: .seconds(2), label: "the end of the test")
      }
      port.close()
    }
    var reader = JournalReader(bytes: sink.bytes)
    var notes: [String] = []
    while let record = try reader.next() {
      guard case .entry(let entry) = record, case .note(let remark) = entry.event else { continue }
      notes.append("\(entry.microseconds) \(remark.text)")
    }
    return notes
  }

  @Test("lines are recorded at the time at which they began, however they come in")
  func lines() throws {
    let notes = try notes { port, _, lab in
      let link = try await port.connections.receive()
      try await link.send(Array("boot\r\nuw".utf8))
      try await lab.sleep(for: .milliseconds(100), label: "the rest")
      try await link.send(Array("b ready\n\n".utf8))
    }
    #expect(notes == ["0 lock console: boot", "0 lock console: uwb ready"])
  }

  @Test("a prompt without a line end is a line after a while")
  func prompt() throws {
    let notes = try notes { port, _, lab in
      let link = try await port.connections.receive()
      try await link.send(Array("dwm> ".utf8))
      try await lab.sleep(for: .milliseconds(600), label: "a pause")
      try await link.send(Array("si\n".utf8))
    }
    #expect(notes == ["0 lock console: dwm> ", "600000 lock console: si"])
  }

  @Test("what would move the cursor is escaped, and a long line becomes several")
  func hostile() throws {
    let notes = try notes { port, _, _ in
      let link = try await port.connections.receive()
      try await link.send(Array("\u{1B}[2Jhi\n".utf8) + [0xFF, 0x0A])
      try await link.send([UInt8](repeating: 0x61, count: 600) + [0x0A])
    }
    #expect(notes[0] == "0 lock console: \\u{1b}[2Jhi")
    #expect(notes.count == 5)
    #expect(notes.allSatisfy { !$0.contains("\u{1B}") && $0.count < 300 })
  }

  @Test("a flood fills its allowance, and the next case has a new one")
  func flood() throws {
    let notes = try notes { port, recorder, lab in
      let link = try await port.connections.receive()
      for _ in 0..<1000 { try await link.send(Array("0123456789012345678901234567890\n".utf8)) }
      try await lab.sleep(for: .milliseconds(1), label: "the next case")
      recorder.renew()
      try await link.send(Array("again\n".utf8))
    }
    let recorded = notes.filter { $0.contains("0123") }.count
    #expect(recorded == (ConsoleRecorder.allowance + 30) / 31)
    #expect(
      notes.suffix(2).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
        "lock: \((1000 - recorded) * 31) bytes more came from its console and are not recorded",
        "lock console: again",
      ])
  }

  @Test("a port that goes away is noted once, and recorded again when it is back")
  func comesBack() throws {
    let notes = try notes { port, _, _ in
      for number in 1...3 {
        let link = try await port.connections.receive()
        try await link.send(Array("life \(number)\n".utf8))
        link.close()
      }
    }
    #expect(notes.filter { $0.contains("console: life") }.count == 3)
    #expect(notes.filter { $0.contains("its console console:") }.count == 1)
  }
}
