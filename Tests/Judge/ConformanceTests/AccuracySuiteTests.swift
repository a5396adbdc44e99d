import Foundation
import Journal
import LabRuntime
import Rehearsals
import RigFile
import Runner
import Statistics
import Testing

@testable import Conformance

@Suite("The suite accuracy")
struct AccuracySuiteTests {
  /// More seeds where somebody has the time: UWBRIG_SEEDS=10000.
  private static let seeds = UInt64(
    ProcessInfo.processInfo.environment["UWBRIG_SEEDS"].flatMap { UInt64($0) } ?? 500)

  private static func ranges(_ seed: UInt64, off: Double, count: Int = 200) -> [Double] {
    var random = LabRandom(seed: seed, stream: "ranges")
    return (0..<count).map { _ in
      let radius = (-2 * log(1 - random.unit())).squareRoot()
      var metres = 2.5 + off + 0.03 * radius * cos(2 * .pi * random.unit())
      if random.unit() < 0.01 { metres -= 0.4 * log(1 - random.unit()) }
      return (metres * 100).rounded() / 100
    }
  }

  private static func verdicts(_ ranges: [Double]) -> [Bool?] {
    let errors = ranges.map { $0 - 2.5 }
    return [
      Estimate.share(errors) { abs($0) <= 0.15 + 1e-9 }.keeps(Event.Limits(min: 95)),
      Estimate.median(errors).keeps(Event.Limits(min: -0.25, max: 0.25)),
      Estimate.trimmed(errors).keeps(Event.Limits(min: -0.02, max: 0.02)),
      Estimate.share(errors) { abs($0) > 0.3 }.keeps(Event.Limits(max: 1)),
    ]
  }

  @Test("boards within the limits never fail, whatever the seed")
  func within() {
    for seed in 0..<Self.seeds {
      let off = Double(seed % 5) * 0.005 - 0.01
      #expect(!Self.verdicts(Self.ranges(seed, off: off)).contains(false), "seed \(seed)")
    }
  }

  /// Ranges that go slowly to and fro: each repeats `likeness` of the one before it.
  private static func wandering(_ seed: UInt64, likeness: Double, count: Int) -> [Double] {
    var random = LabRandom(seed: seed, stream: "wandering")
    var wander = 0.0
    return (0..<count).map { _ in
      let radius = (-2 * log(1 - random.unit())).squareRoot()
      let normal = radius * cos(2 * .pi * random.unit())
      wander = likeness * wander + (1 - likeness * likeness).squareRoot() * normal
      return ((2.5 + 0.04 * wander) * 100).rounded() / 100
    }
  }

  @Test("a room in which ranges go slowly to and fro fails no board", arguments: [0.5, 0.8, 0.9])
  func wandering(likeness: Double) {
    for seed in 0..<Self.seeds {
      let ranges = Self.wandering(seed, likeness: likeness, count: 200)
      // 96 of 100 are within 8.2 cm, and the middle is right.
      let errors = ranges.map { $0 - 2.5 }
      let verdicts = [
        Estimate.share(errors) { abs($0) <= 0.082 }.keeps(Event.Limits(min: 95)),
        Estimate.median(errors).keeps(Event.Limits(min: -0.02, max: 0.02)),
        Estimate.trimmed(errors).keeps(Event.Limits(min: -0.02, max: 0.02)),
        Estimate.scatter(ranges).keeps(Event.Limits(max: 0.05)),
        Estimate.drift(ranges)?.keeps(Event.Limits(min: -0.05, max: 0.05)),
      ]
      #expect(!verdicts.contains(false), "seed \(seed): \(verdicts)")
    }
  }

  @Test("boards that are 16 cm off fail with 200 ranges, in 99 of 100 seeds and more")
  func beyond() {
    let found = (0..<Self.seeds).count {
      let verdicts = Self.verdicts(Self.ranges($0, off: 0.16))
      return verdicts[0] == false && verdicts[2] == false
    }
    #expect(Double(found) >= 0.99 * Double(Self.seeds), "\(found) of \(Self.seeds)")
  }

  @Test("too few ranges decide nothing")
  func few() {
    #expect(Self.verdicts(Self.ranges(1, off: 0.02, count: 12))[2] == nil)
    #expect(Self.verdicts(Self.ranges(1, off: 0, count: 40))[0] == nil)
  }

  @Test(
    "an uncalibrated kit fails, and its calibrated twin passes", arguments: 0..<6 as Range<UInt64>)
  func kits(seed: UInt64) throws {
    let cases = Suites.accuracy.filter { ["AC01", "AC05"].contains($0.id) }
    let twin = try LoopbackBench.run(cases, on: LoopbackBench.rig(), seed: seed)
    #expect(twin.finished.allSatisfy { $0.verdict != .fail }, "\(twin.finished)")
    let kit = try LoopbackBench.rig(changing: ["mobile": ["radio: {error: 0.16, unit: 0.0047}"]])
    let result = try LoopbackBench.run(cases, on: kit, seed: seed)
    // The frame watch finds the distances wrong as well.
    let verdicts = result.finished.filter { $0.case.hasPrefix("AC") }.map(\.verdict)
    #expect(verdicts == [.fail, .fail], "\(result.finished)")
  }

  @Test("a measurement has its limit, its n and its interval")
  func measurements() throws {
    let result = try LoopbackBench.run(
      Suites.accuracy.filter { $0.id == "AC02" }, on: LoopbackBench.rig())
    let lines = String(decoding: result.journal, as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("\"kind\":\"measurement\"") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("\"n\":200") && $0.contains("\"interval\":{") })
  }
}
