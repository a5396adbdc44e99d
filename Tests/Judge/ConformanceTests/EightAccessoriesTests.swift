import Conformance
import Journal
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("Eight accessories at once")
struct EightAccessoriesTests {
  private static let cases = Suites.accessory.filter { ["M07", "M08"].contains($0.id) }
  private static let everyone = "lock+tag+scale+lamp+door+shelf+bike+gate"

  private func text() throws -> String {
    try #require(ShippedRigs.text(named: "eight-accessories.yaml"))
  }

  private func run(_ text: String) throws -> Rehearsal {
    try LoopbackBench.run(
      Self.cases, on: try RigFile.parse(text, file: "eight.yaml", directory: ""))
  }

  @Test("the rig's own share of the set-up is measured against its limit")
  func cost() throws {
    let result = try run(try text())
    #expect(result.verdict("M07@\(Self.everyone)") == .pass, "\(result.finished)")
    let journal = String(decoding: result.journal, as: UTF8.self)
    #expect(journal.contains("set-up of 8 accessories beyond the boards' answer times"))
  }

  @Test("a radio that holds fewer sessions is a reason to skip, with the number found")
  func fewSessions() throws {
    let result = try run(try text().replacing("personality: nxp\n", with: "personality: fira1\n"))
    #expect(result.finished.count == 4)
    for ended in result.finished {
      #expect(ended.verdict == .skip)
      #expect(
        ended.reason == "8 sessions are needed, and the rig's radios hold 4", "\(ended.reason)")
    }
  }

  @Test("two radios that hold five sessions each do together")
  func twoRadios() throws {
    let second = """
        - {name: second, firmware: uci, use: helper, role: controller, link: virtual, position: [1, 0, 1]}

      room:
      """
    let both = try text().replacing("personality: nxp\n", with: "personality: fira2-qorvo\n")
      .replacing("\nroom:", with: second)
    for ended in try run(both).finished {
      #expect(ended.verdict == .pass, "\(ended.instance): \(ended.reason)")
    }
  }

  @Test("fewer than eight accessories are a reason to skip, with the number found")
  func fewAccessories() throws {
    let result = try LoopbackBench.run(Self.cases, on: try LoopbackBench.rig())
    #expect(result.verdict("M07@lock+tag") == .skip)
    for ended in result.finished {
      #expect(ended.reason == "8 accessories are needed, and the rig has 2", "\(ended.reason)")
    }
  }
}
