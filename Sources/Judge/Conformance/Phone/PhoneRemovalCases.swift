import Errors
import Journal
import LabRuntime
import NearbyAccessory
import NearbySession
import RigFile
import Runner

/// How a peer is removed, and how an application tries again.
enum PhoneRemovalCases {
  static let all: [Case] = [
    noUWB, timely, once, silentAfterwards, runsAgain, cached, exchanged, backOff, givesUp,
  ]

  static let noUWB = Case.phone(
    "X04", "an accessory that does not range",
    requirement: "When no UWB follows the shareable data, the accessory is removed: timeout.",
    source: "accessory protocol §5.1 (Apple's headers; the time is a rig limit)",
    declared: .seconds(15),
    on: .silentAccessory
  ) { rig in
    let limit = rig.context.limits.removalTimeout
    let phone = try await rig.phone { $0.removalTimeout = limit }
    let application = try await rig.application(on: phone)
    try await rig.expectEvent(
      "the accessory is removed by timeout", from: application, within: limit * 2,
      where: \.isTimeout)
  }

  static let timely = Case.phone(
    "PH28", "removed when its time is over, and not earlier",
    requirement: "An accessory is removed when it was not heard for the time of the limit.",
    source: "accessory protocol §5.1, §5.6 (the time is a rig limit)",
    declared: .milliseconds(1200), on: .accessory
  ) { rig in
    let application = try await rig.application()
    let limit = application.session.phone.settings.removalTimeout
    var heard = try await rig.expectUpdate(application).update.at
    try rig.move("lock", outOfReach: true)
    let removed = try await rig.expectEvent(
      "the accessory is removed by timeout", from: application, within: limit * 3
    ) { event in
      if case .updated(let update, _) = event { heard = update.at }
      return event.isTimeout
    }
    try rig.context.measure(
      "removed after", .span(from: heard, to: removed.at),
      limits: .init(
        min: Double(limit.microseconds) / 1000 - 1,
        max: Double((limit + .milliseconds(500)).microseconds) / 1000))
  }

  static let once = Case.phone(
    "PH29", "removed once",
    requirement: "An accessory that stays away is removed once.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .milliseconds(2500)
  ) { rig in
    let session = try await rig.preparedSession { $0.removesWithoutRadio = true }
    try await rig.expect("the accessory is removed", from: session, where: \.isTimeout)
    try await rig.expectSilence(
      of: session, for: session.phone.settings.removalTimeout * 3 / 2, "nothing follows the removal"
    )
  }

  static let silentAfterwards = Case.phone(
    "PH30", "no update after a removal",
    requirement: "After a removal no update comes until the session runs again.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .seconds(2), on: .accessory
  ) { rig in
    // It would try again, much later.
    let application = try await rig.application(
      policy: RetryPolicy(attempts: 1, firstPause: .seconds(10)))
    try await rig.expectUpdate(application)
    try rig.move("lock", outOfReach: true)
    try await rig.expectEvent(
      "the accessory is removed", from: application, where: \.isTimeout)
    try rig.move("lock", outOfReach: false)
    let end = rig.lab.now.advanced(by: .phoneBlocks(5))
    var updates = 0
    while let happening = try await rig.next(application, until: end) {
      if happening.isUpdate { updates += 1 }
    }
    try rig.context.require(
      updates == 0, "updates after the removal", expected: "none", got: "\(updates)")
  }

  static let runsAgain = Case.phone(
    "PH31", "run again after a removal",
    requirement: "The same session runs again with its configuration after a removal.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .seconds(1)
  ) { rig in
    let session = try await rig.preparedSession { $0.removesWithoutRadio = true }
    try await rig.expect("the accessory is removed", from: session, where: \.isTimeout)
    do throws(RigError) { try session.runAgain() } catch {
      throw rig.context.violation("run after a removal", expected: "it runs", got: "\(error)")
    }
    try await rig.shareableAfterStart(session)
  }

