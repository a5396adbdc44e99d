import Bench
import Errors
import Journal
import LabRuntime
import Links
import RigFile
import Synchronization
import Testing

@testable import Runner

/// A board that is not there, or not ready, for a while.
private final class Absent: RunnableBoard {
  let name: String
  private let lab: Lab
  private let until: LabInstant
  private let trouble: RigError
  /// How long it takes to see that it is not there.
  private let search: Duration
  private let attempts = Mutex(0)

  init(
    _ name: String, _ lab: Lab, for time: Duration, _ trouble: RigError, search: Duration = .zero
  ) {
    self.search = search
    self.name = name
    self.lab = lab
    until = lab.now.advanced(by: time)
    self.trouble = trouble
  }

  var tries: Int { attempts.withLock { $0 } }

  func bringToStartState() async throws(RigError) {
    attempts.withLock { $0 += 1 }
    guard lab.now < until else { return }
    do { try await lab.sleep(for: search, label: "a search") } catch { throw .runEnded }
    throw trouble
  }

  func resetByProtocol() async throws(RigError) { try await bringToStartState() }
  func reopen() async throws(RigError) {}
  func close(reason: String) {}
  func beginCase() {}
  var ending: RigError? { nil }
  var lastSent: SentFrames { SentFrames() }
  var receivedFrames: Int { 0 }
}

@Suite("Boards between two cases")
struct BoardPoolTests {
  private struct Outcome: Sendable {
    var trouble: RigError?
    var waited: Duration
    var tries: Int
    var lost: String?
  }

  private static let unplugged = RigError(
    .notFound, "usb:serial=F1", reason: "no attached USB device has serial=F1")

  /// Prepares a board so many times, and says how the last one went.
  private func prepare(
    _ times: Int = 1, absentFor time: Duration, _ trouble: RigError, search: Duration = .zero,
    recovers: Bool = false
  ) throws -> Outcome {
    let file = try RigFile.parse(
      """
      version: 1
      time: virtual
      boards: [{name: lock, firmware: ni-accessory, link: virtual}]
      limits: {reopen: 10s}
      """, file: "one.yaml", directory: "")
    let lab = Lab.simulated(seed: 0)
    let journal = Journal(now: { lab.now }, sink: MemorySink())
    return try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        let pool = BoardPool(bench, equipment: BenchEquipment())
        let board = Absent("lock", lab, for: time, trouble, search: search)
        var outcome = Outcome(waited: .zero, tries: 0)
        for _ in 0..<times {
          let start = lab.now
          do throws(RigError) {
            try await pool.prepare(board)
            outcome.trouble = nil
          } catch {
            outcome.trouble = error
            if recovers {
              _ = await pool.recover(
                board, after: "\(error)", isAbsent: error.isAbsence, users: [board])
            }
          }
          outcome.waited = start.duration(to: lab.now)
        }
        outcome.tries = board.tries
        outcome.lost = pool.lost(board)
        return outcome
      }
    }
  }

  @Test("one that was unplugged is waited for, and is ready as soon as it is back")
  func back() throws {
    let outcome = try prepare(absentFor: .seconds(3), Self.unplugged)
    #expect(outcome.trouble == nil)
    #expect(outcome.waited >= .seconds(3))
    #expect(outcome.waited < .milliseconds(3200))
    #expect(outcome.lost == nil)
  }

  @Test("the wait ends with limits.reopen, and a board that is absent twice is lost")
  func gone() throws {
    let once = try prepare(absentFor: .seconds(60), Self.unplugged)
    #expect(once.trouble == Self.unplugged)
    #expect(once.waited >= .seconds(10))
    #expect(once.waited < .seconds(11))
    #expect(once.lost == nil)
    let twice = try prepare(2, absentFor: .seconds(60), Self.unplugged)
    #expect(twice.lost == "\(Self.unplugged)")
  }

  @Test(
    "a search is made again within limits.reopen alone, and not to recover what is not there",
    arguments: [(15, 1, 15), (6, 2, 12)])
  func searches(seconds: Int, tries: Int, waited: Int) throws {
    let outcome = try prepare(
      absentFor: .seconds(600), Self.unplugged, search: .seconds(seconds), recovers: true)
    #expect(outcome.trouble == Self.unplugged)
    #expect(outcome.tries == tries)
    #expect(outcome.waited < .seconds(waited + 1))
  }

  @Test("one that is there and not ready is tried anew at once, and not waited for")
  func notReady() throws {
    let outcome = try prepare(absentFor: .seconds(3), .notReady("it does not answer"))
    #expect(outcome.trouble == .notReady("it does not answer"))
    #expect(outcome.waited == .zero)
    #expect(outcome.tries == 2)
  }
}
