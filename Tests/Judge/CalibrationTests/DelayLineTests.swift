import Testing

@testable import Calibration

@Suite("What a unit of delay is worth")
struct DelayLineTests {
  @Test("three passes give numpy's weighted line")
  func line() throws {
    var line = DelayLine()
    line.add(value: 0, error: 0.31, standardError: 0.004)
    line.add(value: 66, error: 0.02, standardError: 0.005)
    line.add(value: 70, error: -0.003, standardError: 0.006)
    // numpy.linalg.lstsq of the rows divided by the standard errors, and the inverse normal matrix.
    let slope = try #require(line.slope)
    #expect(abs(slope.metres - 0.00442913453) < 1e-10, "\(slope)")
    #expect(abs(slope.standardError - 8.19161590e-5) < 1e-12, "\(slope)")
    let now = try #require(line.error(at: 70, unit: 0.0047))
    #expect(abs(now.metres - 4.25364486e-5) < 1e-12, "\(now)")
    #expect(abs(now.standardError - 0.00397581143) < 1e-10, "\(now)")
  }

  @Test("one value tells no slope, and the mean of what was found there")
  func level() throws {
    var line = DelayLine()
    #expect(line.error(at: 1, unit: 1) == nil)
    line.add(value: 5, error: 0.1, standardError: 0.01)
    line.add(value: 5, error: 0.2, standardError: 0.01)
    #expect(line.slope == nil)
    let now = try #require(line.error(at: 7, unit: 0.01))
    #expect(abs(now.metres - 0.13) < 1e-12)
    #expect(abs(now.standardError - 0.01 / 2.0.squareRoot()) < 1e-12)
  }
}
