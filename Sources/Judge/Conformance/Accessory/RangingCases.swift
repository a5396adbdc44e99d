import Journal
import LabRuntime
import NearbyAccessory
import NearbySession
import RigFile
import Runner
import UCIHost

/// Good configurations, as the phone's radio hears the accessory.
enum RangingCases {
  static let all: [Case] = [
    onTheAir, blocks, longBlocks, rounds, channels, vector, overriding,
  ]

  /// Blocks behind the first of a session that are counted, and how many of 100 may be lost: the rig's.
  private static let followed = (blocks: 9, mayBeLost: 50.0)

  static let onTheAir = Case.accessory(
    "C04", "ranging after did-start",
    requirement:
      "After did-start the accessory ranges with the given parameters, and goes on: of the "
      + "\(followed.blocks) blocks behind the first at most half are lost.",
    source: "accessory protocol §5.7 (Qorvo forum: did-start without ranging); rig limit: 50 %",
    needs: [.radio], declared: .blocks(12)
  ) { context, accessory in
    let radio = try await context.range(with: accessory, rounds: 3, "ranging after did-start").radio
    var lost = 0.0
    for _ in 0..<followed.blocks where try await !radio.next().isHeard { lost += 1 }
    try context.measure(
      "blocks without the accessory", lost / Double(followed.blocks) * 100, unit: "%",
      limits: Event.Limits(max: followed.mayBeLost))
  }

  static let blocks = Case.accessory(
    "C05", "block interval",
    requirement: "The accessory follows the block intervals that phones were seen to choose.",
    source: "accessory protocol §3.3 (captures of iPhones)", needs: [.radioIfPresent],
    declared: .blocks(3),
    parameters: ["162", "180", "198"]
  ) { context, accessory in
    try await context.rangeIfPresent(
      with: accessory, rounds: 2, "ranging with this block interval"
    ) { $0.fitRound(into: UInt16(context.parameter) ?? 180) }
  }

  static let longBlocks = Case.accessory(
    "C06", "long block interval",
    requirement:
      "The accessory follows long block intervals, 43 and 86 rounds of 18 ms, and answers a "
      + "stop as soon as with short ones.",
    source: "accessory protocol §1.3, §2.1 (infrequent update rate); the intervals are the rig's",
    needs: [.radioIfPresent], declared: .milliseconds(2 * 1548), parameters: ["774", "1548"]
  ) { context, accessory in
    let block = UInt16(context.parameter) ?? 774
    try await context.rangeIfPresent(
      with: accessory, rounds: 2, "ranging with this block interval"
    ) { $0.fitRound(into: block) }
    // Whether a stop is answered at all, and with what, is S04's.
    let asked = context.lab.now
    try await accessory.send(.stop())
    let limit = context.limits.stopAnswer
    let end = asked.advanced(by: limit + .milliseconds(Int(block)))
    guard let answer = try await context.nextAnswer(from: accessory, until: end) else { return }
    try context.measureAnswers("answer to a stop after", [(asked, answer.at)], limit: limit)
  }

  static let rounds = Case.accessory(
    "C07", "slots of a round",
    requirement: "The accessory follows the number and the duration of the slots.",
    source: "accessory protocol §3.1 (captures: 6 of 3600 RSTU; default: 25 of 2400 RSTU)",
    needs: [.radioIfPresent], declared: .blocks(2), parameters: ["6/3600", "25/2400", "12/3600"]
  ) { context, accessory in
    let numbers = context.parameter.split(separator: "/").compactMap { UInt16($0) }
    try await context.rangeIfPresent(with: accessory, rounds: 2, "ranging with these slots") {
      $0.slotsPerRound = numbers.first ?? 6
      $0.slotDuration = numbers.last ?? 3600
      $0.rangingDuration = 180
    }
  }

  static let channels = Case.accessory(
    "C08", "channel and preamble code",
    requirement: "The accessory follows channel 5 and 9 and preamble codes 9 to 12.",
    source: "accessory protocol §3.1 (AOSP, captures)", needs: [.radioIfPresent],
    declared: .blocks(1),
    parameters: ["9/9", "9/10", "9/11", "9/12", "5/9", "5/10", "5/11", "5/12"]
  ) { context, accessory in
    let numbers = context.parameter.split(separator: "/").compactMap { UInt8($0) }
    try await context.rangeIfPresent(
      with: accessory, rounds: 1, "ranging on this channel and preamble"
    ) {
      $0.channel = numbers.first ?? 9
      $0.preambleCode = numbers.last ?? 11
    }
  }

  static let vector = Case.accessory(
    "C09", "STS initialisation vector",
    requirement: "The accessory ranges with the given STS initialisation vector and no other.",
    source: "accessory protocol §3.2 (static STS; QNIQ, NXP)", needs: [.radio], declared: .blocks(4)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration)
    let vector = shareable.staticSTSIV
    // Firmware that reads a part of it takes what differs in the rest.
    let differences: [[Int]] = [[0, 1, 2], [5]]
    for (number, bytes) in differences.enumerated() {
      var order = RadioOrder(shareable, configuration)
      for byte in bytes where vector.indices.contains(byte) {
        order.parameters.staticSTSIV[byte] = ~vector[byte]
      }
      let wrong = try await context.radio(order)
      if number == 0 { try await context.start(accessory, with: shareable) }
      try await wrong.requireSilence(
        rounds: number + 1, "a phone with another vector is not heard")
      try await wrong.stop()
    }
    // The same session with the right vector: the silence was not that of a radio that is off.
    let right = try await context.radio(for: shareable, configuration)
    try await right.requireRanging(rounds: 2, "a phone with the same vector is heard")
  }

  static let overriding = Case.accessory(
    "C14", "values other than those asked for",
    requirement: "The values of the configuration hold, whatever the accessory has asked for.",
    source: "accessory protocol §3.1 (R4 interoperability note)",
    needs: [.radioIfPresent, .specification(atLeast: "2.0")], declared: .blocks(2)
  ) { context, accessory in
    let request = try await context.configuration(of: accessory).uwb.request
    try await context.rangeIfPresent(
      with: accessory, rounds: 2, "ranging with the phone's values"
    ) {
      $0.slotsPerRound = request.slotsPerRound == 6 ? 12 : 6
      $0.slotDuration = request.slotDuration == 3600 ? 2400 : 3600
      $0.rangingDuration = request.interval == 180 ? 198 : 180
      $0.hoppingMode = 0
    }
  }
}
