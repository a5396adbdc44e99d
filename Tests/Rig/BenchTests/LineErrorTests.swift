import Errors
import Journal
import LabRuntime
import Links
import Synchronization
import Testing

@testable import Bench
@testable import RigFile

@Suite("Errors on a board's serial line")
struct LineErrorTests {
  /// A port whose driver counts what the test says.
  private final class CountingPort: LinkSource {
    let name = "serial:counting"
    private let lines = Mutex<[CountingLine]>([])

    /// What the driver of the open port has counted since it was opened.
    func count(_ errors: LineErrors) { lines.withLock { $0.last?.set(errors) } }

    func open() async throws(RigError) -> any Link {
      let line = CountingLine()
      lines.withLock { $0.append(line) }
      return line
    }
  }

  private final class CountingLine: SerialLine {
    let name = "serial:counting"
    let preservesMessages = false
    private let errors = Mutex(LineErrors())

    var lineErrors: LineErrors? { errors.withLock { $0 } }

    func set(_ errors: LineErrors) { self.errors.withLock { $0 = errors } }
    func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {}
    func send(_ bytes: [UInt8]) async throws(RigError) {}
    func setReading(_ reading: Bool) {}
    func close() {}
    func setRate(_ baud: Int) async throws(RigError) {}
    func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {}
    func setBreak(_ on: Bool) async throws(RigError) {}
    func drain(within limit: Duration) async throws(RigError) {}
  }

  private static func notes(
    _ body: @escaping @Sendable (BenchBoard, CountingPort) async throws -> Void
  ) throws -> [String] {
    let file = try RigFile.parse(
      "version: 1\nboards:\n  - {name: lock, firmware: ni-accessory, link: 'serial:/dev/ttyACM0'}",
      file: "one.yaml", directory: "")
    let lab = Lab.simulated(seed: 0)
    let port = CountingPort()
    let sink = MemorySink()
    let description = try #require(file.boards.first)
    let board = BenchBoard(
      description, source: port, place: nil,
      equipment: BoardEquipment(of: description, in: file, lab: lab), lab: lab,
      journal: Journal(now: { lab.now }, sink: sink))
    try lab.run { try await body(board, port) }
    var reader = JournalReader(bytes: sink.bytes)
    var notes: [String] = []
    while let record = try reader.next() {
      guard case .entry(let entry) = record, case .note(let remark) = entry.event else { continue }
      notes.append(remark.text)
    }
    return notes
  }

  @Test("they are noted once, with the case in which they happened")
  func cases() throws {
    let notes = try Self.notes { board, port in
      try await board.session.open()
      board.begin("C01@lock")
      port.count(LineErrors(framing: 2, parity: 1))
      board.begin("C02@lock")
      board.begin("C03@lock")
      port.count(LineErrors(framing: 2, parity: 1, overrun: 1, lost: 7, breaks: 1))
      board.session.close(reason: "the run is over")
    }
    #expect(
      notes == [
        "lock: on its serial line: 2 framing errors, 1 parity error (C01@lock)",
        "lock: on its serial line: 1 overrun, 7 bytes lost in the driver, 1 break (C03@lock)",
      ])
  }

  @Test("a line that is opened again counts from nothing")
  func opened() throws {
    let notes = try Self.notes { board, port in
      try await board.session.open()
      port.count(LineErrors(framing: 3))
      try await board.session.open()
      port.count(LineErrors(framing: 1))
      board.session.close(reason: "the run is over")
    }
    #expect(
      notes == [
        "lock: on its serial line: 3 framing errors", "lock: on its serial line: 1 framing error",
      ])
  }

  @Test("a clean line is not worth a word")
  func clean() throws {
    let notes = try Self.notes { board, _ in
      try await board.session.open()
      board.begin("C01@lock")
      board.session.close(reason: "the run is over")
    }
    #expect(notes.isEmpty)
  }
}
