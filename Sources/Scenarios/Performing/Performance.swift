import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Rig
import Runner

/// Performs the steps of a scenario in one case.
final class Performance: Sendable {
  let scenario: Scenario
  let context: CaseContext
  let accessories: [StagedAccessory]
  let radio: UCIRangingRadio?
  /// The phone's body in the room.
  let phone: String?

  static func perform(
    _ steps: [Step], of scenario: Scenario, in context: CaseContext
  ) async throws {
    let performance = try Performance(steps, of: scenario, in: context)
    let result = await performance.result(of: steps)
    try result.get()
  }

  private init(_ steps: [Step], of scenario: Scenario, in context: CaseContext) throws {
    self.scenario = scenario
    self.context = context
    let zones = Self.zones(steps)
    accessories = try scenario.boards.enumerated().map { index, name in
      StagedAccessory(
        index, name: name, board: try context.accessory(index), zones: zones, lab: context.lab)
    }
    let board = try? context.radio()
    phone = board?.name
    radio = try board.map { UCIRangingRadio(try $0.host(), lab: context.lab) }
    if let scenery = context.scenery {
      for body in accessories.map(\.board.name) + (phone.map { [$0] } ?? []) {
        guard let position = scenery.position(of: body), let facing = scenery.facing(of: body)
        else { continue }
        context.atEnd {
          scenery.move(body, to: position)
          scenery.turn(body, to: facing)
        }
      }
    }
  }

  /// Lets the radio work beside the steps, and ends it with them.
  private func result(of steps: [Step]) async -> Result<Void, any Error> {
    await withTaskGroup(of: Result<Void, any Error>?.self) { group in
      if let radio {
        group.addTask {
          await radio.serve()
          return nil
        }
        group.addTask {
          while let report = try? await radio.reports.receive() { self.take(report) }
          return nil
        }
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

  private func take(_ report: RadioReport) {
    let number =
      switch report {
      case .heard(let number, _), .failed(let number, _): number
      }
    accessories.first { $0.index == number }?.note(report)
  }

  private static func zones(_ steps: [Step]) -> [Zone] {
    var zones: [Zone] = []
    for step in steps {
      switch step.action {
      case .assert(.zone(let zone, _)): zones.append(zone)
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
    let accessory = accessories[accessories.indices.contains(index) ? index : 0]
    let who = accessories.count > 1 ? " of \(accessory.name)" : ""
    context.step("\(place) \(step.words)\(who)")
    do {
      try await Act(performance: self, accessory: accessory, place: "\(place): \(step.words)\(who)")
        .perform(step.action, target: step.target)
    } catch let error as LinkError where error.code == .closed {
      // A link that the scenario has closed itself; one that the board closed is judged elsewhere.
      guard accessory.board.isDisconnected(by: error) else { throw error }
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

extension AccessoryBoard {
  /// Whether there is no link at all, because the case has closed it.
  fileprivate func isDisconnected(by error: LinkError) -> Bool { (try? frames()) == nil }
}
