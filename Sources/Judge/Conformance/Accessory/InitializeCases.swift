import Journal
import LabRuntime
import NearbyAccessory
import RigFile
import Runner

enum InitializeCases {
  static let all: [Case] = [
    answeredOnce, freshAddress, sameChipset, againWhileConfigured, againWhileRanging, junk, often,
    leftAlone,
  ]

  static let answeredOnce = Case.accessory(
    "N01", "initialize while idle",
    requirement: "An initialize while idle is answered with exactly one accessory configuration "
      + "data message.",
    source: "accessory protocol §1.3 (observed: QNIQ, Apple's sample, AOSP)"
  ) { context, accessory in
    let asked = context.lab.now
    try await accessory.send(.initialize())
    let answer = try await context.expect(
      .accessoryConfigurationData, from: accessory, within: context.limits.accessoryAnswer,
      "initialize is answered with accessory configuration data")
    try context.measure(
      "answer to initialize", .span(from: asked, to: answer.at),
      limits: Event.Limits(max: context.limits.accessoryAnswer.inMilliseconds))
    try await context.fence(accessory, "nothing follows the one answer")
  }

  static let freshAddress = Case.accessory(
    "N12", "source address of each initialize", .varies,
    requirement: "Every initialize brings a fresh source address.",
    source: "accessory protocol §2.4 (observed: AOSP, NXP)"
  ) { context, accessory in
    let first = try await context.configuration(of: accessory).uwb.sourceAddress
    let second = try context.read(await context.fence(accessory, "nothing precedes the answer"))
    let third = try context.read(await context.fence(accessory, "nothing precedes the answer"))
    let addresses = [first, second.uwb.sourceAddress, third.uwb.sourceAddress]
    try context.require(
      addresses.contains { $0 != first }, "the source address is fresh",
      expected: "another address than \(first.hexadecimal) in one of three answers",
      got: addresses.map(\.hexadecimal).joined(separator: ", "))
  }

  static let sameChipset = Case.accessory(
    "N13", "manufacturer and model of each initialize",
    requirement: "Manufacturer and model of the chipset are the same in every configuration data.",
    source: "accessory protocol §2.4 (captures of Qorvo and NXP boards)"
  ) { context, accessory in
    let first = try await context.configuration(of: accessory).uwb
    let second = try context.read(await context.fence(accessory, "nothing precedes the answer")).uwb
    try context.require(
      first.manufacturerIdentifier == second.manufacturerIdentifier, "manufacturer of the chipset",
      expected: "\(first.manufacturerIdentifier) again", got: "\(second.manufacturerIdentifier)")
    try context.require(
      first.modelIdentifier == second.modelIdentifier, "model of the chipset",
      expected: "\(first.modelIdentifier) again", got: "\(second.modelIdentifier)")
  }

  static let againWhileConfigured = Case.accessory(
    "N14", "initialize again while configured", .varies,
    requirement: "A second initialize is answered with configuration data or ignored.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, CANVAS answer; nrfuwb ignores)"
  ) { context, accessory in
    _ = try await context.initialize(accessory)
    try await context.observeAnotherInitialize(accessory, "while configured")
    try await context.fence(accessory, "nothing follows the answer")
  }

  static let againWhileRanging = Case.accessory(
    "N15", "initialize while ranging", .varies,
    requirement: "An initialize while ranging ends the session and is answered with new data.",
    source: "accessory protocol §1.4, §1.5 (observed: QNIQ, STELLA, CANVAS answer and range on; "
      + "nrfuwb ignores)",
    needs: [.radioIfPresent], declared: .blocks(2)
  ) { context, accessory in
    let radio = try await context.rangeIfPresent(with: accessory, "ranging after did-start")
    try await context.observeAnotherInitialize(accessory, "while ranging")
    if let radio {
      // A round that had begun may still be reported.
      _ = try await radio.next()
      if try await radio.isHeard(withinRounds: 2) {
        context.observe("the session goes on after an initialize")
      }
    }
    try await context.fence(accessory, "nothing follows the answer")
  }

  static let leftAlone = Case.accessory(
    "N22", "initialize after five seconds of silence", .inferred,
    requirement:
      "An accessory that was stopped and is left alone for five seconds answers an initialize and "
      + "starts.",
    source: "accessory protocol §1.3, §5.7; the time is the rig's",
    declared: .seconds(5) + .blocks(1)
  ) { context, accessory in
    try await context.start(accessory)
    try await context.stop(accessory)
    let end = context.lab.now.advanced(by: .seconds(5))
    // What it says unasked is for the frame watch.
    while try await accessory.next(until: end) != nil {}
    try await context.start(accessory)
  }

