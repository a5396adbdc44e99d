import Journal
import LabRuntime
import Rehearsals
import RigFile
import Runner
import Statistics
import Testing

@testable import Conformance
@testable import UCIHost

@Suite("The suite ranging")
struct RangingSuiteTests {
  @Test(
    "boards that measure angles pass it, and their angles are measured",
    arguments: ["fira1", "nxp"])
  func makes(_ personality: String) throws {
    let file = try LoopbackBench.rig(changing: [
      "anchor": ["personality: \(personality)", "facing: {yaw: 37}"],
      "mobile": ["personality: \(personality)", "facing: {yaw: -143}"],
    ])
    let result = try LoopbackBench.run(Suites.ranging, on: file)
    #expect(result.finished.count == 19)
    for ended in result.finished {
      #expect(ended.verdict == .pass, "\(ended.instance): \(ended.reason)")
    }
    #expect(Self.measurements(result).count { $0.contains("azimuth") } == 2)
  }

  @Test("without positions there is no truth to compare with, and the reason says so")
  func withoutPositions() throws {
    let file = try RigFile.parse(
      """
      version: 1
      time: virtual
      boards:
        - {name: anchor, firmware: uci, use: device, role: controller, link: virtual}
        - {name: mobile, firmware: uci, role: controlee, link: virtual}
      """, file: "bench.yaml", directory: "")
    let cases = Suites.ranging.filter { ["RG06", "RG07"].contains($0.id) }
    let result = try LoopbackBench.run(cases, on: file)
    #expect(result.verdict("RG06[channel-9]@anchor+mobile") == .skip)
    #expect(
      result.finished.first?.reason == "the rig file has no position of anchor",
      "\(result.finished)")
    #expect(result.verdict("RG07@anchor+mobile") == .pass)
  }

  @Test("every case measures something with a unit and limits", arguments: Suites.ranging.map(\.id))
  func measures(_ id: String) throws {
    let file = try LoopbackBench.rig(changing: [
      "anchor": ["personality: nxp", "facing: {yaw: 37}"],
      "mobile": ["personality: nxp", "facing: {yaw: -143}"],
    ])
    let result = try LoopbackBench.run(Suites.ranging.filter { $0.id == id }, on: file)
    let lines = Self.measurements(result)
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.contains("\"unit\":") && $0.contains("\"limits\":") }, "\(lines)")
  }

  @Test(
    "one round of 25 may come late, whichever it is, and two may not",
    arguments: [
      ([:], 0), ([12: 31], 0), ([0: 31], 0), ([24: 31], 0), ([7: 31, 18: 40], 31),
    ] as [([Int: Int], Double)])
  func jitter(late: [Int: Int], expected: Double) {
    let rounds = (0..<25).map { number in
      Self.round(UInt32(number + 3), 5000 + 101 * number + late[number, default: 0])
    }
    let found = Self.figure(rounds) { $0.deviations.quantile(0.95) ?? 0 }
    #expect(abs(found - expected) < 0.001, "\(found)")
  }

  @Test("rounds that were left out or are numbered at will have a schedule all the same")
  func wildNumbers() {
    let gaps = [(3, 0), (4, 100), (8, 500), (9, 600)].map { Self.round($0, $1) }
    #expect(Self.figure(gaps) { $0.deviations.max() ?? .nan } < 0.001)
    let wild = [(7, 0), (7, 90), (.max, 100), (0, 300)].map { Self.round($0, $1) }
    #expect(Self.figure(wild) { Double($0.deviations.count) } == 3)
    #expect(Self.figure([]) { Double($0.deviations.count) } == 0)
  }

  private static func figure(
    _ rounds: [RangingRound], _ figure: @escaping @Sendable (BlockSchedule) -> Double
  ) -> Double {
    JudgedTime.schedule(rounds, interval: 100...100, figure).value
  }

  private static func round(_ sequence: UInt32, _ milliseconds: Int) -> RangingRound {
    RangingRound(
      sequence: sequence, token: 1, at: LabInstant.zero.advanced(by: .milliseconds(milliseconds)),
      measurements: [])
  }

  private static func measurements(_ result: Rehearsal) -> [String] {
    String(decoding: result.journal, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains("\"kind\":\"measurement\"") }
  }
}
