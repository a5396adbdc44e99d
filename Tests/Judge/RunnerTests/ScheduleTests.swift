import Journal
import LabRuntime
import RigFile
import Testing

@testable import Runner

@Suite("The schedule")
struct ScheduleTests {
  static let text = """
    version: 1
    name: bench
    time: virtual
    boards:
      - {name: lock, firmware: ni-accessory, link: virtual}
      - {name: tag, firmware: ni-accessory, link: virtual}
      - {name: phone, firmware: uci, role: controller, link: virtual}
    """

  private func plan(_ cases: [Case]) throws -> [Instance] {
    Plan(
      cases: cases, file: try RigFile.parse(Self.text, file: "bench.yaml", directory: "."),
      filter: nil, seed: 0
    ).instances
  }

  private func testCase(_ id: String, boards: Case.Boards = .accessory, needs: [Need] = []) -> Case
  {
    Case(
      id, suite: "test", id, requirement: "It is so.", source: "this test", boards: boards,
      needs: needs
    ) { _ in }
  }

  @Test("boards that are free run at the same time, each with one instance")
  func parallel() throws {
    let instances = try plan([testCase("A"), testCase("B")])
    var schedule = Schedule(instances, phoneRadios: ["phone"], jobs: nil)
    let firstClaim = schedule.next()
    let first = try #require(firstClaim)
    let secondClaim = schedule.next()
    let second = try #require(secondClaim)
    #expect([first.instance.name, second.instance.name] == ["A@lock", "A@tag"])
    #expect(schedule.next() == nil)
    schedule.giveBack(second)
    #expect(schedule.next()?.instance.name == "B@tag")
    #expect(schedule.next() == nil)
    schedule.giveBack(first)
    #expect(schedule.next()?.instance.name == "B@lock")
  }

  @Test("the phone's radio belongs to one instance at a time")
  func radio() throws {
    let instances = try plan([testCase("A", needs: [.radio]), testCase("B")])
    var schedule = Schedule(instances, phoneRadios: ["phone"], jobs: nil)
    let names = [schedule.next(), schedule.next(), schedule.next()].map { $0?.instance.name }
    #expect(names == ["A@lock", "B@tag", nil])
  }

  @Test("a case that needs every radio takes them all")
  func everyRadio() throws {
    let instances = try plan([testCase("A", needs: [.radios]), testCase("B", needs: [.radio])])
    var schedule = Schedule(instances, phoneRadios: ["phone", "second"], jobs: nil)
    let claim = schedule.next()
    let first = try #require(claim)
    #expect(first.instance.name == "A@lock")
    #expect(schedule.next() == nil)
    #expect(Schedule.radios(of: first.instance.case, among: ["phone", "second"]).count == 2)
    schedule.giveBack(first)
    #expect(schedule.next() != nil)
  }

  @Test("so many accessories are one instance, which takes all of them")
  func group() throws {
    let instances = try plan([testCase("G", boards: .accessories(2)), testCase("A")])
    #expect(instances.map(\.name) == ["G@lock+tag", "A@lock", "A@tag"])
    var schedule = Schedule(instances, phoneRadios: [], jobs: nil)
    let claim = schedule.next()
    let first = try #require(claim)
    #expect(schedule.next() == nil)
    schedule.giveBack(first)
    #expect(schedule.next()?.instance.name == "A@lock")
  }

  @Test("a pair takes both boards or none")
  func pair() throws {
    let instances = try plan([testCase("A"), testCase("P", boards: .accessoryPair)])
    var schedule = Schedule(instances, phoneRadios: [], jobs: nil)
    let lockClaim = schedule.next()
    let lock = try #require(lockClaim)
    let tagClaim = schedule.next()
    let tag = try #require(tagClaim)
    schedule.giveBack(lock)
    #expect(schedule.next() == nil)
    schedule.giveBack(tag)
    #expect(schedule.next()?.instance.name == "P@lock+tag")
  }

  @Test("no more run at a time than were asked for", arguments: [1, 2])
  func jobs(_ jobs: Int) throws {
    let instances = try plan([testCase("A"), testCase("B")])
    var schedule = Schedule(instances, phoneRadios: [], jobs: jobs)
    var started = 0
    while schedule.next() != nil { started += 1 }
    #expect(started == jobs)
  }

  @Test("every instance of a plan gets its turn, once")
  func everyOne() throws {
    let cases = [
      testCase("A"), testCase("P", boards: .accessoryPair), testCase("R", needs: [.radio]),
      testCase("B"),
    ]
    let instances = try plan(cases)
    var schedule = Schedule(instances, phoneRadios: ["phone"], jobs: nil)
    var random = LabRandom(seed: 7, stream: "which ends first")
    var running: [Schedule.Claim] = []
    var names: [String] = []
    while names.count < instances.count {
      while let claim = schedule.next() {
        running.append(claim)
        names.append(claim.instance.name)
      }
      let ended = try #require(
        running.isEmpty ? nil : running.remove(at: random.index(below: running.count)))
      schedule.giveBack(ended)
    }
    #expect(names.sorted() == instances.map(\.name).sorted())
  }

  @Test(
    "it is always the first of the plan whose boards are all free", arguments: UInt64(1)...20)
  func first(seed: UInt64) throws {
    let boards = (1...9).map { "  - {name: b\($0), firmware: ni-accessory, link: virtual}" }
    let file = try RigFile.parse(
      "version: 1\ntime: virtual\nboards:\n" + boards.joined(separator: "\n"),
      file: "bench.yaml", directory: ".")
    let instances = Plan(
      cases: [
        testCase("A"), testCase("B", needs: [.radioIfPresent]),
        testCase("C", boards: .accessoryPair),
        testCase("D", needs: [.radioIfPresent]), testCase("E"),
      ], file: file, filter: nil, seed: seed
    ).instances
    var random = LabRandom(seed: seed, stream: "which is given back")
    var schedule = Schedule(instances, phoneRadios: ["phone"], jobs: nil)
    var left = instances.map { instance in
      (instance.name, instance.boardNames + Schedule.radios(of: instance.case, among: ["phone"]))
    }
    var running: [(claim: Schedule.Claim, boards: [String])] = []
    while !left.isEmpty || !running.isEmpty {
      let held = Set(running.flatMap(\.boards))
      let expected = left.firstIndex { held.isDisjoint(with: $0.1) }
      let claim = schedule.next()
      #expect(claim?.instance.name == expected.map { left[$0].0 })
      if let claim, let expected {
        running.append((claim, left.remove(at: expected).1))
      } else {
        try #require(!running.isEmpty)
        let index = Int(random.next() % UInt64(running.count))
        schedule.giveBack(running.remove(at: index).claim)
      }
    }
  }
}
