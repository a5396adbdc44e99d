import LabRuntime
import NearbyAccessory
import NearbySession
import RigFile
import Runner

/// The steps of one kind of phone with an accessory: the same words, other messages.
protocol PhoneSteps {
  /// How long an accessory is not heard until the session with it is over.
  var removalTimeout: Duration { get }

  func send(_ bytes: [UInt8]) async throws
  /// Asks for what a configuration is made from.
  func initialize() async throws
  /// Judges and keeps the answer.
  func expectConfiguration(within limit: Duration?) async throws
  /// The configuration, for blocks of `interval` milliseconds where that is said.
  func order(every interval: Int?) throws -> PhoneOrder
  func expectStart(within limit: Duration?) async throws
  func stop() async throws
  func expectStop(within limit: Duration?) async throws
  /// A message that no phone expects, in words; nil when none comes.
  func strangeMessage(until deadline: LabInstant) async throws -> String?
  /// The session is over, since the peer was not heard.
  func giveUp() async throws
  /// Whether an attempt to ask was answered, which is then kept.
  func isConfigurationTold() async throws -> Bool
  /// Whether an attempt to start was answered.
  func isStartTold() async throws -> Bool
}

/// A configuration: what the accessory and the phone's radio are given.
struct PhoneOrder {
  var message: [UInt8]
  var radio: RadioOrder
  /// Milliseconds from round to round.
  var interval: Int
}

/// Apple's phone: the accessory protocol.
struct ApplePhoneSteps: PhoneSteps {
  let run: AccessoryStepRun
  let board: AccessoryBoard

  private var context: CaseContext { run.context }
  private var accessory: ScenarioAccessory { run.accessory }
  var removalTimeout: Duration { context.limits.removalTimeout }

  func send(_ bytes: [UInt8]) async throws { try await board.send(bytes: bytes) }
  func initialize() async throws { try await board.send(.initialize()) }
  func stop() async throws { try await board.send(.stop()) }
  func giveUp() async throws {}

  func expectConfiguration(within limit: Duration?) async throws {
    try keep(
      try await require(.accessoryConfigurationData, limit ?? context.limits.accessoryAnswer))
  }

  func expectStart(within limit: Duration?) async throws {
    _ = try await require(.didStart, limit ?? context.limits.accessoryStart)
  }

  func expectStop(within limit: Duration?) async throws {
    _ = try await require(.didStop, limit ?? context.limits.stopAnswer)
  }

  func strangeMessage(until deadline: LabInstant) async throws -> String? {
    while let received = try await board.next(until: deadline) {
      if !board.declares(received.bytes) { return received.description }
    }
    return nil
  }

  func order(every interval: Int?) throws -> PhoneOrder {
    guard let configuration = accessory.withState({ $0.configuration }) else {
      throw CaseEnding.rigFault(
        "\(run.place): nothing is known of the accessory: initialize it first")
    }
    var random = context.random("shareable data of \(accessory.name)")
    var shareable = context.limits.exchange.shareable(for: configuration, random: &random)
    if let interval {
      shareable.rangingDuration = UInt16(clamping: interval)
      // The short round of the captures fits into any block.
      shareable.slotsPerRound = 6
      shareable.slotDuration = 3600
    }
    return PhoneOrder(
      message: AccessoryMessage.configureAndStart(try shareable.encode()).encode(),
      radio: RadioOrder(shareable, configuration), interval: Int(shareable.rangingDuration))
  }

  func isConfigurationTold() async throws -> Bool {
    let received = try await answer(.accessoryConfigurationData, context.limits.accessoryAnswer)
    if let received { try keep(received) }
    return received != nil
  }

  func isStartTold() async throws -> Bool {
    try await answer(.didStart, context.limits.accessoryStart) != nil
  }

  /// The next message of the accessory, which must be this one.
  private func require(
    _ identifier: AccessoryMessage.Identifier, _ limit: Duration
  ) async throws -> AccessoryBoard.Received {
    try await context.expect(identifier, from: board, within: limit, run.place)
  }

  /// The message of a kind, or nil when it does not come within its limit.
  private func answer(
    _ wanted: AccessoryMessage.Identifier, _ limit: Duration
  ) async throws -> AccessoryBoard.Received? {
    let deadline = run.lab.now.advanced(by: limit)
    while let received = try await board.next(until: deadline) {
      guard let identifier = received.message?.identifier else { return nil }
      if identifier == wanted { return received }
      if board.declares(received.bytes) || identifier == .didStop { continue }
      return nil
    }
    return nil
  }

  private func keep(_ received: AccessoryBoard.Received) throws {
    do {
      let configuration = try AccessoryConfigurationData.decode(received.message?.body ?? [])
      accessory.withState { state in
        state.configuration = configuration
        state.awaitsConfiguration = false
        state.state = .initialized
      }
    } catch {
      throw context.violation(
        run.place, expected: "configuration data that can be read", got: "\(error)")
    }
  }
}
