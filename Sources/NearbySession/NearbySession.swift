public import LabRuntime
import Links
public import NearbyAccessory
import Synchronization
public import UCIHost

/// The phone's side of a session with one accessory: what the framework does, over a real link and,
/// where there is one, with a real radio.
///
/// One task owns it; nothing runs in the background.
public final class NearbySession: Sendable {
  /// What a run came to.
  public struct Started: Hashable, Sendable {
    /// What the accessory said about itself.
    public var accessory: AccessoryConfigurationData
    /// What it was told.
    public var shareable: ShareableConfigurationData
    /// From configure-and-start to did-start.
    public var didStartAfter: Duration
    /// When did-start was read.
    public var at: LabInstant
  }

  struct State {
    var exchange: PhoneExchange
    var random: LabRandom
    var accessory: AccessoryConfigurationData?
    /// The accessory's data was delivered and not used for a run yet.
    var isFresh = false
    var shareable: ShareableConfigurationData?
    var radioSession: UCISession?
    /// When the last message was read.
    var readAt = LabInstant.zero
    /// When the accessory was heard last, or started.
    var heardAt: LabInstant?
    var events: [NearbyEvent] = []
    var violations: [PhoneExchange.Violation] = []
    var warnings: [RuleViolation] = []
  }

  /// The rig's limits and the values that the phone chooses.
  public let settings: Settings
  /// The accessory's data channel.
  public let channel: AccessoryChannel
  /// The phone's radio; nil when there is none, then nothing is known about distances.
  public let radio: UCIHost?
  let lab: Lab
  private let state: Mutex<State>

  /// A session that has not begun.
  public init(
    lab: Lab, channel: AccessoryChannel, radio: UCIHost? = nil, settings: Settings = Settings(),
    random: LabRandom
  ) {
    self.lab = lab
    self.channel = channel
    self.radio = radio
    self.settings = settings
    state = Mutex(
      State(
        exchange: PhoneExchange(
          limits: settings.limits, vendorIdentifiers: settings.vendorIdentifiers),
        random: random))
  }

  /// Where the exchange with the accessory stands.
  public var exchangeState: PhoneExchange.State { withState { $0.exchange.state } }
  /// What the accessory said about itself; nil before the first exchange.
  public var accessory: AccessoryConfigurationData? { withState { $0.accessory } }
  /// What the accessory was told last.
  public var shareable: ShareableConfigurationData? { withState { $0.shareable } }
  /// The session of the radio while it runs.
  public var radioSession: UCISession? { withState { $0.radioSession } }
  /// How the accessory broke the protocol so far; the first thousand.
  public var violations: [PhoneExchange.Violation] { withState { $0.violations } }
  /// What is unusual in the accessory's data, but accepted.
  public var warnings: [RuleViolation] { withState { $0.warnings } }

  func withState<Value>(_ body: (inout State) -> Value) -> Value {
    state.withLock { body(&$0) }
  }

  // MARK: The exchange

  /// Asks the accessory what it is: 0x0A, answered with 0x01, judged by the settings' policy. While
  /// the accessory may run, 0x0C goes before it and its answer is not waited for.
  ///
  /// - Throws: ``NearbyError`` `invalidConfiguration` with what the framework would report.
  @discardableResult
  public func exchange() async throws(NearbyError) -> AccessoryConfigurationData {
    var outputs = try await feed(.start)
    while true {
      for output in outputs {
        switch output {
        case .deliverAccessoryConfiguration(let blob): return try accept(blob)
        case .timedOut: throw silent("initialize", settings.limits.answer)
        default: break
        }
      }
      outputs = try await step(until: nil)
    }
  }

  /// Tells the accessory to start, and returns when it says that it did: a new shareable blob, the
  /// radio first, 0x0B, answered with 0x02.
  ///
  /// - Parameters:
  ///   - cached: use what the accessory said before; otherwise ``exchange()`` goes before it, unless
  ///     that was just done.
  ///   - configuring: changes the blob; the radio follows it.
  ///   - tuning: changes the parameters of the radio alone.
  public func run(
    cached: Bool = false, configuring: (inout ShareableConfigurationData) -> Void = { _ in },
    tuning: (inout RangingParameters) -> Void = { _ in }
  ) async throws(NearbyError) -> Started {
    if !cached, !withState({ $0.isFresh }) { try await exchange() }
    guard let accessory else {
      throw NearbyError(
        .notAllowed, "nothing is known about the accessory yet", advice: "Exchange first")
    }
    var shareable = withState { state in
      state.isFresh = false
      state.events = []
      return settings.shareable(for: accessory, random: &state.random)
    }
    configuring(&shareable)
    let blob: [UInt8]
    do { blob = try shareable.encode() } catch {
      throw NearbyError(.notAllowed, "the shareable data cannot be sent: \(error)")
    }
    withState { $0.shareable = shareable }
    try await startRadio(shareable, accessory, tuning)
    do throws(NearbyError) {
      let asked = lab.now
      let at = try await awaitStart(try await feed(.configure(blob)))
      withState { $0.heardAt = at }
      return Started(
        accessory: accessory, shareable: shareable, didStartAfter: asked.duration(to: at), at: at)
    } catch {
      try? await stopRadio()
      throw error
    }
  }

