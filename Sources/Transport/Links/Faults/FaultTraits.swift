/// The facts about a kind of fault.
struct FaultTraits {
  /// How much of it a healthy board must bear.
  enum Tolerance: Equatable {
    case none, any
    case upTo(Fault.Amount)
  }

  enum Scope {
    /// A link, again and again.
    case link
    /// A board, once in a world.
    case once
    /// The room and not a link.
    case room
  }

  /// The amount where none is given.
  let usual: Fault.Amount
  var allowed: ClosedRange<Double> = 1...1
  var scope = Scope.link
  var tolerance = Tolerance.none
}

extension Fault.Kind {
  var traits: FaultTraits {
    switch self {
    case .fragmentation, .split: .init(usual: .number(1), allowed: 1...65536, tolerance: .any)
    // Half of what the intervals of rounds may differ by.
    case .coalescing: Self.slower(.milliseconds(5), upTo: .milliseconds(10))
    case .delay: Self.slower(.milliseconds(5), upTo: .milliseconds(25))
    case .jitter: Self.slower(.milliseconds(5), upTo: .milliseconds(20))
    case .backPressure: Self.slower(.milliseconds(2), upTo: .milliseconds(10))
    case .slowBoard: Self.slower(.milliseconds(20), upTo: .milliseconds(50))
    // The drift that a rig allows, in parts per million.
    case .clockDrift:
      .init(usual: .number(20), allowed: 0...100_000, tolerance: .upTo(.number(200)))
    // Of a hundred rounds, ninety are heard.
    case .radioLoss:
      .init(
        usual: .number(0.01), allowed: 0...1, scope: .room, tolerance: .upTo(.number(0.1)))
    case .obstacles: .init(usual: .number(1), scope: .room, tolerance: .any)
    case .secondPhone: .init(usual: .number(1), tolerance: .any)
    case .multipath: .init(usual: .number(0.4), allowed: 0...100, scope: .room)
    case .loss, .corruption, .insertion: .init(usual: .number(0.002), allowed: 0...1)
    case .duplication, .reordering: .init(usual: .number(0.02), allowed: 0...1)
    case .baudMismatch, .halfOpen: .init(usual: .number(1), scope: .once)
    case .stall, .stuck: .init(usual: .time(.seconds(3)), scope: .once)
    case .close, .reopenRenamed: .init(usual: .time(.milliseconds(200)), scope: .once)
    case .resetSilent, .resetBanner: .init(usual: .time(.milliseconds(50)), scope: .once)
    case .brownOut: .init(usual: .time(.milliseconds(300)), scope: .once)
    }
  }

  private static func slower(_ usual: Duration, upTo most: Duration) -> FaultTraits {
    FaultTraits(usual: .time(usual), tolerance: .upTo(.time(most)))
  }
}
