import Runner
import UCIHost

/// As many accessories as one phone may have around it, with a radio that holds as many sessions, or several
/// that do together.
enum EightAccessoriesCases {
  static let all: [Case] = [together, oneFails]

  static let together = Case.accessories(
    "M07", "eight accessories at once",
    requirement: "Eight accessories are set up side by side and range at once, each report is of "
      + "its own accessory, no block is missing, and seven range on when one is stopped.",
    source: "accessory protocol §3.3, §5.6; the rig's own limit: 500 ms beyond the answer times",
    on: .accessories(8), needs: [.accessories(8), .radios], declared: .blocks(20)
  ) { context, accessories in
    let group = try await AccessoryGroup(context, accessories)
    var rounds = try await GroupRounds(group)
    try await rounds.require(blocks: 10, "\(accessories.count) accessories range at once")
    guard let first = group.members.first else { return }
    context.step("\(first.name) is stopped")
    try await context.stop(first.accessory)
    try await first.radio.perform { _ throws(UCIHostError) in try await first.session.stop() }
    try await rounds.require(
      blocks: 6, without: 0, "the others range on when \(first.name) is stopped")
  }

  static let oneFails = Case.accessories(
    "M08", "one of eight accessories fails",
    requirement: "When one of eight accessories falls silent, loses its connection or its power, "
      + "the other seven range on without a gap.",
    source: "accessory protocol §3.3, §5.6", on: .accessories(8),
    needs: [.accessories(8), .radios], declared: .blocks(20),
    parameters: ["silent", "disconnected", "powerless"]
  ) { context, accessories in
    guard let failing = accessories.last else { return }
    let index = accessories.count - 1
    if context.parameter == "powerless", !failing.canCutPower {
      throw CaseEnding.skip("the rig cannot cut the power of \(failing.name)")
    }
    let group = try await AccessoryGroup(context, accessories)
    var rounds = try await GroupRounds(group)
    try await rounds.require(blocks: 4, "\(accessories.count) accessories range at once")
    let what = "the others range on when \(failing.name) is \(context.parameter)"
    // The phone's radio goes on calling the one that fails.
    switch context.parameter {
    case "silent": try await context.stop(failing)
    case "disconnected": failing.disconnect()
    default:
      // The power comes back while the others are followed.
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await failing.cutPower(for: .blocks(4)) }
        try await rounds.require(blocks: 10, without: index, what)
        try await group.waitForAll()
      }
      return try await failing.connect()
    }
    try await rounds.require(blocks: 10, without: index, what)
    if context.parameter == "disconnected" { try await failing.connect() }
  }
}
