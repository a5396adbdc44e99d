import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Rig
import Runner
import Synchronization

/// One accessory of a scenario, with what the phone knows of it and hears from it.
final class StagedAccessory: Sendable {
  struct State {
    var configuration: AccessoryConfigurationData?
    var state = AccessoryState.idle
    /// Configuration data was asked for and not read.
    var awaitsConfiguration = false
    var block = Duration.milliseconds(180)
    /// When the radio heard it last, or was turned on.
    var heardAt: LabInstant?
    var isRemoved = false
    /// The last distances, at most as many as a zone looks at.
    var recent: [Double] = []
    var inside: [Zone: Bool] = [:]
    var failure: String?
  }

  let index: Int
  /// What steps call it.
  let name: String
  let board: AccessoryBoard
  let zones: [Zone]
  /// Rounds in which it was heard.
  let updates: LabChannel<NearbyEvent.Update>
  private let state = Mutex(State())

  init(_ index: Int, name: String, board: AccessoryBoard, zones: [Zone], lab: Lab) {
    self.index = index
    self.name = name
    self.board = board
    self.zones = zones
    updates = LabChannel(lab, label: "an update of \(name)")
  }

  func withState<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }

  /// Rounds that nobody asked for; older ones are forgotten.
  private static let mostUpdates = 1000

  func note(_ report: RadioReport) {
    switch report {
    case .failed(_, let reason):
      withState { $0.failure = reason }
      updates.close()
    case .heard(_, let update):
      withState { state in
        // Removed is for good, until it runs again.
        state.heardAt = update.at
        state.recent.append(update.distanceMetres)
        if state.recent.count > Zone.window { state.recent.removeFirst() }
        let sorted = state.recent.sorted()
        let median = sorted[sorted.count / 2]
        for zone in zones {
          state.inside[zone] = zone.isInside(median, before: state.inside[zone] ?? false)
        }
      }
      if updates.count >= Self.mostUpdates { _ = updates.tryReceive() }
      updates.send(update)
    }
  }

  /// The radio is turned on for it: what was heard before does not count.
  func beginRanging(_ block: Duration, at now: LabInstant) {
    while updates.tryReceive() != nil {}
    withState { state in
      state.block = block
      state.heardAt = now
      state.isRemoved = false
      state.recent = []
      state.inside = [:]
    }
  }
}
