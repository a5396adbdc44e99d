import LabRuntime
import Statistics
import Testing

/// Distances of a pair 2.2 m apart with two late echoes, and what numpy 2.4.6 and scipy 1.17.1 say of
/// them.
@Suite("Statistics, as numpy and scipy have them")
struct StatisticsTests {
  static let distances = [
    2.2, 2.209, 2.1918, 2.1733, 2.1864, 2.5703, 2.2018, 2.2402, 2.1852, 2.1814, 2.2147, 2.2107,
    2.2032, 2.1721, 2.1991, 2.2209, 2.1597, 2.5363, 2.143, 2.1613, 2.1447, 2.1929, 2.162, 2.2081,
    2.2047, 2.1944, 2.1245, 2.1838, 2.1985, 2.2034, 2.1541, 2.1857, 2.1706, 2.1757, 2.2318, 2.1758,
    2.199, 2.2265, 2.1825, 2.1966,
  ]

  static let figures: [(String, @Sendable ([Double]) -> Double?, Double)] = [
    ("median", { $0.median }, 2.19365),
    ("mean", { $0.mean }, 2.2068925),
    ("trimmed mean, 10 %", { $0.trimmedMean(0.1) }, 2.1915875),
    ("standard deviation", { $0.deviation }, 0.08420208715209639),
    ("robust deviation", { $0.robustDeviation }, 0.02401812),
    ("p95", { $0.quantile(0.95) }, 2.2402),
    ("p2.5", { $0.quantile(0.025) }, 2.1245),
    ("autocorrelation", { $0.autocorrelation() }, -0.1220396508405631),
    ("Allan deviation of 1", { $0.allanDeviation(1) }, 0.08918118836937707),
    ("Allan deviation of 10", { $0.allanDeviation(10) }, 0.020022763474177602),
    (
      "drift of 10 cm",
      { values in
        values.enumerated().map { $1 + 0.1 * Double($0) / 39 }.drift()
      }, 0.0738798601398599
    ),
  ]

  @Test("a figure is that of numpy", arguments: figures.indices)
  func figure(index: Int) throws {
    let (name, compute, expected) = Self.figures[index]
    let found = try #require(compute(Self.distances))
    #expect(abs(found - expected) < 1e-9, "\(name): \(found)")
  }

  @Test("nothing has no figure", arguments: figures.indices)
  func nothing(index: Int) {
    #expect(Self.figures[index].1([]) == nil)
  }

  @Test("the interval of a share is Wilson's")
  func share() {
    let some = ConfidenceInterval.share(3, of: 40)
    #expect(abs(some.lowerBound - 0.025836025774588198) < 1e-6)
    #expect(abs(some.upperBound - 0.19864233524310543) < 1e-6)
    #expect(ConfidenceInterval.share(0, of: 40).lowerBound == 0)
    #expect(ConfidenceInterval.share(0, of: 0) == 0...1)
  }

  @Test("the interval of a quantile holds it, and is none of too few")
  func quantile() throws {
    let interval = try #require(ConfidenceInterval.quantile(0.5, of: Self.distances))
    #expect(interval.contains(2.19365))
    #expect(ConfidenceInterval.quantile(0.95, of: Self.distances) == nil)
    #expect(ConfidenceInterval.quantile(0.5, of: [1, 2]) == nil)
  }

  @Test("a bootstrap is the same again for a seed, and holds the mean's interval")
  func bootstrap() throws {
    let interval = try #require(ConfidenceInterval.bootstrap(Self.distances) { $0.mean })
    #expect(interval == ConfidenceInterval.bootstrap(Self.distances) { $0.mean })
    // scipy.stats.bootstrap: 2.1851 to 2.2361 (percentiles, 20 000 draws).
    #expect(abs(interval.lowerBound - 2.1851) < 0.003)
    #expect(abs(interval.upperBound - 2.2361) < 0.004)
    #expect(ConfidenceInterval.bootstrap([1, 2]) { $0.mean } == nil)
  }

  @Test("two answers of one board are two modes, noise and single echoes are one")
  func modes() throws {
    let flipping = Self.distances.enumerated().map { $0 % 4 == 0 ? $1 + 1.2 : $1 }
    let modes = try #require(flipping.twoModes)
    #expect(abs(modes.high - modes.low - 1.2) < 0.05)
    #expect(Self.distances.twoModes == nil)
    #expect([Double](repeating: 1, count: 40).twoModes == nil)
    #expect((0..<100).map { Double($0) }.twoModes == nil)
  }

  @Test("the dip is that of the package diptest 0.12.0")
  func dip() throws {
    let flipping = Self.distances.enumerated().map { $0 % 4 == 0 ? $1 + 1.2 : $1 }
    let groups = [1, 1.1, 1.2, 1.25, 1.3, 2.9, 3, 3.05, 3.1, 3.3, 3.35]
    for (values, expected) in [
      (Self.distances, 0.03894230769230911), (flipping, 0.11727136109918415),
      (groups, 0.19138755980861244),
    ] {
      let dip = try #require(values.dip)
      #expect(abs(dip - expected) < 1e-12, "\(dip)")
    }
    #expect([1, 2, 3].dip == nil)
    #expect([1, 1, 1, 1].dip == nil)
  }

  @Test("groups without a gap between them are two by their dip, and no chance makes two of one")
  func overlapping() throws {
    func ranges(_ seed: UInt64, apart: Double) -> [Double] {
      var random = LabRandom(seed: seed, stream: "modes")
      return (0..<200).map { number in
        let noise = (0..<12).reduce(-6) { sum, _ in sum + random.unit() } * 0.04
        let echo = random.unit() < 0.03 ? random.unit() : 0
        return ((2.5 + noise + echo + (number % 2 == 0 ? apart : 0)) * 100).rounded() / 100
      }
    }
    for seed in 0..<200 as Range<UInt64> {
      #expect(ranges(seed, apart: 0).twoModes == nil, "seed \(seed)")
      let two = try #require(ranges(seed, apart: 0.3).twoModes, "seed \(seed)")
      #expect(abs(two.high - two.low - 0.3) < 0.05, "seed \(seed): \(two)")
    }
  }

  @Test("the doubt of a drift is that of a straight line through the medians")
  func driftDoubt() throws {
    let values = Self.distances.enumerated().map { $1 + 0.1 * Double($0) / 39 }
    let found = try #require(values.driftWithScatter())
    // scipy.stats.linregress over the medians of ten parts, times nine steps.
    #expect(abs(found.standardError - 0.016473479104163143) < 1e-12, "\(found)")
  }

  @Test("directions have a mean across the turn, as scipy's circmean")
  func directions() throws {
    let mean = try #require(Degrees.mean([350, 10, 20, -15]))
    #expect(abs(mean - 1.229948840359235) < 1e-9, "\(mean)")
    #expect(Degrees.mean([0, 180]) == nil)
    #expect(Degrees.mean([]) == nil)
    #expect(Degrees.wrapped(359) == -1)
    #expect(Degrees.wrapped(-190) == 170)
  }

  @Test("what neighbours repeat counts less")
  func effectiveCount() {
    #expect(Self.distances.effectiveCount == 40)
    let slow = (0..<100).map { Double($0 / 10 % 2) }
    #expect(slow.effectiveCount < 20)
  }
}
