import LabRuntime
import NearbyAccessory
import NearbySession
import RangingOOB
import Runner
import Synchronization

/// One accessory of a scenario, with what its phone knows of it and hears from it.
final class ScenarioAccessory: Sendable {
  struct State {
    var configuration: AccessoryConfigurationData?
    /// The answer to an Android phone's request.
    var capabilities: OOBMessage?
    var state = AccessoryState.idle
    /// Configuration data was asked for and not read.
    var awaitsConfiguration = false
    /// The last configuration or stop of an Android phone was answered.
    var isAnswered = false
    /// The phone that talks to it, by its place.
    var phone = 0
  }

  let index: Int
  let name: String
  let board: any CaseBoard
  let observation: Observation
  private let state = Mutex(State())

  init(_ index: Int, name: String, board: any CaseBoard, zones: [Zone], lab: Lab) {
    self.index = index
    self.name = name
    self.board = board
    observation = Observation(of: name, zones: zones, lab: lab)
  }

  func withState<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }
}
