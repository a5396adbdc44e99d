import Bench
import Journal
import LabRuntime
import RigFile
import Runner
import Synchronization
import Testing

@Suite("The watchdog")
struct WatchdogTests {
  @Test("writes down a case that spins, from a thread of its own")
  func spinning() throws {
    let report = HungReport()
    let spinning = testCase("T1") { bench, accessory in
      _ = try await bench.initialize(accessory)
      while !report.isHung {}
    }
    let lab = Lab.simulated(seed: 0)
    let watchdog = Watchdog(lab, patience: .milliseconds(600)) { instances, why in
      report.set("\(instances.map(\.name).joined(separator: ", ")): \(why)")
    }
    watchdog.start()
    defer { watchdog.end() }
    let file = try rig()
    let plan = Plan(cases: [spinning], file: file, filter: nil, seed: 0)
    let journal = Journal(now: { lab.now }, sink: MemorySink())
    _ = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        await Run(bench, plan: plan, options: .init(), stop: StopSwitch(lab), watchdog: watchdog)
          .perform()
      }
    }
    let words = "T1@lock: case hung: its code has been running for more than 0.6 seconds"
    #expect(report.text.hasPrefix(words))
  }
}

/// What the watchdog said.
final class HungReport: Sendable {
  private let state = Mutex("")
  func set(_ text: String) { state.withLock { $0 = text } }
  var text: String { state.withLock { $0 } }
  var isHung: Bool { !text.isEmpty }
}
