import LabRuntime
import NearbySession
import Runner
import Synchronization

/// The session of one phone with another, made anew when the one before is invalidated.
final class ScenarioSession: Sendable {
  private struct State {
    var session: PhoneSession?
    var isRunning = false
    var isSuspended = false
  }

  let phone: ScenarioPhone
  let peer: ScenarioPhone
  /// `anna with ben`.
  let name: String
  let observation: Observation
  /// The events of its application, apart from updates.
  let events: LabChannel<SessionEvent>
  /// The camera's convergence on the other phone, each time that it changes.
  let convergence: LabChannel<Convergence>
  private let state = Mutex(State())

  init(_ phone: ScenarioPhone, with peer: ScenarioPhone, zones: [Zone], lab: Lab) {
    self.phone = phone
    self.peer = peer
    name = "\(phone.name) with \(peer.name)"
    observation = Observation(of: name, zones: zones, lab: lab)
    events = LabChannel(lab, label: "an event of \(name)")
    convergence = LabChannel(lab, label: "the convergence of \(name)")
  }

  /// The session as it is; nil before the first.
  var session: PhoneSession? { state.withLock { $0.session } }

  /// True from its start until it is suspended, paused or over.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// True from its suspension until it runs again or is over.
  var isSuspended: Bool { state.withLock { $0.isSuspended } }

  /// Ceases to range for a while, or for good.
  func end(_ end: (PhoneSession) -> Void) {
    guard let session else { return }
    end(session)
    note(isRunning: false)
  }

  private func note(isRunning: Bool, isSuspended: Bool = false) {
    state.withLock { state in
      state.isRunning = isRunning
      state.isSuspended = isSuspended
    }
  }

  /// A session that can run, and whether it needs a listener from now on.
  func usable() -> (session: PhoneSession, isNew: Bool) {
    if let session, !session.isInvalidated { return (session, false) }
    let session = phone.model.makeSession()
    state.withLock { $0 = State(session: session) }
    return (session, true)
  }

  /// Takes what the application of a session is told, until the scenario ends.
  func listen(to session: PhoneSession, _ context: CaseContext) async {
    let block = Duration.milliseconds(Int(phone.model.settings.exchange.blockInterval))
    while let delivered = try? await session.events.receive() {
      if case .updated(let update, _) = delivered.event {
        observation.note(update)
        continue
      }
      context.noteFromPhone("\(name): \(delivered.event.name)")
      switch delivered.event {
      case .startedRunning:
        note(isRunning: true)
        observation.begin(block, at: delivered.at)
        while convergence.tryReceive() != nil {}
      case .removed: observation.remove()
      case .suspended: note(isRunning: false, isSuspended: true)
      case .invalidated: note(isRunning: false)
      default: break
      }
      if case .convergenceChanged(let known, _) = delivered.event {
        convergence.send(known)
      } else {
        events.send(delivered.event)
      }
    }
  }
}
