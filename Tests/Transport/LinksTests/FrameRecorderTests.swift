import Journal
import LabRuntime
import Links
import Testing
import WireFormat

@Suite("What is recorded of a link")
struct FrameRecorderTests {
  /// The lines of a journal after a board has sent so many chunks of 4 KiB.
  private func recorded(chunks: Int, renewing: Bool) throws -> [Event] {
    let lab = Lab.simulated(seed: 0)
    let sink = MemorySink()
    let journal = Journal(now: { lab.now }, sink: sink)
    try lab.run {
      let (near, far) = MemoryLink.pair(lab, name: "memory")
      let recorder = FrameRecorder(board: "flood", journal: journal)
      let frames = FrameLink(
        near, cutter: StreamCutter(.length16), lab: lab, recorder: recorder)
      let message = [UInt8](repeating: 0x55, count: 4094)
      for _ in 0..<chunks {
        try await far.send(try StreamFraming.length16.encode(message))
        _ = try await frames.receive(until: nil)
      }
      if renewing {
        recorder.renew()
        try await far.send([1, 0, 7])
      }
      frames.close()
    }
    var events: [Event] = []
    var reader = JournalReader(bytes: sink.bytes)
    while let record = try reader.next() {
      if case .entry(let entry) = record { events.append(entry.event) }
    }
    return events
  }

  @Test("a board that floods fills the allowance, not the disk")
  func allowance() throws {
    let events = try recorded(chunks: 1000, renewing: false)
    let bytes = events.reduce(0) { sum, event in
      if case .chunk(let chunk) = event { sum + chunk.bytes.count } else { sum }
    }
    #expect(bytes >= FrameRecorder.allowance)
    #expect(bytes < FrameRecorder.allowance + 4096)
    let notes = events.filter { $0.kind == "note" }
    #expect(notes.count == 1)
  }

  @Test("the next case is recorded again, and what was left out is said")
  func renewal() throws {
    let events = try recorded(chunks: 100, renewing: true)
    guard case .frame(let last)? = events.last else {
      Issue.record("the last event is \(events.last as Any)")
      return
    }
    #expect(last.bytes == [7])
    let notes = events.compactMap { event -> String? in
      if case .note(let note) = event { note.text } else { nil }
    }
    let left = 100 * 4096 - FrameRecorder.allowance
    #expect(notes.last == "flood: \(left) bytes more came and are not recorded")
  }
}