  /// Runs again with what is known of the accessory: a new blob, no 0x0A.
  public func retry() async throws(NearbyError) -> Started { try await run(cached: true) }

  /// Runs again from the beginning: 0x0C and 0x0A behind each other, then a new blob.
  public func restart() async throws(NearbyError) -> Started {
    try await stopRadio()
    try await exchange()
    return try await run()
  }

  /// Stops the accessory and then the radio: 0x0C, answered with 0x03.
  ///
  /// - Returns: the time from 0x0C to 0x03.
  /// - Throws: ``NearbyError`` `timedOut` when there is no answer; the radio is stopped even so.
  @discardableResult
  public func stop() async throws(NearbyError) -> Duration {
    let asked = lab.now
    let answered: LabInstant
    do throws(NearbyError) {
      answered = try await awaitStop(try await feed(.stop))
    } catch {
      try? await stopRadio()
      throw error
    }
    try await stopRadio()
    return asked.duration(to: answered)
  }

  private func awaitStart(_ first: [PhoneExchange.Output]) async throws(NearbyError) -> LabInstant {
    var outputs = first
    while true {
      for output in outputs {
        switch output {
        case .accessoryStarted: return withState { $0.readAt }
        case .accessoryStopped where exchangeState != .awaitingStart:
          throw NearbyError(
            .accessoryStopped, "the accessory answered configure-and-start with did-stop",
            advice: "Does its radio accept the parameters?")
        case .timedOut: throw silent("configure-and-start", settings.limits.start)
        case .refused(let reason): throw NearbyError(.notAllowed, reason)
        default: break
        }
      }
      outputs = try await step(until: nil)
    }
  }

  private func awaitStop(_ first: [PhoneExchange.Output]) async throws(NearbyError) -> LabInstant {
    var outputs = first
    while true {
      for output in outputs {
        if case .timedOut = output { throw silent("stop", settings.limits.stop) }
      }
      if exchangeState != .awaitingStop { return withState { $0.readAt } }
      outputs = try await step(until: nil)
    }
  }

  private func accept(_ blob: [UInt8]) throws(NearbyError) -> AccessoryConfigurationData {
    switch settings.acceptance.review(blob) {
    case .accepted(let data, let warnings):
      withState { state in
        state.accessory = data
        state.isFresh = true
        state.warnings = warnings
      }
      return data
    case .rejected(let code, let violations):
      let words = violations.map(\.description).joined(separator: "; ")
      throw NearbyError(
        .invalidConfiguration, "the accessory configuration data is refused (\(code)): \(words)",
        frameworkCode: code, violations: violations)
    }
  }

  private func silent(_ message: String, _ limit: Duration) -> NearbyError {
    let seen = violations.last.map { "; it sent \($0)" } ?? ""
    return NearbyError(
      .timedOut, "the accessory did not answer \(message) in \(limit)\(seen)",
      advice: "Is the accessory still running, and is the framing right?")
  }

  // MARK: One step

  /// Waits for the next message or deadline of the exchange, or until `deadline`, whichever is
  /// first, and gives what follows from it.
  func step(until deadline: LabInstant?) async throws(NearbyError) -> [PhoneExchange.Output] {
    let due = withState { $0.exchange.nextDeadline }.map { LabInstant.zero.advanced(by: $0) }
    let end = [due, deadline].compactMap(\.self).min()
    let message: ReceivedMessage
    do throws(LinkError) { message = try await channel.next(until: end) } catch {
      guard error.code == .timedOut else { throw failed(error) }
      return try await feed(.deadline)
    }
    return try await feed(message)
  }

  func feed(_ message: ReceivedMessage) async throws(NearbyError) -> [PhoneExchange.Output] {
    withState { $0.readAt = message.at }
    return try await feed(.received(message.bytes))
  }

  /// Gives the exchange one input, sends what it wants sent, and notes how the accessory breaks the
  /// protocol.
  func feed(_ input: PhoneExchange.Input) async throws(NearbyError) -> [PhoneExchange.Output] {
    let now = LabInstant.zero.duration(to: lab.now)
    let outputs = withState { $0.exchange.handle(input, now: now) }
    for output in outputs {
      switch output {
      case .send(let message):
        do throws(LinkError) { try await channel.send(message) } catch {
          throw failed(error)
        }
      case .violation(let violation):
        withState { if $0.violations.count < 1000 { $0.violations.append(violation) } }
      default: break
      }
    }
    return outputs
  }

  private func failed(_ error: LinkError) -> NearbyError {
    if error.code == .closed {
      withState { _ = $0.exchange.handle(.linkDown, now: LabInstant.zero.duration(to: lab.now)) }
    }
    return .link(error)
  }
}
