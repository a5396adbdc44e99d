import Bench
import Dispatch
import Journal
import LabRuntime
import RigFile
import Runner
import Synchronization
import Testing

@Suite("The watchdog")
struct WatchdogTests {
  @Test("writes down a case that keeps the thread of the lab, from one of its own")
  func keeping() throws {
    let report = HungReport()
    let keeping = testCase("T1") { bench, accessory in
      _ = try await bench.initialize(accessory)
      report.waitForText()
    }
    let lab = Lab.simulated(seed: 0)
    let watchdog = Watchdog(lab) { instances, why in
      report.set("\(instances.map(\.name).joined(separator: ", ")): \(why)")
    }
    watchdog.start()
    defer { watchdog.end() }
    let file = try rig()
    let plan = Plan(cases: [keeping], file: file, filter: nil, seed: 0)
    let journal = Journal(now: { lab.now }, sink: MemorySink())
    _ = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        await Run(bench, plan: plan, options: .init(), stop: StopSwitch(lab), watchdog: watchdog)
          .perform()
      }
    }
    let words = "T1@lock: case hung: its code has been running for more than 5.0 seconds"
    #expect(report.text.hasPrefix(words))
  }
}

/// What the watchdog said.
final class HungReport: Sendable {
  private let state = Mutex("")
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ text: String) {
    state.withLock { $0 = text }
    isSet.signal()
  }

  var text: String { state.withLock { $0 } }

  /// Keeps the thread until something was said.
  func waitForText() { isSet.wait() }
}
