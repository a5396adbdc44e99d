import WireFormat

/// The accessory's side of the exchange as a pure value: bytes and radio events in, messages and
/// radio orders out. It has no clock and starts nothing (accessory protocol §1.5).
///
/// Actions are carried out in their order. Every start of the radio has a number; its events carry
/// the number back, so what an ended run still reports changes nothing.
public struct AccessoryStateMachine: Hashable, Sendable {
  /// Where the exchange stands.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// No configuration data is valid.
    case idle
    case configured
    case starting
    case ranging
  }

  /// The event.
  public enum Input: Hashable, Sendable {
    case linkUp
    case linkDown
    /// One message from the phone, and a random number for the source address that an initialize
    /// may need.
    case received([UInt8], freshAddress: UInt16)
    case radioStarted(run: UInt64)
    case radioFailed(run: UInt64)
    case radioStopped(run: UInt64)
    /// The accessory gives the session up: its own timeout, a button, a fault.
    case ownStop
  }

  /// An action.
  public enum Action: Hashable, Sendable {
    case send(AccessoryMessage)
    /// Start the radio with these parameters; its events carry the number.
    case startRadio(AccessorySession, run: UInt64)
    case stopRadio(run: UInt64)
  }

  /// Where it differs from other accessories.
  public let behaviour: AccessoryBehaviour
  /// Where the exchange stands.
  public private(set) var state = State.idle
  /// The configuration data that is sent, with the source address of the last initialize.
  public private(set) var configuration: AccessoryConfigurationData
  /// The parameters of the session that is starting or ranging.
  public private(set) var session: AccessorySession?
  /// The last initialize, on this connection, asked for the dialect for Android.
  public private(set) var speaksAndroid = false
  /// The number of the last start of the radio; 0 before the first.
  public private(set) var run: UInt64 = 0
  /// Whether the data channel is there.
  public private(set) var isConnected = false

  private var wasInitialized = false
  private var hasStartedSinceStop = false
  private var owesDidStop = false
  private var actions: [Action] = []

  /// An idle accessory.
  ///
  /// - Parameter configuration: what it says about itself; each initialize puts a source address in.
  ///   One that cannot be encoded is never sent.
  public init(
    configuration: AccessoryConfigurationData, behaviour: AccessoryBehaviour = .reference
  ) {
    self.configuration = configuration
    self.behaviour = behaviour
  }

  /// Takes one input and gives the actions that follow from it, in their order.
  public mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .linkUp: isConnected = true
    case .linkDown: disconnect()
    case .received(let bytes, let freshAddress):
      // A writer is connected: a byte stream has no event of its own for that.
      isConnected = true
      receive(bytes, freshAddress: freshAddress)
    case .radioStarted(let number): radioStarted(number)
    case .radioFailed(let number): radioEnded(number)
    case .radioStopped(let number): radioEnded(number)
    case .ownStop: ownStop()
    }
    defer { actions.removeAll() }
    return actions
  }

  private var isActive: Bool { state == .starting || state == .ranging }

  private mutating func receive(_ bytes: [UInt8], freshAddress: UInt16) {
    if let android = behaviour.android, android.isAskedFor(by: bytes) {
      return initialize(freshAddress, android: true)
    }
    // A message that cannot be read is one of no meaning here: nothing answers it.
    guard let message = try? AccessoryMessage.decode(bytes, direction: .phoneToAccessory) else {
      return
    }
    switch message {
    case .initialize(let trailing):
      if let dialect = trailing.first, behaviour.otherDialects.contains(dialect) { return }
      initialize(freshAddress, android: false)
    case .configureAndStart(let blob): configure(blob)
    case .stop: stop()
    default: break
    }
  }

  private mutating func initialize(_ freshAddress: UInt16, android: Bool) {
    if isActive {
      switch behaviour.initializeWhileActive {
      case .restart: endSession()
      case .answer:
        speaksAndroid = android
        return sendConfiguration()
      case .answerAnew: break
      case .ignore: return
      }
    } else if state == .configured, !behaviour.answersInitializeWhileConfigured {
      return
    }
    if behaviour.freshAddressPerInitialize || !wasInitialized {
      // The unassigned and the broadcast address are no device's own.
      configuration.uwb.sourceAddress = min(max(freshAddress, 1), 0xFFFE)
    }
    wasInitialized = true
    speaksAndroid = android
    if !isActive { state = .configured }
    sendConfiguration()
  }

  private mutating func sendConfiguration() {
    let own = configuration.uwb.sourceAddress
    let blob = speaksAndroid ? behaviour.android?.blob(address: own) : try? configuration.encode()
    if let blob { send(.accessoryConfigurationData(blob)) }
  }

  private mutating func configure(_ blob: [UInt8]) {
    guard state != .idle || behaviour.startsBeforeInitialize else { return }
    guard let data = accepted(blob) else {
      if behaviour.answersBadConfiguration { send(.didStop()) }
      return
    }
    guard isActive else { return start(data) }
    // Who ranges without knowing with what believes that it is this.
    let isSame = session.map { data == $0 } ?? true
    switch isSame ? behaviour.sameConfigureWhileActive : behaviour.otherConfigureWhileActive {
    case .reconfigure:
      endSession()
      start(data)
    case .acknowledge:
      // While starting, the did-start of the first configuration is still to come.
      if state == .ranging { send(.didStart()) }
    case .ignore: break
    }
  }

  /// The session that a blob starts; nil when it is refused.
  private func accepted(_ blob: [UInt8]) -> AccessorySession? {
    if speaksAndroid, let android = behaviour.android {
      guard case .accepted(let data) = android.review(blob) else { return nil }
      return .android(data)
    }
    let outcome = behaviour.acceptance.review(
      blob, version: configuration.uwb.version, ownAddress: configuration.uwb.sourceAddress)
    guard case .accepted(let data) = outcome else { return nil }
    return .apple(data)
  }

  private mutating func start(_ data: AccessorySession) {
    run &+= 1
    session = data
    state = .starting
    hasStartedSinceStop = true
    owesDidStop = false
    actions.append(.startRadio(data, run: run))
    if behaviour.didStart == .immediately {
      state = .ranging
      send(.didStart())
    }
  }

  private mutating func stop() {
    let wasActive = isActive
    if wasActive { endSession() }
    switch behaviour.configurationLife {
    case .untilStop: forget()
    case .untilSpareStop: if !hasStartedSinceStop { forget() }
    case .untilDisconnect: break
    }
    hasStartedSinceStop = false
    guard wasActive else {
      if behaviour.answersStopWhileIdle { send(.didStop()) }
      return
    }
    switch behaviour.stopAnswer {
    case .atOnce: send(.didStop())
    case .whenRadioStopped: owesDidStop = true
    case .silent: break
    }
  }

  private mutating func radioStarted(_ number: UInt64) {
    guard number == run, state == .starting else { return }
    state = .ranging
    send(.didStart())
  }

  private mutating func radioEnded(_ number: UInt64) {
    guard number == run else { return }
    if owesDidStop {
      owesDidStop = false
      return send(.didStop())
    }
    guard isActive else { return }
    let didFail = state == .starting
    session = nil
    state = .configured
    report(didFail ? behaviour.failedStartReport : behaviour.ownEndReport)
  }

  private mutating func ownStop() {
    guard isActive else { return }
    endSession()
    report(behaviour.ownEndReport)
  }

  private mutating func disconnect() {
    isConnected = false
    if isActive { endSession() }
    forget()
    hasStartedSinceStop = false
    owesDidStop = false
  }

  private mutating func endSession() {
    actions.append(.stopRadio(run: run))
    session = nil
    state = .configured
  }

  private mutating func forget() {
    state = .idle
    wasInitialized = false
    speaksAndroid = false
  }

  private mutating func report(_ report: AccessoryBehaviour.EndReport) {
    switch report {
    case .didStop: send(.didStop())
    case .didStart: send(.didStart())
    case .silent: break
    }
  }

  private mutating func send(_ message: AccessoryMessage) {
    if isConnected { actions.append(.send(message)) }
  }
}

extension AccessoryStateMachine {
  /// Puts the exchange into a state whatever the rules say, without a message: for accessories that
  /// are to be wrong.
  public mutating func force(_ state: State) { self.state = state }
}
