import Journal
import LabRuntime
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("A case about the model of the phone")
struct PhoneModelTests {
  private func phoneCase(
    _ body: @escaping @Sendable (CaseContext) async throws -> Void
  ) -> Case {
    Case(
      "T1", suite: "test", "a test", requirement: "Something holds.", source: "here",
      boards: .phoneModel, body: body)
  }

  @Test("needs no board, and is an instance of its own kind")
  func instance() throws {
    let told = phoneCase { bench in
      bench.noteFromPhone("started running")
      try bench.require(true, "it starts", expected: "a start", got: "a start")
    }
    let result = try Rehearsal([told], on: rig(), board: "phone")
    #expect(result.finished.map(\.instance) == ["T1@phone"])
    #expect(result.verdict("T1@phone") == .pass)
    #expect(try Rehearsal([told], on: rig(), board: "lock").finished.isEmpty)
  }

  @Test("is never PASS when the model has told nothing")
  func vacuous() throws {
    let optimist = phoneCase { bench in
      try bench.require(true, "hope", expected: "good", got: "good")
    }
    let result = try Rehearsal([optimist, phoneCase { _ in }], on: rig())
    #expect(
      result.finished.map(\.reason) == [
        "nothing was asserted on what the device sent", "the case asserts nothing",
      ])
    #expect(result.finished.allSatisfy { $0.verdict == .error })
  }

  @Test("relay times are measured at the end of a run")
  func relays() throws {
    let relaying = phoneCase { bench in
      for number in 1...100 { bench.noteRelay(.microseconds(number)) }
      bench.noteFromPhone("generated shareable data")
      try bench.require(true, "it relays", expected: "data", got: "data")
    }
    var reader = JournalReader(bytes: try Rehearsal([relaying], on: rig()).journal)
    var measured: [String: Double] = [:]
    while let record = try reader.next() {
      guard case .entry(let entry) = record, case .measurement(let value) = entry.event else {
        continue
      }
      measured[value.name] = value.value
    }
    #expect(
      measured == [
        "relay time p50": 50, "relay time p99": 99, "relay time sessions": 100,
      ])
  }
}
