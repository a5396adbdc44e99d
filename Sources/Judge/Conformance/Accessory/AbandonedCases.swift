import Journal
import LabRuntime
import Links
import NearbyAccessory
import RigFile
import Runner

/// An accessory whose peer is not heard, that receives noise, or that loses its power.
enum AbandonedCases {
  static let all: [Case] = [noPeer, lostAndFound, newConfiguration, ownStop, noise, powerCut]

  static let noPeer = Case.accessory(
    "R09", "a phone that is never heard", .inferred,
    requirement: "Without a phone on the air the accessory keeps trying, for half a second at the "
      + "least, or reports did-stop; one that keeps trying ranges with a phone that comes, and is stopped "
      + "as soon as any.",
    source: "accessory protocol §5.1; the times are the rig's", needs: [.radioIfPresent],
    declared: .seconds(30) + .blocks(2)
  ) { context, accessory in
    let configuration = try await context.preparing {
      try await context.configuration(of: accessory)
    }
    let shareable = context.shareable(for: configuration)
    _ = try await context.preparing { try await context.start(accessory, with: shareable) }
    let began = context.lab.now
    let end = try await context.nextAnswer(from: accessory, within: .seconds(30))
    var hasEnded = end != nil
    if let end {
      try context.require(
        end.message?.identifier == .didStop, "nothing but did-stop ends the session",
        expected: "did-stop or silence", got: end.description)
      try context.measure(
        "gave up after", Double(began.duration(to: end.at).microseconds) / 1_000_000,
        unit: "s", limits: Event.Limits(min: 0.5))
    } else if let radio = try await context.radioIfPresent(for: shareable, configuration) {
      let isHeard = try await radio.isHeard(withinRounds: 10)
      // It may have given up just now.
      while !isHeard, let received = try await accessory.next(until: context.lab.now) {
        if received.message?.identifier == .didStop { hasEnded = true }
      }
      try context.require(
        isHeard || hasEnded,
        "an accessory that has said no did-stop is still there for a phone that comes",
        expected: "ranging or did-stop",
        got: isHeard ? "ranging" : hasEnded ? "did-stop" : "neither")
      try await radio.stop()
    }
    let what = "nothing but did-stop follows"
    if hasEnded {
      try await context.stop(accessory)
    } else {
      try await context.requireStop(of: accessory, what)
    }
    let data =
      try await hasEnded
      ? context.fenceAfterSilence(accessory, what) : context.fence(accessory, what)
    try await context.rangeIfPresent(
      with: accessory, knowing: context.read(data), for: "afterwards", "ranging afterwards")
  }

  static let lostAndFound = Case.accessory(
    "R10", "a phone that is lost and found", .inferred,
    requirement: "A phone that is not heard for 30 s and comes back finds the accessory ranging, "
      + "or has got did-stop; and so a second time.",
    source: "accessory protocol §7; the time is the rig's", needs: [.radio],
    declared: .seconds(60) + .blocks(4)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let (before, shareable) = try await context.range(
      with: accessory, configuration, "ranging before")
    var radio = before
    var isStopped = false
    func takeStop() async throws {
      while let received = try await context.nextAnswer(from: accessory, until: context.lab.now) {
        try context.require(
          received.message?.identifier == .didStop, "nothing but did-stop is told of a lost phone",
          expected: "did-stop or nothing", got: received.description)
        isStopped = true
      }
    }
    for _ in 1...2 where !isStopped {
      try await radio.stop()
      try await context.lab.sleep(for: .seconds(30), label: "the phone to come back")
      try await takeStop()
      radio = try await context.radio(for: shareable, configuration)
      let isHeard = try await radio.isHeard(withinRounds: 5)
      try await takeStop()
      try context.require(
        isHeard != isStopped, "the accessory ranges again or has said that it stopped",
        expected: "ranging or did-stop",
        got: isHeard ? "did-stop, and it ranges all the same" : "neither")
    }
  }

  static let newConfiguration = Case.accessory(
    "T03", "a new configuration after a timeout", .varies,
    requirement: "After the phone has given up without a stop, a new configuration is applied.",
    source: "accessory protocol §5.7 (a phone that times out says no stop)",
    needs: [.radioIfPresent], declared: .seconds(15) + .blocks(1)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    try await context.start(accessory, with: context.shareable(for: configuration, "first"))
    try await context.lab.sleep(for: context.limits.removalTimeout, label: "the phone to give up")
    try await context.rangeIfPresent(
      with: accessory, knowing: configuration, for: "second",
      start: "a new configuration is answered with did-start", "ranging with the new configuration")
  }

