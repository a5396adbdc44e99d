import Conformance
import Journal
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("Boards that are right and unusual pass")
struct UnusualBoardsTests {
  /// Cases that have something to say of a board: a finding at most, never a failure.
  private func requireNoFailure(_ result: Rehearsal) {
    #expect(!result.finished.isEmpty)
    for ended in result.finished {
      #expect(
        [.pass, .finding, .skip].contains(ended.verdict),
        "\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
  }

  @Test(
    "UCI boards",
    arguments: [
      "vendor-notifications", "command-retry", "failed-rounds-at-zero", "maximum-size-of-payload",
      "rejects-incomplete-configuration", "multicast-silent", "terminal-server-banner",
    ])
  func subsystems(_ variation: String) throws {
    let file = try LoopbackBench.rig(changing: ["mobile": ["misbehaviour: \(variation)"]])
    requireNoFailure(
      try LoopbackBench.run(Suites.uci, on: file, board: "mobile", filter: "!tag(slow)"))
  }

  @Test(
    "accessories",
    arguments: [
      "vendor-notices", "asynchronous-stop", "slow-asynchronous-stop", "terminal-server-banner",
      "tells-refusals",
    ])
  func accessories(_ variation: String) throws {
    let lines = [
      "misbehaviour: \(variation)", "claims: {acd: \"1.1\", vendor-ids: [0x04]}",
    ]
    let file = try LoopbackBench.rig(changing: ["lock": lines])
    requireNoFailure(
      try LoopbackBench.run(Suites.accessory, on: file, board: "lock", filter: "!tag(slow)"))
  }

  @Test(
    "a UCI board that is there and does not answer as it must is at fault, and not the bench",
    arguments: ["answers-nothing", "late-response", "hangs-up-at-each-stop"])
  func unresponsive(_ misbehaviour: String) throws {
    let file = try LoopbackBench.rig(changing: ["mobile": ["misbehaviour: \(misbehaviour)"]])
    let cases = Suites.uci.filter { ["UR07", "UR09", "UR10"].contains($0.id) }
    let result = try LoopbackBench.run(cases, on: file, board: "mobile")
    #expect(result.finished.contains { $0.verdict == .fail })
    for ended in result.finished {
      #expect(
        [.fail, .skip].contains(ended.verdict),
        "\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
  }

  @Test("an accessory that ignores initialize while it has a session")
  func ignoringInitialize() throws {
    let file = try LoopbackBench.rig(changing: ["lock": ["personality: nrfuwb"]])
    let cases = Suites.accessory.filter { ["N14", "N15"].contains($0.id) }
    requireNoFailure(try LoopbackBench.run(cases, on: file, board: "lock"))
    let steps = try LoopbackBench.run(
      Suites.accessory.filter { $0.id == "E02" }, on: file, board: "lock")
    for name in ["initialized-again", "initialized-while-ranging"] {
      #expect(steps.verdict("E02[\(name)]@lock") == .pass, "\(steps.finished)")
    }
  }
}
