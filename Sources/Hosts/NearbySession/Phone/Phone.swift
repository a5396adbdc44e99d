public import LabRuntime
import NearbyAccessory
import Synchronization

/// A phone with the Nearby Interaction framework: sessions, the application's state, the user's
/// permission, a radio, Bluetooth.
///
/// Calls take effect at once and events are delivered in order; what takes time happens while
/// ``serve()`` runs. Without a radio the phone is protocol only: its sessions run and generate
/// shareable data, and nothing is known about distances.
public final class Phone: Sendable {
  struct Entry: Sendable {
    var machine: SessionMachine
    let events: LabChannel<DeliveredEvent>
  }

  struct State {
    var entries: [Entry] = []
    var appState = AppState.foreground
    var isInterrupted = false
    var permission: NearbyPermission
    var sharedToken: DiscoveryToken?
    var isLit = true
  }

  /// Its name in messages.
  public let name: String
  /// Its limits and choices.
  public let settings: PhoneSettings
  /// The lab that it lives in.
  public let lab: Lab
  let behaviour: PhoneBehaviour
  let radio: (any RangingRadio)?
  /// Its Bluetooth side; nil when it has none.
  public let bluetooth: BluetoothCentral?
  let neighbourhood: PhoneNeighbourhood?
  /// Where it was when; nil on a bench that does not know.
  let motion: (any DeviceMotion)?
  /// Something may be due earlier than before.
  let wake: LabChannel<Void>
  let checks: LabChannel<(Int, AccessoryPeerConfiguration, Int)>
  /// One element each time the system asks the user; answered by ``answer(isAllowed:)``.
  public let prompts: LabChannel<LabInstant>
  private let state: Mutex<State>

  /// A phone whose application is in use and has no session.
  public init(
    name: String, lab: Lab, settings: PhoneSettings = PhoneSettings(),
    behaviour: PhoneBehaviour = .reference, permission: NearbyPermission = .allowedWhileInUse,
    radio: (any RangingRadio)? = nil, bluetooth: BluetoothCentral? = nil,
    neighbourhood: PhoneNeighbourhood? = nil, motion: (any DeviceMotion)? = nil
  ) {
    self.name = name
    self.lab = lab
    self.settings = settings
    self.behaviour = behaviour
    self.radio = radio
    self.bluetooth = bluetooth
    self.neighbourhood = neighbourhood
    self.motion = motion
    wake = LabChannel(lab, label: "work of the phone \(name)")
    checks = LabChannel(lab, label: "an accessory to look at, of the phone \(name)")
    prompts = LabChannel(lab, label: "a question of the phone \(name)")
    var random = lab.random("phone/\(name)/shared token")
    state = Mutex(
      State(
        permission: permission,
        sharedToken: behaviour.has(.sharesOneToken) ? DiscoveryToken(random: &random) : nil))
    neighbourhood?.join(self)
  }

  /// Events that wait for an application that does not read; then further updates are lost.
  static let unreadUpdates = 10_000

  // MARK: Sessions

  /// A new session with a discovery token of its own.
  public func makeSession() -> PhoneSession {
    state.withLock { state in
      let number = state.entries.count
      let events = LabChannel<DeliveredEvent>(
        lab, label: "an event of session \(number) of \(name)")
      state.entries.append(
        Entry(
          machine: SessionMachine(
            random: lab.random("phone/\(name)/session/\(number)"), sharedToken: state.sharedToken),
          events: events))
      return PhoneSession(phone: self, number: number, events: events)
    }
  }

  /// A configuration for an accessory, from what it said about itself.
  ///
  /// - Throws: ``FrameworkError`` `invalidConfiguration`, with the bytes that are wrong.
  public func accessoryConfiguration(
    data: [UInt8], bluetoothPeerIdentifier: String? = nil
  ) throws(FrameworkError) -> AccessoryPeerConfiguration {
    let accepted: AccessoryConfigurationData
    switch acceptance.review(data) {
    case .accepted(let read, _): accepted = read
    case .rejected(let code, let violations):
      let code = behaviour.has(.wrongErrorCode) ? -5887 : code
      let hides = behaviour.has(.hidesOffset)
      throw FrameworkError(
        FrameworkError.Code(rawValue: code),
        "the accessory configuration data is refused"
          + (hides ? "" : ": " + violations.map(\.description).joined(separator: "; ")),
        violations: hides ? [] : violations)
    }
    if behaviour.has(.refusesNewerVersions), accepted.uwb.version > .v2_0 {
      throw FrameworkError(.invalidConfiguration, "version \(accepted.uwb.version) is not known")
    }
    return AccessoryPeerConfiguration(
      data: data, accessory: accepted,
      accessoryToken: DiscoveryToken(
        derivedFrom: behaviour.has(.sharesAccessoryToken) ? [] : data),
      bluetoothPeerIdentifier: bluetoothPeerIdentifier)
  }

