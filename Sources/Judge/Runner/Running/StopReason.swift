public import LabRuntime
import Synchronization

/// Why a run ends before its plan is through.
public enum StopReason: Hashable, Sendable {
  /// A signal.
  case signal(LabSignal)
  /// The run's own time limit.
  case runTimeout
  /// The time limit of the suite; the run goes on with the others.
  case suiteTimeout
  /// As many failures as `--max-fail` allows.
  case maximumFailures

  /// The reason of a verdict.
  var description: String {
    switch self {
    case .signal(.interrupt): "interrupted (SIGINT)"
    case .signal: "terminated (SIGTERM)"
    case .runTimeout: "run timeout"
    case .suiteTimeout: "suite timeout"
    case .maximumFailures: "the run stops after this many failures (--max-fail)"
    }
  }

  /// The beginning of a SKIP whose board is out of the run.
  static let boardLost = "board lost: "

  private static let all: [StopReason] = [
    .signal(.interrupt), .signal(.terminate), .runTimeout, .suiteTimeout, .maximumFailures,
  ]

  /// Whether an instance with a SKIP for this reason would have run, had the run and its boards
  /// lasted.
  public static func explains(skip reason: String) -> Bool {
    reason.hasPrefix(boardLost) || all.contains { $0.description == reason }
  }

  /// Whether a time limit of the run or of the suite is the reason of a SKIP or an INCONCLUSIVE.
  static func isTimeLimit(_ reason: String) -> Bool {
    [StopReason.runTimeout, .suiteTimeout].contains { reason.hasPrefix($0.description) }
  }

  /// Whether an INCONCLUSIVE for this reason tells of the end of the run and not of the device.
  public static func explains(inconclusive reason: String) -> Bool {
    all.contains { reason.hasPrefix($0.description) }
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
    try? await Lab.inBackground { try await gate.wait() }
    return reason
  }
}