  static let junk = Case.accessory(
    "N17", "initialize with bytes behind it", .inferred,
    requirement: "An initialize with bytes behind it does not harm the accessory.",
    source: "accessory protocol §7 (robustness)", tags: ["survival"],
    parameters: ["1", "16", "60"]
  ) { context, accessory in
    var random = context.random("junk")
    // 01 and 02 ask some accessories for another dialect.
    let junk = [0xFF] + random.bytes(max((Int(context.parameter) ?? 1) - 1, 0))
    try await accessory.send(.initialize(trailing: junk))
    try await context.fence(
      accessory, allowing: [.accessoryConfigurationData], "it is answered as initialize or ignored")
  }

  static let often = Case.accessory(
    "N18", "a hundred initializes in ten seconds", .inferred,
    requirement: "An accessory keeps answering when initialize comes ten times a second.",
    source: "accessory protocol §7 (robustness)", declared: .seconds(10)
  ) { context, accessory in
    let began = context.lab.now
    var asked: [LabInstant] = []
    var answered: [LabInstant] = []
    func take(_ received: AccessoryBoard.Received) throws {
      if accessory.declares(received.bytes) { return }
      guard case .accessoryConfigurationData(let data)? = received.message else {
        throw context.violation(
          "initialize \(asked.count) is answered with configuration data or not at all",
          expected: "accessory configuration data", got: received.description)
      }
      _ = try context.read(data)
      answered.append(received.at)
    }
    for number in 1...100 {
      asked.append(context.lab.now)
      try await accessory.send(.initialize())
      let turn = began.advanced(by: .milliseconds(100 * number))
      while let received = try await accessory.next(until: turn) { try take(received) }
    }
    // Over a slow link the last answers are still on their way. One that is later than its limit has to be seen:
    // where it is not, those before it would be taken for answers to later ones.
    let last = context.lab.now.advanced(by: context.limits.accessoryAnswer * 2)
    while answered.count < asked.count, let received = try await accessory.next(until: last) {
      try take(received)
    }
    // Each belongs to its initialize, or where some were left out to the latest before it.
    let isEach = answered.count == asked.count
    let answers = answered.enumerated().map { index, time in
      (from: isEach ? asked[index] : asked.last { $0 <= time } ?? began, to: time)
    }
    try context.measureAnswers(
      "answer to initialize", answers, limit: context.limits.accessoryAnswer)
    try await context.fence(accessory, "nothing precedes the answer")
    // One that has answered the first alone ignores initialize while it is configured (N14).
    let lost = isEach || answered.count == 1 ? [] : quickLosses(asked, answered)
    // One that takes each second is slow by design; one that loses some now and then is broken.
    try context.require(
      lost.count * 4 > asked.count || lost.isEmpty,
      "an accessory that answers at once answers each initialize", expected: "100 answers",
      got: "none to number \(lost.map { "\($0 + 1)" }.joined(separator: ", "))")
  }

  /// The initializes without an answer before the next one, which came to an accessory that had
  /// answered the one before within half of the time between two.
  private static func quickLosses(_ asked: [LabInstant], _ answered: [LabInstant]) -> [Int] {
    func answer(to index: Int) -> Duration? {
      let next = index + 1 < asked.count ? asked[index + 1] : nil
      let answer = answered.first { $0 >= asked[index] && (next ?? $0) >= $0 }
      return answer.map { asked[index].duration(to: $0) }
    }
    return asked.indices.dropFirst().filter { index in
      answer(to: index) == nil && answer(to: index - 1).map { $0 < .milliseconds(50) } ?? false
    }
  }
}

extension CaseContext {
  /// Sends initialize where accessories differ: an answer is what most give, anything else is
  /// observed, and the accessory must not be wedged by it.
  fileprivate func observeAnotherInitialize(
    _ accessory: AccessoryBoard, _ state: String
  ) async throws {
    try await accessory.send(.initialize())
    let deadline = lab.now.advanced(by: limits.accessoryAnswer)
    var seen: [AccessoryBoard.Received] = []
    while let received = try await nextAnswer(from: accessory, until: deadline) {
      seen.append(received)
      if received.message?.identifier == .accessoryConfigurationData { break }
    }
    if seen.last?.message?.identifier != .accessoryConfigurationData {
      observe("initialize \(state) is not answered: \(seen.isEmpty ? "silence" : seen.names)")
    }
  }
}
