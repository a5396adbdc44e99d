extension FaultPlan {
  /// Whether a healthy board under all of them must still pass: the protocols say how to cope with each,
  /// and there is so little of it that the limits of a rig leave room.
  public var isTolerated: Bool {
    faults.allSatisfy(\.isTolerated) && longerExchange <= Self.mostLongerExchange
  }

  /// By how much a command and its answer take longer.
  var longerExchange: Duration {
    // Both ways but for the board itself.
    let ways: [(Fault.Kind, Int)] = [
      (.delay, 2), (.jitter, 2), (.coalescing, 2), (.backPressure, 2), (.slowBoard, 1),
    ]
    return ways.reduce(Duration.zero) { sum, way in sum + (self[way.0]?.time ?? .zero) * way.1 }
  }

  /// With more, what is done a hundred times takes longer than a case may.
  static let mostLongerExchange = Duration.milliseconds(60)
}

extension Fault {
  /// Whether a healthy board under it must still pass: the protocol says how to cope with it, and
  /// there is no more of it than the limits of a rig leave room for.
  public var isTolerated: Bool {
    guard kind.isTolerated else { return false }
    return switch kind.mostTolerated {
    case .time(let most): time <= most
    case .number(let most): number <= most
    case nil: true
    }
  }
}

extension Fault.Kind {
  /// Of what must be tolerated, the most; nil where the amount does not matter.
  fileprivate var mostTolerated: Fault.Amount? {
    switch self {
    // Half of what the intervals of rounds may differ by.
    case .coalescing: .time(.milliseconds(10))
    case .jitter: .time(.milliseconds(20))
    case .delay: .time(.milliseconds(25))
    case .backPressure: .time(.milliseconds(10))
    case .slowBoard: .time(.milliseconds(50))
    // What a rig lets a clock drift, in parts per million.
    case .clockDrift: .number(200)
    // Of a hundred rounds, ninety are heard.
    case .radioLoss: .number(0.1)
    default: nil
    }
  }
}
