import Bench
import Errors
import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Notation
import RigFile
import Room
import Runner

/// Performs the steps of a scenario in one case.
final class ScenarioRun: Sendable {
  let scenario: Scenario
  let context: CaseContext
  let accessories: [ScenarioAccessory]
  /// The phones of the scenario; none on a rig without a radio.
  let phones: [ScenarioPhone]
  let sessions: [ScenarioSession]
  /// The faults that steps begin; nil on a rig without a room.
  let faults: BenchFaults?
  private let work: LabChannel<@Sendable () async -> Void>

  static func perform(
    _ steps: [Step], of scenario: Scenario, in context: CaseContext
  ) async throws {
    let scenarioRun = try ScenarioRun(steps, of: scenario, in: context)
    if scenarioRun.phones.isEmpty, !scenario.phones.isEmpty {
      context.step("the phone has no radio and is protocol only: no distance is known")
    }
    for zone in zones(steps) { context.watch(enter: zone.enter, leave: zone.leave) }
    let result = await scenarioRun.result(of: steps)
    try result.get()
  }

  private init(_ steps: [Step], of scenario: Scenario, in context: CaseContext) throws {
    self.scenario = scenario
    self.context = context
    let zones = Self.zones(steps)
    accessories = try scenario.boards.enumerated().map { index, name in
      let board: any CaseBoard =
        scenario.hasApplePhone ? try context.accessory(index) : try context.rangingOOB(index)
      return ScenarioAccessory(index, name: name, board: board, zones: zones, lab: context.lab)
    }
    let boards = context.radios().prefix(scenario.phones.count)
    guard boards.count == scenario.phones.count || scenario.phones.count == 1 else {
      throw CaseEnding.skip(
        "\(scenario.phones.count) phones are needed, and the rig has \(boards.count) helper uci "
          + "boards with role controller")
    }
    // A phone leaves its neighbourhood when its work ends; one that is alone has none to do. So nobody
    // joins before all are there.
    _ = try boards.map { try $0.host() }
    let neighbourhood = scenario.hasSeveralApplePhones ? PhoneNeighbourhood() : nil
    let behaviour: PhoneBehaviour
    do throws(RigError) { behaviour = try .named(context.phoneMisbehaviour) } catch {
      throw CaseEnding.rigFault("\(error)")
    }
    let phones = try zip(scenario.phones, boards).enumerated().map { index, phone in
      try ScenarioPhone(
        index, name: phone.0, board: phone.1, neighbourhood: neighbourhood, behaviour: behaviour,
        context: context)
    }
    self.phones = phones
    let apples = phones.filter { scenario.androids[$0.name] == nil }
    sessions = apples.flatMap { phone in
      apples.filter { $0.index != phone.index }
        .map { ScenarioSession(phone, with: $0, zones: zones, lab: context.lab) }
    }
    work = LabChannel(context.lab, label: "work of the scenario \(scenario.name)")
    let faults = context.environment.map(BenchFaults.init)
    self.faults = faults
    if let faults { context.atEnd { faults.end() } }
    if let environment = context.environment {
      for body in accessories.map(\.board.name) + phones.map(\.body) {
        guard let position = environment.room.position(of: body),
          let facing = environment.room.facing(of: body)
        else { continue }
        context.atEnd {
          environment.move(body, to: position)
          environment.turn(body, to: facing)
        }
      }
    }
  }

  /// Lets the phones work beside the steps, and ends them with these.
  private func result(of steps: [Step]) async -> Result<Void, any Error> {
    await withTaskGroup(of: Result<Void, any Error>?.self) { group in
      for phone in phones {
        group.addTask {
          await phone.radio.serve()
          return nil
        }
        group.addTask {
          await phone.listen { self.take($1, of: $0) }
          return nil
        }
        guard scenario.hasSeveralApplePhones, scenario.androids[phone.name] == nil else { continue }
        group.addTask {
          await phone.model.serve()
          return nil
        }
      }
      group.addTask {
        await withDiscardingTaskGroup { jobs in
          while let job = try? await self.work.receive() { jobs.addTask { await job() } }
          jobs.cancelAll()
        }
        return nil
      }
      group.addTask {
        do {
          try await self.perform(steps, current: 0)
          return .success(())
        } catch { return .failure(error) }
      }
      var result: Result<Void, any Error> = .success(())
      for await ended in group {
        guard let ended else { continue }
        result = ended
        group.cancelAll()
      }
      return result
    }
  }

  /// Lets something live beside the steps until they are over.
  func runBeside(_ job: @escaping @Sendable () async -> Void) { work.send(job) }

  private func take(_ report: RadioReport, of number: Int) {
    guard let observation = accessories.first(where: { $0.index == number })?.observation else {
      return
    }
    switch report {
    case .heard(_, let update): observation.note(update)
    case .failed(_, let reason): observation.fail(reason)
    }
  }

  private static func zones(_ steps: [Step]) -> [Zone] {
    var zones: [Zone] = []
    for step in steps {
      switch step.action {
      case .assert(.zone(let zone, _, _)): if !zones.contains(zone) { zones.append(zone) }
      case .parallel(let branches): zones += branches.flatMap(Self.zones)
      case .repeat(_, let steps), .forEach(_, let steps): zones += Self.zones(steps)
      default: break
      }
    }
    return zones
  }

  // MARK: Steps

  func perform(_ steps: [Step], current: Int) async throws {
    for step in steps { try await perform(step, current: current) }
  }

  private func perform(_ step: Step, current: Int) async throws {
    let index = if case .accessory(let index) = step.target { index } else { current }
    switch step.action {
    case .parallel(let branches):
      return try await atOnce(branches.map { (steps: $0, current: current) })
    case .repeat(let times, let steps):
      for _ in 0..<times { try await perform(steps, current: current) }
      return
    case .forEach(let isAtOnce, let steps):
      let branches = accessories.map { (steps: steps, current: $0.index) }
      if isAtOnce { return try await atOnce(branches) }
      for branch in branches { try await perform(branch.steps, current: branch.current) }
      return
    default: break
    }
    let place = self.place(of: step)
    if try await PhoneStepRun(scenarioRun: self, step: step, place: place).perform() { return }
    let accessory = accessories[accessories.indices.contains(index) ? index : 0]
    let who = accessories.count > 1 ? " of \(accessory.name)" : ""
    context.step("\(place) \(step.words)\(who)")
    do {
      try await AccessoryStepRun(
        scenarioRun: self, accessory: accessory, place: "\(place): \(step.words)\(who)"
      )
      .perform(step.action, target: step.target)
    } catch let error as RigError where error.code == .closed {
      // A link that the scenario has closed itself; one that the board closed is judged elsewhere.
      guard !accessory.board.isConnected else { throw error }
      throw CaseEnding.rigFault("\(place): \(step.words)\(who): not connected")
    }
  }

  private func place(of step: Step) -> String {
    let name = scenario.file.split(separator: "/").last.map(String.init) ?? scenario.file
    return "\(PrintableText.escaped(name)):\(step.line)"
  }

  /// Performs branches beside each other; the first that fails ends all.
  private func atOnce(_ branches: [(steps: [Step], current: Int)]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for branch in branches {
        group.addTask { try await self.perform(branch.steps, current: branch.current) }
      }
      do {
        try await group.waitForAll()
      } catch {
        group.cancelAll()
        throw error
      }
    }
  }
}
