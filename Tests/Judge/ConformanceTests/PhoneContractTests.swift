import Conformance
import Journal
import NearbySession
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("The phone suite")
struct PhoneContractTests {
  @Test("notices every way in which the model can deviate")
  func deviations() {
    let caught = Set(Counterexample.all.map(\.misbehaviour))
    let missed = PhoneDeviation.allCases.map(\.rawValue).filter { !caught.contains($0) }
    #expect(missed.isEmpty, "deviations without a row in counterexamples-phone.yaml: \(missed)")
  }

  @Test(
    "ends every case with a verdict on the model, whatever it does",
    arguments: [PhoneDeviation.startsSilently, .ignoresRefusal, .neverRemoves, .mixesUpSessions])
  func ends(_ deviation: PhoneDeviation) throws {
    let file = try LoopbackBench.rig(withPhone: deviation.rawValue)
    let result = try LoopbackBench.run(Suites.phone, on: file)
    #expect(result.finished.contains { $0.verdict == .fail })
    for ended in result.finished {
      #expect(
        [.pass, .fail].contains(ended.verdict),
        "\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
  }

  @Test("says what a model's misbehaviour could have been called")
  func misspelt() throws {
    let errors = #expect(throws: RigFileErrors.self) {
      try LoopbackBench.rig(withPhone: "never-remove")
    }
    #expect(errors.map { "\($0)" }?.contains("did you mean `never-removes`?") == true)
  }

  @Test("has the same journal for the same seed", arguments: UInt64(1)...2)
  func determinism(_ seed: UInt64) throws {
    let cases = Suites.phone.filter { !$0.tags.contains("slow") }
    let runs = try (0..<2).map { _ in
      try LoopbackBench.run(cases, on: LoopbackBench.rig(), seed: seed)
    }
    #expect(runs[0].journal == runs[1].journal)
    #expect(runs[0].foreignEnqueues == 0)
  }
}
