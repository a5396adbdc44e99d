import LabRuntime
import NearbySession
import Synchronization

/// The rounds of a phone with one other side, an accessory or another phone.
final class Observation: Sendable {
  struct State {
    var block = Duration.milliseconds(180)
    /// When the other side was heard last, or the radio was turned on.
    var heardAt: LabInstant?
    var isRemoved = false
    /// The last distances, for the report.
    var recent: [Double] = []
    var sights: [Sight] = []
    var zones: ZoneTracker
    /// How often each zone was entered or left.
    var changes: [String: Int] = [:]
    var failure: String?
  }

  /// The direction of the other side in a round.
  enum Sight: Hashable {
    /// The radio measures no angle.
    case unmeasured
    /// Outside of the phone's cone of view.
    case outOfView
    case inView

    init(_ update: NearbyEvent.Update, on model: PhoneModel) {
      guard update.azimuth != nil else {
        self = .unmeasured
        return
      }
      self = NearbyObject(update, on: model).direction == nil ? .outOfView : .inView
    }
  }

  /// Distances after which a filter has forgotten where it was before, nearly.
  static let settling = 8

  /// Rounds in which the other side was heard.
  let updates: LabChannel<NearbyEvent.Update>
  private let zones: [Zone]
  private let state: Mutex<State>

  init(of name: String, zones: [Zone], lab: Lab) {
    self.zones = zones
    updates = LabChannel(lab, label: "an update of \(name)")
    state = Mutex(State(zones: ZoneTracker(zones)))
  }

  func withState<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }

  /// The most rounds that are kept; older ones are forgotten.
  private static let mostUpdates = 1000

  /// The radio is turned on: what was heard before does not count.
  func begin(_ block: Duration, at now: LabInstant) {
    while updates.tryReceive() != nil {}
    withState { state in
      state = State(
        block: block, heardAt: now, zones: ZoneTracker(zones), failure: state.failure)
    }
  }

  func note(_ update: NearbyEvent.Update) {
    withState { state in
      state.heardAt = update.at
      state.recent.append(update.distanceMetres)
      state.sights.append(Sight(update, on: .first))
      if state.recent.count > Self.settling {
        state.recent.removeFirst()
        state.sights.removeFirst()
      }
      state.count(state.zones.update(update.distanceMetres))
    }
    if updates.count >= Self.mostUpdates { _ = updates.tryReceive() }
    updates.send(update)
  }

  /// Removed is for good, until it runs again.
  func remove() {
    withState { state in
      state.isRemoved = true
      state.count(state.zones.remove())
    }
  }

  func fail(_ reason: String) {
    withState { $0.failure = reason }
    updates.close()
  }
}

extension Observation.State {
  fileprivate mutating func count(_ events: [ZoneTracker.Event]) {
    for event in events {
      switch event {
      case .entered(let name), .left(let name): changes[name, default: 0] += 1
      }
    }
  }
}
