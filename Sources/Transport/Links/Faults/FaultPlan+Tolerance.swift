extension FaultPlan {
  /// Whether a healthy board under all of them must still pass: the protocols say how to cope with each,
  /// and there is so little of it that the limits of a rig leave room.
  public var isTolerated: Bool {
    faults.isEmpty
      || faults.allSatisfy(\.isTolerated) && longerExchange <= Self.mostLongerExchange
  }

  /// By how much a command and its answer take longer.
  var longerExchange: Duration {
    // Both ways but for the board itself.
    let passes: [(Fault.Kind, Int)] = [
      (.delay, 2), (.jitter, 2), (.coalescing, 2), (.backPressure, 2), (.slowBoard, 1),
    ]
    return passes.reduce(Duration.zero) { $0 + (self[$1.0]?.time ?? .zero) * $1.1 }
  }

  /// With more, what is done a hundred times takes longer than a case may.
  static let mostLongerExchange = Duration.milliseconds(60)
}

extension Fault {
  /// Whether a healthy board under it must still pass: the protocol says how to cope with it, and
  /// there is no more of it than the limits of a rig leave room for.
  public var isTolerated: Bool {
    switch kind.traits.tolerance {
    case .none: false
    case .any: true
    case .upTo(.time(let most)): time <= most
    case .upTo(.number(let most)): number <= most
    }
  }
}
