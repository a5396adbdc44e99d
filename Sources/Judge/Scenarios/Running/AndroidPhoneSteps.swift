import LabRuntime
import NearbySession
import RangingOOB
import RigFile
import Runner

/// An Android phone: Ranging OOB, whose answers to a configuration and to a stop no phone awaits.
struct AndroidPhoneSteps: PhoneSteps {
  let run: AccessoryStepRun
  let board: OOBBoard
  let settings: OOBInitiatorSettings

  private var context: CaseContext { run.context }
  private var accessory: ScenarioAccessory { run.accessory }
  private var version: UInt8 { accessory.withState { $0.capabilities?.version } ?? 1 }
  var removalTimeout: Duration { settings.errorStreak }

  func send(_ bytes: [UInt8]) async throws { try await board.send(bytes: bytes) }

  func initialize() async throws {
    try await board.send(
      OOBMessage(
        version: settings.generation.version, .capabilitiesRequest(settings.technologies)))
  }

  func stop() async throws {
    try await board.send(OOBMessage(version: version, .stopRequest(settings.technologies)))
  }

  /// The phone stops what it cannot hear.
  func giveUp() async throws { try await stop() }

  func expectConfiguration(within limit: Duration?) async throws {
    let limit = limit ?? settings.generation.capabilityTimeout
    guard
      let received = try await next(
        within: limit, leavingOut: [.configurationResponse, .stopResponse])
    else {
      throw context.violation(
        run.place, expected: "capabilities within \(limit)", got: "nothing")
    }
    let message = keep(received)
    try context.require(
      message != nil, run.place, expected: "capabilities that the phone can read",
      got: received.description)
  }

  func order(every interval: Int?) throws -> PhoneOrder {
    guard let told = accessory.withState({ $0.capabilities }),
      case .capabilitiesResponse(let capabilities) = told.body
    else {
      throw CaseEnding.rigFault(
        "\(run.place): nothing is known of the accessory: initialize it first")
    }
    var settings = settings
    if let interval { settings.range = interval...interval }
    var random = context.random("a configuration of \(accessory.name)")
    do throws(UWBSelection.Mismatch) {
      let (message, block) = try settings.configuration(
        for: capabilities, version: told.version, random: &random)
      let own = capabilities.blocks.ultraWideband?.address ?? []
      return PhoneOrder(
        message: message.encode(),
        radio: RadioOrder(block, board: own, roundControl: settings.generation.roundControl),
        interval: Int(block.interval))
    } catch {
      if let interval, error == .rate || error == .interval {
        throw CaseEnding.rigFault(
          "\(run.place): no rate of an Android phone is \(interval) ms with this accessory")
      }
      throw context.violation(
        run.place, expected: "capabilities that fit the phone's", got: error.rawValue)
    }
  }

  func expectStart(within limit: Duration?) async throws {
    try await expectAnswer(
      .configurationResponse, within: limit ?? context.limits.accessoryStart, "started")
    // Silence conforms: that it has started is heard.
    if !accessory.withState({ $0.isAnswered }) { try await run.checks.freshUpdates(1) }
  }

  func expectStop(within limit: Duration?) async throws {
    try await expectAnswer(
      .stopResponse, within: limit ?? context.limits.stopAnswer, "stopped")
  }

  func strangeMessage(until deadline: LabInstant) async throws -> String? {
    try await next(within: run.lab.now.duration(to: deadline))?.description
  }

  func isConfigurationTold() async throws -> Bool {
    let limit = settings.generation.capabilityTimeout
    return try await next(
      within: limit, leavingOut: [.configurationResponse, .stopResponse]
    ).flatMap(keep) != nil
  }

  func isStartTold() async throws -> Bool {
    let received = try await next(
      within: context.limits.accessoryStart, leavingOut: [.stopResponse])
    return received?.message?.technologies?.contains(.uwb) ?? (received == nil && run.radio != nil)
  }

  /// An answer that may be left out; one that comes has ultra-wideband in it.
  private func expectAnswer(
    _ kind: OOBMessage.Kind, within limit: Duration, _ verb: String
  ) async throws {
    let received = try await next(
      within: limit, leavingOut: kind == .stopResponse ? [.configurationResponse] : [.stopResponse])
    accessory.withState { $0.isAnswered = received != nil }
    guard let received else {
      guard run.radio != nil || kind == .stopResponse else {
        throw context.violation(
          run.place, expected: "\(kind) within \(limit), as the rig has no radio", got: "nothing")
      }
      return context.step("\(run.place): no \(kind), which the protocol leaves open")
    }
    let technologies = received.message?.technologies
    try context.require(
      received.message?.kind == kind && technologies?.contains(.uwb) == true, run.place,
      expected: "\(kind) with uwb \(verb)",
      got: technologies.map { "\(received.description) with \($0)" } ?? received.description)
  }

  /// The next message but motion, which may come at any time.
  private func next(
    within limit: Duration, leavingOut owed: [OOBMessage.Kind] = []
  ) async throws -> OOBBoard.Received? {
    let deadline = run.lab.now.advanced(by: limit)
    while let received = try await board.next(until: deadline) {
      guard let kind = received.message?.kind, (owed + [.motion]).contains(kind) else {
        return received
      }
    }
    return nil
  }

  /// Keeps capabilities, as a phone of this release reads them; nil for anything else.
  private func keep(_ received: OOBBoard.Received) -> OOBMessage? {
    let message = try? OOBMessage.decode(
      received.bytes, tolerance: settings.generation.tolerance)
    guard let message, message.kind == .capabilitiesResponse else { return nil }
    accessory.withState { state in
      state.capabilities = message
      state.awaitsConfiguration = false
      state.state = .initialized
    }
    return message
  }
}

extension OOBMessage {
  /// The technologies of an answer to a configuration or a stop; nil for another message.
  fileprivate var technologies: OOBTechnologySet? {
    switch body {
    case .configurationResponse(let set), .stopResponse(let set): set
    default: nil
    }
  }
}
