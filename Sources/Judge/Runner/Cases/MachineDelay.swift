import Journal
import LabRuntime

/// How long the machine has kept the rig from its work since a case began: by so much the times that
/// the rig takes may be wrong.
struct MachineDelay {
  /// The unit that a time is measured in.
  static let unit = "ms"

  private let lab: Lab
  private let hasProcesses: Bool
  private let atStart: (processor: Duration?, machine: Duration?)

  /// Begins to count; in virtual time there is nothing to count.
  ///
  /// - Parameter hasProcesses: whether another process of this machine plays a board of the case;
  ///   then what may have kept that from its work counts too.
  init(_ lab: Lab, hasProcesses: Bool = false) {
    self.lab = lab
    self.hasProcesses = hasProcesses
    atStart = (lab.processorWait, hasProcesses ? lab.machineWait : nil)
  }

  /// Milliseconds so far; zero where the system does not say.
  private var milliseconds: Double {
    Self.milliseconds(from: atStart.processor, to: lab.processorWait)
      + (hasProcesses ? Self.milliseconds(from: atStart.machine, to: lab.machineWait) : 0)
  }

  private static func milliseconds(from start: Duration?, to now: Duration?) -> Double {
    guard let start, let now else { return 0 }
    return max(0, Double((now - start).nanoseconds) / 1_000_000)
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
    let whom = hasProcesses ? "the rig, or the process that plays the board," : "the rig"
    return "this machine kept \(whom) waiting for a processor for \(shown) ms in this case, "
      + "so the board may be well within it"
  }
}
