import Conformance
import Journal
import Runner
import Testing

@Suite("Every make of UCI board can pass")
struct PersonalityTests {
  @Test(
    "no case of the uci suite fails on a healthy board of any make",
    arguments: ["fira2-qorvo", "fira1", "nxp"])
  func holds(_ personality: String) throws {
    let make = ["personality: \(personality)"]
    let file = try LoopbackBench.rig(changing: ["anchor": make, "mobile": make])
    let cases = Suites.uci.filter { !$0.tags.contains("slow") }
    let result = try LoopbackBench.run(cases, on: file)
    let allowed: [Verdict] = [.pass, .finding, .skip]
    for ended in result.finished where !allowed.contains(ended.verdict) {
      Issue.record("\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
    #expect(result.finished.count { $0.verdict == .pass } > cases.count)
  }
}
