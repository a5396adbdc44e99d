import LabRuntime
import Testing

@testable import VirtualBoards

@Suite("The line of a virtual board")
struct LineTimingTests {
  private static func instant(_ microseconds: Int64) -> LabInstant {
    LabInstant(nanoseconds: microseconds * 1000)
  }

  @Test("bytes take the time of the line, one after the other")
  func rate() {
    var line = LineTiming(rate: 1_000_000)
    line.connect(at: .zero)
    let pieces = line.arrivals(of: [UInt8](repeating: 0, count: 250), at: Self.instant(50))
    #expect(pieces.map(\.0.count) == [100, 100, 50])
    #expect(pieces.map(\.1) == [1050, 2050, 2550].map(Self.instant))
    // What is sent meanwhile waits until the line is free.
    #expect(line.arrivals(of: [0], at: Self.instant(100)).map(\.1) == [Self.instant(2560)])
  }

  @Test("a computer that wakes up late does not make the line slower")
  func lateness() {
    var line = LineTiming(rate: 1_000_000)
    line.connect(at: .zero)
    line.pass(to: Self.instant(1000))
    #expect(line.departure(of: 10) == Self.instant(1100))
    // Seen 300 µs late, and answered 20 µs after that.
    line.hasSent(at: Self.instant(1400))
    #expect(line.arrivals(of: [0], at: Self.instant(1420)).map(\.1) == [Self.instant(1130)])
    // The time is given back once.
    #expect(line.arrivals(of: [0], at: Self.instant(1420)).map(\.1) == [Self.instant(1430)])
  }

  @Test("a board that is busy answers afterwards, and never before it was asked")
  func busy() {
    var line = LineTiming(rate: 1_000_000)
    line.connect(at: .zero)
    line.pass(to: Self.instant(5000))
    line.pass(to: Self.instant(3000))
    #expect(line.boardTime == Self.instant(5000))
    #expect(line.departure(of: 1) == Self.instant(5010))
  }
}
