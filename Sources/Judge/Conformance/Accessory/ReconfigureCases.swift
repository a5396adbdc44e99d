import Journal
import NearbyAccessory
import RigFile
import Runner

/// Configurations while the accessory ranges, and ones that belong to the past.
enum ReconfigureCases {
  static let all: [Case] = [again, another, replayed]

  static let again = Case.accessory(
    "C23", "the same configuration while ranging", .varies,
    requirement: "The same configuration while ranging is acknowledged or ignored, and ranging "
      + "goes on.",
    source: "accessory protocol §1.4 (observed: STELLA acknowledges, AOSP ignores)",
    needs: [.radio], declared: .blocks(3)
  ) { context, accessory in
    let (radio, shareable) = try await context.range(with: accessory)
    try await context.configure(accessory, with: shareable)
    try await radio.requireRanging(rounds: 2, "ranging goes on")
    try await context.fence(
      accessory, allowing: [.didStart], "nothing but did-start answers it")
  }

  static let another = Case.accessory(
    "C24", "another configuration while ranging", .varies,
    requirement: "Another configuration while ranging is fully applied or fully refused.",
    source: "accessory protocol §1.4 (observed: QNIQ applies, STELLA acknowledges, AOSP refuses)",
    needs: [.radio], declared: .blocks(2)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let first = context.shareable(for: configuration, "first")
    let second = context.shareable(for: configuration, "second")
    let old = try await context.radio(for: first, configuration)
    try await context.start(accessory, with: first)
    try await old.requireRanging(rounds: 1, "ranging after did-start")
    try await old.stop()
    let new = try await context.radio(for: second, configuration)
    try await context.configure(accessory, with: second)
    if try await new.isHeard(withinRounds: 5) {
      return try context.require(
        true, "applied or refused", expected: "ranging with one of the two", got: "the second")
    }
    try await new.stop()
    let answer = try await context.nextAnswer(from: accessory, within: context.limits.silence)
    let again = try await context.radio(for: first, configuration)
    let isRefused = try await again.isHeard(withinRounds: 5)
    try context.require(
      isRefused, "applied or refused", expected: "ranging with one of the two",
      got: isRefused ? "the first" : "no ranging with either")
    try context.require(
      answer?.message?.identifier != .didStart, "what is acknowledged is applied",
      expected: "ranging with the second, or no did-start", got: answer?.description ?? "silence")
  }

  static let replayed = Case.accessory(
    "C25", "a configuration for earlier data", .inferred,
    requirement:
      "After a new initialize, a configuration that it ranged with before does not bring the old "
      + "address back.",
    source: "accessory protocol §3.4 (R4 interoperability note)", needs: [.radio],
    declared: .blocks(3)
  ) { context, accessory in
    let earlier = try await context.configuration(of: accessory)
    let (before, shareable) = try await context.range(
      with: accessory, earlier, "ranging with the earlier data")
    try await before.stop()
    let current = try context.read(await context.fence(accessory, "nothing precedes the answer"))
    guard earlier.uwb.sourceAddress != current.uwb.sourceAddress else {
      throw CaseEnding.skip("the accessory keeps its source address")
    }
    let radio = try await context.radio(for: shareable, earlier)
    try await context.configure(accessory, with: shareable)
    try await radio.requireSilence(rounds: 2, "the old address is not on the air")
  }
}