  /// A configuration for another phone, from its token as the application received it.
  ///
  /// - Throws: ``FrameworkError`` `invalidConfiguration` for bytes that are no token.
  public func peerConfiguration(token: [UInt8]) throws(FrameworkError) -> PeerConfiguration {
    if behaviour.has(.acceptsAnyToken) {
      return PeerConfiguration(peerToken: DiscoveryToken(unchecked: token))
    }
    return PeerConfiguration(peerToken: try DiscoveryToken(received: token))
  }

  private var acceptance: AcceptancePolicy {
    var policy = settings.exchange.acceptance
    if behaviour.has(.acceptsAnyConfiguration) {
      for rule in AcceptancePolicy.Rule.allCases { policy[rule] = .ignore }
    }
    return policy
  }

  // MARK: The system and the user

  /// Brings the application to the front, to the background, or locks the phone.
  public func enter(_ appState: AppState) {
    guard
      withState({ state in
        defer { state.appState = appState }
        return state.appState != appState
      })
    else { return }
    handleAll(appState == .foreground ? .returned : .left)
  }

  /// The system takes the radio for itself, or gives it back.
  public func interrupt(_ isInterrupted: Bool) {
    withState { $0.isInterrupted = isInterrupted }
    handleAll(isInterrupted ? .left : .returned)
  }

  /// The user's answer, or a change of mind in the settings.
  public func answer(isAllowed: Bool) {
    withState { $0.permission = isAllowed ? .allowedWhileInUse : .refused }
    handleAll(.permission(isAllowed))
  }

  /// The abilities of the phone, as its framework tells them.
  public var capabilities: PhoneModel { settings.model }

  /// True when the phone knows how it moves, which camera assistance needs.
  public var knowsItsMotion: Bool { motion != nil }

  /// Turns the light on or off that the camera needs.
  public func light(_ isOn: Bool) { withState { $0.isLit = isOn } }

  // MARK: The machines

  func withState<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }

  func handleAll(_ input: SessionMachine.Input) {
    for number in 0..<withState({ $0.entries.count }) { handle(number, input) }
  }

  /// Gives one session one input and does what follows; the reason when a call is refused.
  @discardableResult
  func handle(_ number: Int, _ input: SessionMachine.Input) -> String? {
    let now = lab.now
    // Asked beforehand: the peer has a lock of its own.
    var peerModel: PhoneModel?
    if case .run(.peer(let peer)) = input { peerModel = neighbourhood?.model(of: peer.peerToken) }
    let (outputs, events) = withState {
      state -> ([SessionMachine.Output], LabChannel<DeliveredEvent>?) in
      guard state.entries.indices.contains(number) else { return ([], nil) }
      var world = surroundings(of: number, state)
      world.peerModel = peerModel
      let outputs = state.entries[number].machine.handle(
        input, world, now: LabInstant.zero.duration(to: now))
      return (outputs, state.entries[number].events)
    }
    var refusal: String?
    for output in outputs {
      switch output {
      case .deliver(let event):
        if case .updated = event, let events, events.count >= Self.unreadUpdates { continue }
        events?.send(DeliveredEvent(event: event, at: now))
      case .startRadio(let order): radio?.start(number, order)
      case .stopRadio: radio?.stop(number)
      // The user is asked once, however many sessions wait for the answer.
      case .askPermission: if !isAsking(besides: number) { prompts.send(now) }
      case .verify(let accessory, let check): checks.send((number, accessory, check))
      case .tellPeer(let own, let peer): neighbourhood?.ended(own, peer: peer)
      case .refuse(let reason): refusal = reason
      }
    }
    wake.send(())
    return refusal
  }

  private func isAsking(besides number: Int) -> Bool {
    withState { state in
      state.entries.indices.contains {
        $0 != number && state.entries[$0].machine.phase == .askingPermission
      }
    }
  }

  /// A peer's session has ended, and it ranged with the session of the token `own`.
  func peerEnded(_ peer: DiscoveryToken, own: DiscoveryToken) {
    let numbers = withState { state in
      state.entries.indices.filter { index in
        let machine = state.entries[index].machine
        return machine.token == own && machine.configuration?.peerToken == peer
      }
    }
    for number in numbers { handle(number, .peerEnded) }
  }

  func surroundings(of number: Int, _ state: State) -> SessionMachine.Surroundings {
    var others = state.entries
    others.remove(at: number)
    let active = others.filter { $0.machine.isActive(behaviour) }
    var world = SessionMachine.Surroundings(
      settings: settings, behaviour: behaviour, appState: state.appState,
      isInterrupted: state.isInterrupted, permission: state.permission,
      activeSessions: active.count,
      takenPeers: active.compactMap { $0.machine.configuration?.peerToken },
      hasRadio: radio != nil)
    world.extendedSessions =
      active.filter { $0.machine.configuration?.options.extendedDistance == true }.count
    world.isLit = state.isLit
    return world
  }
}
