import BootProtocols
public import Runner

extension Scenario {
  /// The suite of all scenarios.
  public static let suite = "scenario"

  /// The scenario as a case: verdicts, fences, journal and reports hold as for any other.
  public var asCase: Case {
    var result = Case(
      name, suite: Scenario.suite, title, scenarioClass, requirement: requirement, source: source,
      // A scenario about one accessory is judged on each that the rig has.
      boards: judged, needs: needs, tags: tags, declared: declared,
      parameters: variants.map(\.name).filter { !$0.isEmpty }
    ) { context in
      let steps = variants.first { $0.name == context.parameter }?.steps ?? []
      try await ScenarioRun.perform(steps, of: self, in: context)
    }
    result.origin = file
    return result
  }

  private var judged: Case.Boards {
    switch (boards.count, hasApplePhone) {
    case (1, true): .accessory
    case (1, false): .rangingOOB
    case (let count, let isApple):
      .accessories(count, speaking: isApple ? .niAccessory : .rangingOOB)
    }
  }

  private var needs: [Need] {
    var uses = Uses()
    for variant in variants { uses.note(variant.steps) }
    var needs: [Need] = boards.count > 1 ? [.accessories(boards.count)] : []
    if hasApplePhone, !androids.isEmpty { needs.append(.bothPhones) }
    needs.append(phones.count > 1 ? .radios : uses.radio ? .radio : .radioIfPresent)
    if uses.room { needs.append(.room) }
    if uses.power { needs.append(.power) }
    return needs
  }
}

/// The demands of steps on a rig.
private struct Uses {
  var radio = false
  var room = false
  var power = false

  mutating func note(_ steps: [Step]) {
    for step in steps {
      switch step.action {
      case .handOver: radio = true
      case .run(camera: true):
        radio = true
        room = true
      case .expect(.update, _), .expect(.removed, _), .assert(.distance), .assert(.zone),
        .assert(.removed), .assert(.silent), .assert(.direction):
        radio = true
      case .move(.distance, _):
        radio = true
        room = true
      case .move, .turn, .block, .unblock, .fault: room = true
      case .power: power = true
      case .parallel(let branches): for branch in branches { note(branch) }
      case .repeat(_, let steps), .forEach(_, let steps): note(steps)
      default: break
      }
    }
  }
}
