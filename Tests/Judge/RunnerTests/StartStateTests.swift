import Journal
import LabRuntime
import NearbyAccessory
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("A board that does not come to its start state")
struct StartStateTests {
  private func judge(_ boards: String, _ cases: [Case]) throws -> (words: [String], status: Int32) {
    let file = try RigFile.parse(
      """
      version: 1
      time: virtual
      boards:
      \(boards)
      """, file: "one.yaml", directory: "")
    let run = try Rehearsal(cases, on: file)
    return (
      run.finished.map { "\($0.verdict.rawValue) \($0.reason)" },
      run.outcome.status(noTestsPass: false).code
    )
  }

  private func testCase(_ id: String, _ boards: Case.Boards, needs: [Need] = []) -> Case {
    Case(
      id, suite: "test", "a test", requirement: "Something holds.", source: "here", boards: boards,
      needs: needs
    ) { bench in try bench.require(true, "it begins", expected: "it", got: "it") }
  }

  @Test(
    "a subsystem that answers wrongly, late or not at all fails, and is lost after two cases",
    arguments: ["no-ready-after-reset", "late-response"])
  func subsystem(misbehaviour: String) throws {
    let (words, status) = try judge(
      "  - {name: mobile, firmware: uci, link: virtual, misbehaviour: \(misbehaviour)}",
      ["T1", "T2", "T3"].map { testCase($0, .uci) })
    #expect(words.count == 3)
    #expect(
      words.prefix(2).allSatisfy { $0.hasPrefix("FAIL wedged: mobile: start state: ") }, "\(words)")
    #expect(words.last?.hasPrefix("SKIP board lost: ") == true, "\(words)")
    #expect(status == 1)
  }

  @Test("one that helps is the rig's matter")
  func helper() throws {
    let (words, status) = try judge(
      """
        - {name: lock, firmware: ni-accessory, link: virtual}
        - {name: phone, firmware: uci, role: controller, use: helper, link: virtual,
           misbehaviour: late-response}
      """, [testCase("T1", .accessory, needs: [.radio])])
    #expect(words.first?.hasPrefix("ERROR board not ready: phone: ") == true, "\(words)")
    #expect(status == 3)
  }

  @Test("a device that hangs up while the case is cleaned up has restarted")
  func hangsUpAtTheEnd() throws {
    let hangsUp = Case(
      "T1", suite: "test", "a test", requirement: "Something holds.", source: "here",
      boards: .accessory
    ) { bench in
      let lock = try bench.accessory()
      _ = try await bench.initialize(lock)
      bench.atEnd {
        try? await lock.send(bytes: [0x77])
        _ = try? await lock.next(within: .seconds(1))
      }
    }
    let (words, status) = try judge(
      "  - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: dies-on-unknown}",
      [hangsUp])
    #expect(words.first?.hasPrefix("FAIL device restarted") == true, "\(words)")
    #expect(status == 1)
  }

  @Test("that idle stops are not answered is learned once a run")
  func silentStops() throws {
    let initializes = (1...20).map { number in
      Case(
        "T\(number)", suite: "test", "a test", requirement: "Something holds.", source: "here",
        boards: .accessory
      ) { bench in _ = try await bench.initialize(bench.accessory()) }
    }
    let file = try rig("silent-stop-when-idle", limits: "{silence: 1s}")
    let run = try Rehearsal(initializes, on: file)
    #expect(run.finished.allSatisfy { $0.verdict == .pass })
    let time = run.finished.compactMap(\.durationMicroseconds).reduce(0, +)
    #expect(time < 8_000_000, "\(time) µs")
  }
}
