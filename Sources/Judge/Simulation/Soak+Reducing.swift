import FoundationEssentials
public import Runner
public import Scenarios

extension Soak {
  /// A failure that was made smaller.
  public struct Reduction: Sendable {
    /// The failure of the smallest world.
    public var failure: Failure
    /// The smallest world that still fails.
    public var smallest: Shrinker.Candidate
    /// Worlds that were tried.
    public var worlds: Int
    /// The scenario, where what fails is one.
    public var story: Scenario?
  }

  /// Failures of different kinds that are made smaller.
  public static let mostReduced = 3

  /// Makes failures smaller, one of each kind and what they come down to once.
  ///
  /// - Parameters:
  ///   - rig: the text of the rig file.
  ///   - cases: all cases, with the scenarios that were named.
  public func reductions(
    of failures: [Failure], rig: String, cases: [Case]
  ) throws -> [Reduction] {
    var known: [Shrinker.Candidate] = []
    return try Self.kinds(of: failures).compactMap { failure in
      let world = self.world(failure.place)
      let scenario = Self.scenario(of: failure, in: world, cases)
      let shrinker = Shrinker(failure, planted: planted) { text in
        guard let text, let scenario else { return cases }
        guard let changed = try? Scenario.parse(text, file: scenario.file) else { return nil }
        return cases.map { $0.id == changed.name ? changed.asCase : $0 }
      }
      let (smallest, worlds) = shrinker.shrink(
        Shrinker.Candidate(rig: rig, world: world, scenario: scenario?.text))
      // One fault may break a world in several ways.
      guard !known.contains(smallest) else { return nil }
      known.append(smallest)
      // What fails may be a scenario, or have nothing to do with the one that ran beside it.
      let story = try smallest.scenario.map { try Scenario.parse($0, file: "minimal.yaml") }
      return Reduction(
        failure: shrinker.failure(in: smallest) ?? failure, smallest: smallest, worlds: worlds,
        story: smallest.instances.contains { Self.id(of: $0) == story?.name } ? story : nil)
    }
  }

  /// Failures that tell different things: of each case one first, then others.
  private static func kinds(of failures: [Failure]) -> [Failure] {
    var kinds: [Failure] = []
    func take(unless isKnown: (Failure, Failure) -> Bool) {
      for failure in failures where kinds.count < mostReduced {
        if !kinds.contains(where: { isKnown($0, failure) }) { kinds.append(failure) }
      }
    }
    func id(_ failure: Failure) -> String? { failure.instance.map { Self.id(of: $0) } }
    take { (id($0), $0.verdict, $0.invariant) == (id($1), $1.verdict, $1.invariant) }
    // A failure that an earlier world brought about the same way tells nothing new.
    take { $0.isLike($1) }
    return kinds
  }

  /// The scenario that a failing case is, with its text; of a world that fails as a whole, the first
  /// that ran in it.
  private static func scenario(
    of failure: Failure, in world: World, _ cases: [Case]
  ) -> (file: String, text: String)? {
    let instances = failure.instance.map { [$0] } ?? world.plan.instances.map(\.name)
    for instance in instances {
      let id = id(of: instance)
      guard let file = cases.first(where: { $0.id == id })?.origin else { continue }
      let text = (try? String(contentsOfFile: file, encoding: .utf8))
      guard let text = text ?? ShippedScenarios.text(named: file) else { continue }
      return (file, text)
    }
    return nil
  }

  /// The case of an instance.
  public static func id(of instance: String) -> String {
    String(instance.prefix { $0 != "@" && $0 != "[" })
  }
}
