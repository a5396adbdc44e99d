import Journal
import LabRuntime
import Links
import NearbyAccessory
import RigFile
import Runner
import WireFormat

/// Where each step of the exchange leads: an answer may be right and the state behind it wrong.
enum StepCases {
  static let all: [Case] = [idle, configured, stopped, ranging]

  /// No message has this identifier.
  private static let unknown: UInt8 = 0x7F

  static let idle = Case.accessory(
    "E01", "idle after a step", .inferred,
    requirement: "Whatever came before, an accessory that has sent no configuration data on this "
      + "connection starts nothing; a message whose connection has ended within it is forgotten.",
    source: "accessory protocol §1.4, §1.5 (observed: STELLA, AOSP)",
    parameters: [
      "connected", "stopped", "unknown", "refused", "disconnected-configured",
      "disconnected-ranging", "disconnected-within-message",
    ]
  ) { context, accessory in
    // Only a new connection makes the accessory forget the initializes of earlier cases.
    try accessory.requireNoticedDisconnection()
    try await context.connectAnew(accessory)
    switch context.parameter {
    case "stopped": try await accessory.send(.stop())
    case "unknown": try await accessory.send(bytes: [unknown])
    case "refused": try await accessory.send(.configureAndStart([1, 0]))
    case "disconnected-configured":
      _ = try await context.configuration(of: accessory)
      try await context.connectAnew(accessory)
    case "disconnected-ranging":
      try await context.prepareRanging(accessory)
      try await context.connectAnew(accessory)
    case "disconnected-within-message":
      guard accessory.description.part?.gatt == nil,
        !accessory.description.link.preservesMessages
      else { throw CaseEnding.skip("\(accessory.name) gets each message whole or not at all") }
      let framing = accessory.description.framing ?? .length16
      let initialize = try framing.encode(AccessoryMessage.initialize().encode())
      try await accessory.send(raw: Array(initialize.dropLast()))
      try await context.connectAnew(accessory)
    default: break
    }
    try await context.configure(accessory, with: context.guessedShareable(for: accessory))
    try await context.fence(accessory, "a configuration before any initialize does not start it")
  }

  static let configured = Case.accessory(
    "E02", "configured after a step", .inferred,
    requirement: "After configuration data, and whatever does not end its life, an accessory "
      + "ranges with the next valid configuration, whatever of no meaning, or the same again, "
      + "comes while it starts. Where it answers a stop without a session, it "
      + "answers one behind an initialize while ranging.",
    source: "accessory protocol §1.4, §1.5 (observed: QNIQ, STELLA, CANVAS, AOSP)",
    needs: [.radioIfPresent], declared: .blocks(1),
    parameters: [
      "initialized-again", "refused", "unknown", "stopped", "initialized-while-ranging",
      "initialized-while-ranging-and-stopped", "initialized-while-starting",
      "unknown-while-starting", "same-while-starting",
    ]
  ) { context, accessory in
    var configuration = try await context.configuration(of: accessory)
    let isStopped = context.parameter == "initialized-while-ranging-and-stopped"
    switch context.parameter {
    case "initialized-again":
      configuration = try await context.lastOfTwo(of: accessory) ?? configuration
    case "initialized-while-starting":
      try await context.configure(accessory, with: context.shareable(for: configuration, "before"))
      // Some ignore it and start, others start nothing.
      try await accessory.send(.initialize())
      _ = try await context.nextAnswer(from: accessory, within: context.limits.accessoryStart)
      try await context.stop(accessory)
      configuration = try await context.configuration(of: accessory)
    case "refused":
      let whole = try context.shareable(for: configuration, "refused").encode()
      try await accessory.send(.configureAndStart(whole.dropLast()))
      // Some tell with did-stop that they do not start.
      let answers = try await context.starts(from: accessory)
      try context.require(
        answers.isEmpty, "a refused configuration", expected: "did-stop or nothing",
        got: answers.names)
    case "unknown": try await accessory.send(bytes: [unknown])
    case "stopped":
      try await context.start(accessory, with: context.shareable(for: configuration, "before"))
      try await context.stop(accessory)
    case "unknown-while-starting", "same-while-starting": break
    default:
      var answersStops = false
      if isStopped {
        answersStops = try await context.stop(accessory)
        configuration = try await context.configuration(of: accessory)
      }
      let before = context.shareable(for: configuration, "before")
      try await context.start(accessory, with: before)
      var hasEnded = false
      let other = try await context.anotherConfiguration(of: accessory, ending: &hasEnded)
      if let other {
        configuration = other
        if answersStops, !hasEnded {
          try await context.stop(
            accessory,
            "a stop behind an initialize while ranging is answered as one without a session")
        } else if !hasEnded || isStopped {
          // Some range on, and take no other configuration meanwhile.
          try await context.stop(accessory)
        }
      } else {
        // It ranges on, as some do: what it does with another configuration then is for others.
        if !hasEnded {
          let radio = try await context.radioIfPresent(for: before, configuration)
          try await radio?.requireRanging(
            rounds: 1, "ranging on over an initialize that is ignored")
          try await radio?.stop()
        }
        configuration = try context.read(
          await context.fence(accessory, "an initialize that is ignored brings nothing"))
      }
    }
    let shareable = context.shareable(for: configuration, "after")
    let radio = try await context.radioIfPresent(for: shareable, configuration)
    try await context.configure(accessory, with: shareable)
    switch context.parameter {
    case "unknown-while-starting": try await accessory.send(bytes: [unknown])
    case "same-while-starting": try await context.configure(accessory, with: shareable)
    default: break
    }
    // A session that an initialize, or the same configuration again, has ended may be told late.
    let mayEnd = context.parameter == "same-while-starting" || isStopped
    _ = try await context.expect(
      .didStart, from: accessory, within: context.limits.accessoryStart,
      ignoring: mayEnd ? [.didStop] : [], "a valid configuration is answered with did-start")
    try await radio?.requireRanging(rounds: 1, "ranging after the step")
  }

