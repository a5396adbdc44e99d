import LabRuntime
import NearbyAccessory
import UCIHost

/// One session of the framework as a pure value: calls, the system's doings, ranges and the time in;
/// delegate events and orders to the radio out.
struct SessionMachine: Sendable {
  enum Phase: String, Hashable, Sendable {
    case created, askingPermission, verifying, running, paused, suspended, invalidated
  }

  enum Input: Sendable {
    case run(SessionConfiguration)
    case pause
    case invalidate
    /// The application is not in use any more, or the system needs the radio.
    case left
    case returned
    case permission(Bool)
    case verified(FrameworkError?, check: Int)
    /// The object was heard, while the phone was in a pose, if that is known.
    case heard(NearbyEvent.Update, DevicePose?)
    case arSession(ARSessionSettings?)
    case radioFailed(String)
    case peerEnded
    case deadline
  }

  enum Output: Sendable {
    case deliver(SessionEvent)
    case startRadio(RadioOrder)
    case stopRadio
    case askPermission
    case verify(AccessoryPeerConfiguration, check: Int)
    case tellPeer(own: DiscoveryToken, peer: DiscoveryToken)
    case refuse(String)
  }

  /// The state of the phone around a session.
  struct Surroundings: Sendable {
    var settings: PhoneSettings
    var behaviour: PhoneBehaviour
    var appState: AppState
    /// The system has taken the radio for itself.
    var isInterrupted: Bool
    var permission: NearbyPermission
    var activeSessions: Int
    /// Another active session has this peer.
    var takenPeers: [DiscoveryToken]
    var hasRadio: Bool
    /// Other sessions that measure at an extended distance.
    var extendedSessions = 0
    /// The abilities of the peer; nil where they are unknown.
    var peerModel: PhoneModel?
    var isLit = true

    var canStart: Bool { appState == .foreground && !isInterrupted }
  }

  var phase = Phase.created
  var token: DiscoveryToken?
  var configuration: SessionConfiguration?
  var random: LabRandom
  /// The shareable data of the last run.
  var shareable: ShareableConfigurationData?
  /// The accessory's data was found over Bluetooth, byte for byte.
  var isBackgroundCapable = false
  var isRemoved = false
  var removals = 0
  /// When the object was heard last, or the session began to wait for it.
  var heardAt = Duration.zero
  var suspendedAt: Duration?
  var runs = 0
  /// Counts the looks at the accessory; what an older one came to is of no interest any more.
  var checks = 0
  var wasInBackground = false
  /// The AR session that the application has given; the framework makes one of its own otherwise.
  var arSession: ARSessionSettings?
  /// What camera assistance knows, while it is asked for.
  var assistance: CameraAssistance?
  var convergence = Convergence.unknown
  var outputs: [Output] = []

  init(random: LabRandom, sharedToken: DiscoveryToken?) {
    self.random = random
    token = sharedToken ?? DiscoveryToken(random: &self.random)
  }

  /// Whether it takes one of the phone's places.
  func isActive(_ behaviour: PhoneBehaviour) -> Bool {
    switch phase {
    case .running, .verifying, .askingPermission: true
    case .paused: behaviour.has(.countsPausedSessions)
    case .invalidated: behaviour.has(.keepsPlaces) && runs > 0
    case .created, .suspended: false
    }
  }

  /// When the input `deadline` is due.
  func nextDeadline(_ world: Surroundings) -> Duration? {
    switch phase {
    case .running:
      guard world.hasRadio || world.settings.removesWithoutRadio else { return nil }
      let limit = removalTimeout(world)
      if isRemoved {
        return world.behaviour.has(.removesTwice) && removals == 1 ? heardAt + limit * 2 : nil
      }
      return world.behaviour.has(.neverRemoves) ? nil : heardAt + limit
    case .suspended:
      return suspendedAt.flatMap { begun in
        world.behaviour.has(.suspendsForEver) ? nil : begun + suspensionLimit(world)
      }
    default: return nil
    }
  }

  func removalTimeout(_ world: Surroundings) -> Duration {
    world.behaviour.has(.removesEarly)
      ? world.settings.removalTimeout / 2 : world.settings.removalTimeout
  }

  func suspensionLimit(_ world: Surroundings) -> Duration {
    world.behaviour.has(.invalidatesEarly)
      ? world.settings.suspension / 2 : world.settings.suspension
  }
}
