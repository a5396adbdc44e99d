public import LabRuntime
import Synchronization

/// Why a run ends before its plan is through.
public enum StopReason: Hashable, Sendable {
  /// A signal.
  case signal(LabSignal)
  /// The run's own time limit.
  case runTimeout
  /// As many failures as `--max-fail` allows.
  case maximumFailures

  /// The words of a verdict.
  var words: String {
    switch self {
    case .signal(.interrupt): "interrupted (SIGINT)"
    case .signal: "terminated (SIGTERM)"
    case .runTimeout: "run timeout"
    case .maximumFailures: "the run stops after so many failures (--max-fail)"
    }
  }
}

/// The switch that ends a run: opened once, from a task of the lab or through its inbox.
public final class StopSwitch: Sendable {
  private let gate: LabGate
  private let state = Mutex<StopReason?>(nil)

  /// A switch of a lab.
  public init(_ lab: Lab) { gate = LabGate(lab, label: "the end of the run") }

  /// Why the run ends; nil while it goes on.
  public var reason: StopReason? { state.withLock { $0 } }

  /// Ends the run; the first reason stays.
  public func stop(_ reason: StopReason) {
    state.withLock { $0 = $0 ?? reason }
    gate.open()
  }

  /// Waits for the end; nil when the task was cancelled first.
  func wait() async -> StopReason? {
    try? await gate.wait()
    return reason
  }
}