  static let ownStop = Case.accessory(
    "S09", "the accessory's own stop", .inferred,
    requirement: "A session that the accessory ends by itself is reported with did-stop.",
    source: "accessory protocol §1.4 (AOSP)", needs: [.button]
  ) { context, accessory in
    try await context.prepareRanging(accessory)
    guard accessory.pressButton() else {
      throw CaseEnding.skip("the rig cannot make \(accessory.name) end its session by itself")
    }
    _ = try await context.expect(
      .didStop, from: accessory, within: context.limits.stopAnswer,
      "the accessory's own stop is reported with did-stop")
  }

  static let noise = Case.accessory(
    "R11", "ten thousand random messages", .inferred,
    requirement: "No message that is not one of the protocol resets the accessory.",
    source: "accessory protocol §7 (robustness)", tags: ["survival"],
    declared: .seconds(60)
  ) { context, accessory in
    var random = context.random("messages")
    // A message of a stream can be longer than one write over Bluetooth LE, and longer than any
    // of the protocol.
    let isStream =
      accessory.description.part?.gatt == nil && !accessory.description.link.preservesMessages
    let enough = context.lab.now.advanced(by: .seconds(50))
    for number in 1...10_000 {
      let isLong = isStream && number.isMultiple(of: 8)
      let length = isLong ? 21 + random.index(below: 235) : 1 + random.index(below: 20)
      try await accessory.send(bytes: random.bytes(length))
      guard number % 50 == 0 else { continue }
      while try await accessory.next(until: context.lab.now) != nil {}
      // A write with response over Bluetooth LE takes one or two connection intervals.
      guard context.lab.now < enough else {
        context.step("\(number) messages were sent within 50 s: the link takes no more")
        break
      }
    }
    // Some were an initialize by chance: what answers them is not judged here.
    for _ in 0..<10_000 {
      let answer = try await context.nextAnswer(from: accessory, within: context.limits.silence)
      if answer != nil { continue }
      let data = try await context.fence(accessory, "it is still responsive")
      try await context.start(accessory, with: context.shareable(for: context.read(data)))
      return
    }
    throw context.wedged("silence after the noise", expected: "silence", got: "no end of messages")
  }

  static let powerCut = Case.accessory(
    "R12", "a power cut", .inferred,
    requirement: "After a power cut in any state the accessory is idle and can be found.",
    source: "accessory protocol §7 (robustness)", needs: [.power], declared: .seconds(2),
    parameters: ["idle", "configured", "starting", "ranging"]
  ) { context, accessory in
    if context.parameter != "idle" {
      let configuration = try await context.configuration(of: accessory)
      let shareable = context.shareable(for: configuration, "before")
      if context.parameter == "starting" { try await context.configure(accessory, with: shareable) }
      if context.parameter == "ranging" { try await context.start(accessory, with: shareable) }
    }
    try await accessory.requirePowerCut(for: .seconds(1))
    try await accessory.connect()
    try await context.configure(
      accessory, with: context.guessedShareable(for: accessory, "after the cut"))
    let data = try await context.fenceAfterSilence(accessory, "it is idle after the power cut")
    try await context.start(accessory, with: context.shareable(for: context.read(data), "after"))
  }
}

extension CaseContext {
  /// Stops an accessory that ranges, and asserts that it says so in time.
  fileprivate func requireStop(of accessory: AccessoryBoard, _ what: String) async throws {
    try await accessory.send(.stop())
    let answer = try await nextAnswer(from: accessory, within: limits.stopAnswer)
    // One that does not answer at all is wedged, and that is said of it.
    if answer == nil { try await fence(accessory, what) }
    try require(
      answer?.message?.identifier == .didStop,
      "a stop after half a minute of ranging is answered with did-stop",
      expected: "did-stop within \(limits.stopAnswer)", got: answer?.description ?? "nothing")
  }
}

extension AccessoryBoard {
  /// Takes the power away for a while, as far as the rig can; the link is closed then.
  func requirePowerCut(for duration: Duration) async throws {
    guard canCutPower else {
      throw CaseEnding.skip("the rig cannot cut the power of \(name)")
    }
    try await cutPower(for: duration)
  }
}
