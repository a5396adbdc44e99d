import Testing

@testable import LabRuntime

@Suite("The stalls of a machine")
struct MachineStallsTests {
  private static func stalls(_ intervals: [(Int64, Int64)]) -> MachineStalls {
    let stalls = MachineStalls()
    for (from, to) in intervals { stalls.record(from: from * 1_000_000, to: to * 1_000_000) }
    return stalls
  }

  @Test(
    "tell how much of a span was lost, once where they overlap",
    arguments: [
      ([(10, 20)], 0, 30, 10), ([(10, 20)], 12, 15, 3), ([(10, 20)], 20, 30, 0),
      ([(10, 20), (15, 30)], 0, 40, 20), ([(10, 20), (30, 40)], 15, 35, 10),
      ([(30, 40), (10, 20)], 0, 50, 20), ([(10, 20), (30, 40), (5, 50)], 0, 60, 45),
      ([(20, 20)], 0, 30, 0),
    ] as [([(Int64, Int64)], Int64, Int64, Int64)])
  func lost(intervals: [(Int64, Int64)], from: Int64, to: Int64, milliseconds: Int64) {
    let lost = Self.stalls(intervals).lost(from: from * 1_000_000, to: to * 1_000_000)
    #expect(lost == milliseconds * 1_000_000)
  }

  @Test("of several are counted once where they overlap")
  func lostOfSeveral() {
    let all = [[(10, 20), (40, 50)], [(15, 30), (60, 70)], []].map(Self.stalls)
    let lost = MachineStalls.lost(from: 0, to: 65_000_000, of: all)
    #expect(lost == (20 + 10 + 5) * 1_000_000)
  }

  @Test(
    "make late what was seen in them or just after them, since they began",
    arguments: [
      (15, 5), (20, 10), (24, 14), (26, 0), (9, 0), (10, 0), (45, 5), (47, 7), (60, 0),
    ] as [(Int64, Int64)])
  func lateness(at: Int64, milliseconds: Int64) {
    let stalls = Self.stalls([(10, 20), (40, 46)])
    #expect(stalls.lateness(at: at * 1_000_000) == milliseconds * 1_000_000)
  }

  @Test(
    "make late together what ran in between for no longer than a backlog takes",
    arguments: [(64, 54), (66, 36), (69, 27), (72, 0), (57, 47)] as [(Int64, Int64)])
  func chain(at: Int64, milliseconds: Int64) {
    let stalls = Self.stalls([(10, 28), (30, 40), (42, 64)])
    #expect(stalls.lateness(at: at * 1_000_000) == milliseconds * 1_000_000)
  }

  @Test(
    "delay what came in them or just before them, until they end",
    arguments: [(5, 23), (4, 0), (12, 28), (25, 15), (29, 11), (64, 0)] as [(Int64, Int64)])
  func delay(at: Int64, milliseconds: Int64) {
    let stalls = Self.stalls([(10, 28), (30, 40)])
    #expect(stalls.delay(at: at * 1_000_000) == milliseconds * 1_000_000)
  }

  @Test("make late by no more than is believed")
  func limit() {
    #expect(Self.stalls([(0, 500)]).lateness(at: 500_000_000, limit: 20_000_000) == 20_000_000)
  }

  @Test("are forgotten, the oldest first, when there are too many")
  func bounded() {
    let stalls = MachineStalls()
    for number in Int64(0)..<10_000 { stalls.record(from: number * 10, to: number * 10 + 5) }
    #expect(stalls.lost(from: 99_990, to: 100_000) == 5)
    #expect(stalls.lost(from: 0, to: 1_000) == 0)
  }

  @Test(
    "of others are one where the processors were crowded from look to look, though not to the last bit",
    arguments: [(19.4, 55.0), (12, 55), (9, 4), (2, 0)])
  func pressure(waited: Double, late: Double) {
    let stalls = MachineStalls()
    for look in Int64(0)..<10 {
      let start = look * 20_000_000
      let end = start + 20_000_000
      if let wait = Heartbeat.waiting(Int64(waited * 1_000_000), from: start, to: end) {
        stalls.record(from: wait.from, to: wait.to)
      }
    }
    #expect(stalls.lateness(at: 195_000_000, limit: 55_000_000) == Int64(late * 1_000_000))
  }
}