  static let stopped = Case.accessory(
    "E04", "a stop before the start", .inferred,
    requirement: "An accessory that was stopped before its start and starts all the same ranges.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, CANVAS start, others do not)",
    needs: [.radioIfPresent], declared: .blocks(1)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    try await context.stop(accessory)
    let shareable = context.shareable(for: configuration)
    let radio = try await context.radioIfPresent(for: shareable, configuration)
    try await context.configure(accessory, with: shareable)
    let answer = try await context.nextAnswer(
      from: accessory, within: context.limits.accessoryStart)
    if let answer {
      try context.require(
        answer.message?.identifier == .didStart, "a configuration after a stop",
        expected: "did-start or silence", got: answer.description)
      try await radio?.requireRanging(rounds: 1, "ranging after did-start")
    }
    try await context.fence(accessory, "the accessory is idle afterwards")
  }

  static let ranging = Case.accessory(
    "E03", "ranging after a step", .inferred,
    requirement: "A message of no meaning, one of a vendor that is not claimed, a refused "
      + "configuration and the same configuration again leave an accessory ranging, which tells no "
      + "end then, and a stop ends that.",
    source: "accessory protocol §1.4, §1.5 (observed: STELLA, CANVAS)", needs: [.radioIfPresent],
    declared: .blocks(6), parameters: ["unknown", "refused", "same", "vendor"]
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration)
    let radio = try await context.rangeIfPresent(
      with: accessory, shareable, configuration, "ranging before the step")
    // It may answer what is refused, and the same once more: what counts is that it ranges on.
    guard radio != nil || context.parameter == "unknown" else {
      throw CaseEnding.skip("the rig has no radio that could hear whether it ranges on")
    }
    switch context.parameter {
    case "unknown":
      if let radio {
        // What it says to that is heard behind the next one.
        try await accessory.send(bytes: [])
        try await radio.requireRanging(rounds: 1, "ranging after an empty message")
      } else {
        try await context.requireUnmoved(accessory, by: [])
      }
      try await context.requireUnmoved(accessory, by: [unknown])
    case "refused": try await accessory.send(.configureAndStart([1, 0]))
    case "vendor":
      // Whether they are answered is for R05, and what a claimed one does is the vendor's affair.
      let claimed = accessory.description.claims.vendorIDs ?? []
      for identifier in RobustnessCases.ofVendors where !claimed.contains(identifier) {
        try await accessory.send(bytes: [identifier])
      }
    default: try await context.configure(accessory, with: shareable)
    }
    try await radio?.requireRanging(rounds: 2, "ranging after the step")
    // The same once more may end a session and begin another, and some tell a refusal with did-stop.
    while !["same", "refused"].contains(context.parameter),
      let received = try await accessory.next(until: context.lab.now)
    {
      try context.require(
        received.message?.identifier != .didStop, "an accessory that ranges on tells no end",
        expected: "anything but did-stop", got: received.description)
    }
    try await context.stop(accessory)
    guard let radio else { return }
    let end = context.lab.now.advanced(by: radio.block * 2)
    while try await radio.next().at <= end {}
    try await radio.requireSilence(rounds: 1, "the radio is silent after a stop")
  }
}

