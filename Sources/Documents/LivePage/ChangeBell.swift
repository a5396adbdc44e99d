import LabRuntime
import Synchronization

/// Wakes all that wait for a change.
final class ChangeBell: Sendable {
  private struct State {
    var rings = 0
    var gate: LabGate
  }

  private let lab: Lab
  private let state: Mutex<State>

  init(_ lab: Lab) {
    self.lab = lab
    state = Mutex(State(gate: LabGate(lab, label: "something new")))
  }

  /// Wakes all that wait, and those that come later and have not seen this change.
  func ring() {
    let gate = state.withLock { state in
      let gate = state.gate
      state.rings += 1
      state.gate = LabGate(lab, label: "something new")
      return gate
    }
    gate.open()
  }

  /// Waits for a ring after the `count`th; false where the time passes first.
  func wait(after rings: Int, for patience: Duration) async -> Bool {
    let gate = state.withLock { $0.rings > rings ? nil : $0.gate }
    guard let gate else { return true }
    do {
      try await gate.wait(until: lab.now.advanced(by: patience))
      return true
    } catch { return false }
  }
}
