import LabRuntime
import Rehearsals
import Runner
import Synchronization
import Testing

@Suite("What a run waits for")
struct AwaitedTests {
  @Test("is what its case waits for; virtual boards and limits wait in the background")
  func foreground() throws {
    let seen = Mutex<[AwaitedThing]>([])
    let looking = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await bench.lab.sleep(for: .milliseconds(500), label: "the moon")
        }
        try? await bench.lab.sleep(for: .milliseconds(100), label: "a look")
        seen.withLock { $0 = bench.lab.awaitedThings }
        group.cancelAll()
      }
    }
    let options = Run.Options(runTimeout: .seconds(60))
    #expect(try Rehearsal([looking], on: rig(), options: options).finished.count == 1)
    let things = seen.withLock { $0 }
    #expect(things.filter { !$0.isBackground }.map(\.label) == ["the moon"])
    let background = things.filter(\.isBackground).map(\.label)
    for label in ["the case's timeout", "the run's timeout", "the end of the run"] {
      #expect(background.contains(label), "\(background)")
    }
    #expect(background.contains { $0.contains("virtual:lock") }, "\(background)")
  }
}