extension CaseContext {
  /// Asserts that a message of no meaning brings nothing from an accessory that ranges.
  fileprivate func requireUnmoved(_ accessory: AccessoryBoard, by message: [UInt8]) async throws {
    try await accessory.send(bytes: message)
    let deadline = lab.now.advanced(by: limits.silence)
    while let received = try await nextAnswer(from: accessory, until: deadline) {
      // A bridge may say what is no message of the protocol.
      try require(
        !(received.message?.identifier.isDefined(in: .accessoryToPhone) ?? false),
        "a message of no meaning leaves an accessory ranging", expected: "nothing",
        got: received.description)
    }
  }

  /// The configuration data for an initialize that an accessory may ignore; nil when it does.
  ///
  /// - Parameter hasEnded: whether no session goes on; of one that does the accessory may tell the end
  ///   first.
  func anotherConfiguration(
    of accessory: AccessoryBoard, ending hasEnded: inout Bool
  ) async throws -> AccessoryConfigurationData? {
    try await accessory.send(.initialize())
    let deadline = lab.now.advanced(by: limits.accessoryAnswer)
    return try await nextConfiguration(of: accessory, until: deadline, ending: &hasEnded)
  }

  private func nextConfiguration(
    of accessory: AccessoryBoard, until deadline: LabInstant, ending hasEnded: inout Bool
  ) async throws -> AccessoryConfigurationData? {
    var next = try await nextAnswer(from: accessory, until: deadline)
    // A stop may be answered behind what comes after it.
    while let late = next, late.isOwedStop || !hasEnded && late.message?.identifier == .didStop {
      if !late.isOwedStop { hasEnded = true }
      next = try await nextAnswer(from: accessory, until: deadline)
    }
    guard let answer = next else { return nil }
    try require(
      answer.message?.identifier == .accessoryConfigurationData,
      "another initialize is answered with configuration data or ignored",
      expected: "accessory configuration data or nothing", got: answer.description)
    return try read(answer.message?.body ?? [])
  }

  /// The last of the configuration data that two initializes right behind each other bring; nil when none
  /// comes, as where a configured accessory ignores them.
  fileprivate func lastOfTwo(
    of accessory: AccessoryBoard
  ) async throws -> AccessoryConfigurationData? {
    for _ in 1...2 { try await accessory.send(.initialize()) }
    let deadline = lab.now.advanced(by: limits.accessoryAnswer)
    var hasEnded = true
    let first = try await nextConfiguration(of: accessory, until: deadline, ending: &hasEnded)
    guard first != nil else { return nil }
    return try await nextConfiguration(of: accessory, until: deadline, ending: &hasEnded) ?? first
  }

  func connectAnew(_ accessory: AccessoryBoard) async throws {
    accessory.disconnect()
    try await accessory.connect()
  }

  /// Shareable data for an accessory whose configuration data is not known: of the version that the
  /// rig file claims, or 1.1.
  func guessedShareable(
    for accessory: AccessoryBoard, _ purpose: String = "shareable data"
  ) -> ShareableConfigurationData {
    let claimed = accessory.description.claims.acd
    let version = SpecificationVersion.published.first { "\($0)" == claimed } ?? .v1_1
    return shareable(
      for: AccessoryConfigurationData(
        uwb: UWBConfigurationData(version: version, sourceAddress: 0)), purpose)
  }
}
