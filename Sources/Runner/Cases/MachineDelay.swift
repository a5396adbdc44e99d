import Journal
import LabRuntime

/// How long the machine has kept the rig from its work since a case began: by so much the times that
/// the rig takes may be wrong.
struct MachineDelay {
  /// The unit that a time is measured in.
  static let unit = "ms"

  private let lab: Lab
  private let atStart: Duration?

  /// Begins to count; in virtual time there is nothing to count.
  init(_ lab: Lab) {
    self.lab = lab
    atStart = lab.processorWait
  }

  /// Milliseconds so far; zero where the system does not say.
  private var milliseconds: Double {
    guard let atStart, let now = lab.processorWait else { return 0 }
    return max(0, Double((now - atStart).nanoseconds) / 1_000_000)
  }

  /// What to say of a value beyond its limits that may be so by this delay alone; nil for one that
  /// is the board's.
  ///
  /// - Parameter lateTimes: how many times have to be late, each by as much as the value is to be
  ///   moved.
  func excuse(_ value: Double, _ limits: Event.Limits, lateTimes: Int) -> String? {
    let delay = milliseconds
    let beyond = max((limits.min ?? value) - value, value - (limits.max ?? value))
    // Not for what is no number.
    guard beyond <= delay / Double(max(1, lateTimes)) else { return nil }
    let shown = (delay * 1000).rounded() / 1000
    return "this machine kept the rig waiting for a processor for \(shown) ms in this case, "
      + "so the board may be well within it"
  }
}
