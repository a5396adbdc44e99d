import Journal
import Runner

/// Accessories for both kinds of phone (Ranging OOB §14.9).
enum OOBDualCases {
  static let all: [Case] = [oneAfterTheOther, conflict, answers]

  static let oneAfterTheOther = Case.oob(
    "OB111", "an Android phone, then an Apple phone, and the reverse", .inferred,
    requirement: "After a session with one kind of phone one with the other kind ranges.",
    source: "Ranging OOB §11", needs: [.bothPhones, .radioIfPresent]
  ) { oob in
    let context = oob.context
    let accessory = try context.accessory()
    let own = try await oob.ultraWideband()
    for _ in 1...2 {
      let radio = try await oob.range(with: own, "ranging with an Android phone")
      try await oob.end(radio)
      let configuration = try await context.configuration(of: accessory)
      let other = try await context.rangeIfPresent(
        with: accessory, context.shareable(for: configuration), configuration,
        "ranging with an Apple phone behind it")
      try await other?.stop()
      try await context.stop(accessory)
    }
  }

  static let conflict = Case.oob(
    "OB112", "an Apple phone while an Android phone ranges", .inferred,
    requirement: "A second kind of phone is refused, or takes the place of the first.",
    source: "Ranging OOB §11 (policy: one radio)", needs: [.bothPhones, .radio]
  ) { oob in
    let context = oob.context
    let accessory = try context.accessory()
    let radio = try await oob.range("ranging with an Android phone")
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration)
    let second = try await context.radio(for: shareable, configuration)
    try await context.configure(accessory, with: shareable)
    _ = try await context.starts(from: accessory)
    let isSecondHeard = try await second.isHeard(withinRounds: 10)
    guard isSecondHeard else {
      try await radio?.requireRanging(
        rounds: 1, "the first session goes on where the second is refused")
      return
    }
    try await oob.requireSilence(
      of: radio, after: .seconds(1), "the first session ends where the second ranges")
  }

  static let answers = Case.oob(
    "OB113", "no answers of the other kind", .inferred,
    requirement: "A message of one protocol has no answer of the other.",
    source: "Ranging OOB §11", needs: [.bothPhones]
  ) { oob in
    let accessory = try oob.context.accessory()
    for _ in 1...3 {
      try await oob.fence("only capabilities answer a request for them")
      _ = try await oob.context.initialize(accessory)
    }
  }
}
