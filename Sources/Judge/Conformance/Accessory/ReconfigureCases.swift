import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// Configurations while the accessory ranges, and ones that belong to the past.
enum ReconfigureCases {
  static let all: [Case] = [again, another, replayed]

  static let again = Case.accessory(
    "C23", "the same configuration while ranging", .varies,
    requirement:
      "The same configuration while ranging is acknowledged or ignored, and ranging goes "
      + "on.",
    source: "accessory protocol §1.4 (observed: STELLA acknowledges, AOSP ignores)",
    needs: [.radio], declared: .blocks(3)
  ) { bench, accessory in
    let configuration = try await bench.configuration(of: accessory)
    let shareable = bench.shareable(for: configuration)
    let radio = try await bench.radio(for: shareable, configuration)
    try await bench.start(accessory, with: shareable)
    try await radio.requireRanging(rounds: 1, "ranging after did-start")
    try await bench.configure(accessory, with: shareable)
    try await radio.requireRanging(rounds: 2, "ranging goes on")
    try await bench.fence(
      accessory, allowing: [.didStart], "nothing but did-start answers it")
  }

  static let another = Case.accessory(
    "C24", "another configuration while ranging", .varies,
    requirement: "Another configuration while ranging is fully applied or fully refused.",
    source: "accessory protocol §1.4 (observed: QNIQ applies, STELLA acknowledges, AOSP refuses)",
    needs: [.radio], declared: .blocks(2)
  ) { bench, accessory in
    let configuration = try await bench.configuration(of: accessory)
    let first = bench.shareable(for: configuration, "first")
    let second = bench.shareable(for: configuration, "second")
    let old = try await bench.radio(for: first, configuration)
    try await bench.start(accessory, with: first)
    try await old.requireRanging(rounds: 1, "ranging after did-start")
    try await old.stop()
    let new = try await bench.radio(for: second, configuration)
    try await bench.configure(accessory, with: second)
    if try await new.isHeard(withinRounds: 5) {
      return try bench.require(
        true, "applied or refused", expected: "ranging with one of the two", got: "the second")
    }
    try await new.stop()
    let answer = try await accessory.next(within: bench.limits.silence)
    let again = try await bench.radio(for: first, configuration)
    let isRefused = try await again.isHeard(withinRounds: 5)
    try bench.require(
      isRefused, "applied or refused", expected: "ranging with one of the two",
      got: isRefused ? "the first" : "no ranging with either")
    try bench.require(
      answer?.message?.identifier != .didStart, "what is acknowledged is applied",
      expected: "ranging with the second, or no did-start", got: answer?.words ?? "silence")
  }

  static let replayed = Case.accessory(
    "C25", "a configuration for earlier data", .inferred,
    requirement:
      "After a new initialize, an older configuration does not bring the old address back.",
    source: "accessory protocol §3.4 (R4 interoperability note)", needs: [.radio],
    declared: .blocks(2)
  ) { bench, accessory in
    let earlier = try await bench.configuration(of: accessory)
    let shareable = bench.shareable(for: earlier)
    let current = try bench.read(await bench.fence(accessory, "nothing precedes the answer"))
    guard earlier.uwb.sourceAddress != current.uwb.sourceAddress else {
      throw CaseEnding.skip("the accessory keeps its source address")
    }
    let radio = try await bench.radio(for: shareable, earlier)
    try await bench.configure(accessory, with: shareable)
    try await radio.requireSilence(rounds: 2, "the old address is not on the air")
  }
}