  static let cached = Case.phone(
    "PH32", "retry with what is cached",
    requirement:
      "While the accessory's own session lives, a retry runs again without a new initialize.",
    source: "accessory protocol §5.1 (run with the same configuration), §7 T02, T03",
    declared: .milliseconds(1500), on: .accessory
  ) { rig in
    let application = try await rig.application(
      policy: RetryPolicy(attempts: 3, firstPause: .milliseconds(100)))
    try await rig.expectUpdate(application)
    try rig.move("lock", outOfReach: true)
    try await rig.expectEvent("the accessory is removed", from: application, where: \.isTimeout)
    try rig.move("lock", outOfReach: false)
    var sent: [AccessoryMessage.Identifier] = []
    try await rig.expect("ranging after the retry", from: application) { happening in
      if case .sent(let message, _) = happening { sent.append(message.identifier) }
      return happening.isUpdate
    }
    try rig.context.require(
      !sent.contains(.initialize) && sent.contains(.configureAndStart),
      "what the retry sends", expected: "a new configuration alone",
      got: sent.map(\.description).joined(separator: ", "))
  }

  private static func token(_ rig: PhoneRig) async throws -> DiscoveryToken {
    guard let token = try await rig.phone().makeSession().discoveryToken else {
      throw CaseEnding.rigFault("the session has no token")
    }
    return token
  }

  static let exchanged = Case.phone(
    "PH33", "retry with the full exchange",
    requirement: "When the accessory has said that it stopped, a retry begins with initialize.",
    source: "accessory protocol §5.1 (Apple's sample), §5.7", declared: .seconds(2)
  ) { rig in
    var flow = ApplicationFlow(
      policy: RetryPolicy(attempts: 1, firstPause: .milliseconds(100)), behaviour: rig.behaviour)
    let token = try await token(rig)
    var outputs = flow.handle(.received(.didStart()), now: .zero)
    outputs += flow.handle(.received(.didStop()), now: .seconds(1))
    outputs += flow.handle(.event(.removed(.timeout, object: token)), now: .seconds(2))
    rig.context.noteFromPhone("the retry is due: \(flow.nextDeadline.map { "\($0)" } ?? "never")")
    outputs += flow.handle(.deadline, now: .seconds(3))
    try rig.context.require(
      outputs.contains(.send(.initialize())), "what the retry begins with", expected: "initialize",
      got: "\(outputs)")
  }

  static let backOff = Case.phone(
    "PH34", "retries wait longer and longer",
    requirement: "Each retry waits as long as the policy says.",
    source: "accessory protocol §5.1; the policy is the application's"
  ) { rig in
    let policy = RetryPolicy(attempts: 2, firstPause: .milliseconds(200))
    var flow = ApplicationFlow(policy: policy, behaviour: rig.behaviour)
    let token = try await token(rig)
    var now = Duration.zero
    for attempt in 1...2 {
      _ = flow.handle(.event(.removed(.timeout, object: token)), now: now)
      let due = flow.nextDeadline.map { $0 - now }
      rig.context.noteFromPhone(
        "attempt \(attempt) is due after \(due.map { "\($0)" } ?? "never")")
      try rig.context.require(
        due == policy.pause(before: attempt), "the pause before attempt \(attempt)",
        expected: policy.pause(before: attempt).map { "\($0)" } ?? "none",
        got: due.map { "\($0)" } ?? "none")
      now += .seconds(1)
      _ = flow.handle(.deadline, now: now)
    }
  }

  static let givesUp = Case.phone(
    "PH35", "retries come to an end",
    requirement: "After as many attempts as the policy says, the application gives up.",
    source: "accessory protocol §5.1; the policy is the application's",
    declared: .milliseconds(1700),
    on: .silentAccessory
  ) { rig in
    let phone = try await rig.phone { $0.removalTimeout = .milliseconds(500) }
    let application = try await rig.application(
      on: phone,
      policy: RetryPolicy(
        attempts: 2, firstPause: .milliseconds(50), longestPause: .milliseconds(100)))
    var runs = 0
    try await rig.expect("the application gives up", from: application, within: .seconds(5)) {
      happening in
      if case .sent(.configureAndStart, _) = happening { runs += 1 }
      if case .gaveUp = happening { return true }
      return false
    }
    try rig.context.require(runs == 3, "runs before it gives up", expected: "3", got: "\(runs)")
  }
}
