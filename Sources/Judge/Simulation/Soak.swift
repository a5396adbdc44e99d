public import Journal
import Links
public import RigFile
public import Runner
import Synchronization

/// Many worlds, one a thread: cases, seeds and interleavings.
public struct Soak: Sendable {
  /// The rig, with its faults.
  public var file: RigFile
  /// The plan of each seed, in the order of the seed.
  public var plan: @Sendable (UInt64) -> Plan
  /// The first seed.
  public var first: UInt64 = 1
  /// How many seeds.
  public var seeds: Int = 100
  /// Instances in a world.
  public var size: Int = 8
  /// Worlds at a time: at least one, at most ``mostThreads``.
  public var threads: Int = 1 {
    didSet { threads = min(max(1, threads), Self.mostThreads) }
  }
  /// No world is begun after so long by the wall's clock.
  public var until: Duration?
  /// The fault that is planted on purpose.
  public var planted: Planted?

  /// A soak of a rig.
  public init(_ file: RigFile, plan: @escaping @Sendable (UInt64) -> Plan) {
    self.file = file
    self.plan = plan
  }

  /// Where a world stands in a soak.
  public struct Place: Hashable, Sendable, Comparable {
    /// Its seed.
    public var seed: UInt64
    /// Which part of the seed's instances, from 1.
    public var part: Int
    /// How many parts.
    public var parts: Int

    /// By seed, then by part.
    public static func < (left: Place, right: Place) -> Bool {
      (left.seed, left.part) < (right.seed, right.part)
    }
  }

  /// Something that should not have happened.
  public struct Failure: Hashable, Sendable {
    /// In which world.
    public var place: Place
    /// The instance; nil for a world as a whole.
    public var instance: String?
    /// The verdict; nil for a broken invariant.
    public var verdict: Verdict?
    /// The invariant that did not hold; nil for a verdict.
    public var invariant: Violation.Invariant?
    /// Why.
    public var reason: String

    /// Whether another failure is the same, apart from numbers and the world that it happened in. An
    /// invariant may be broken by one instance or another.
    public func isLike(_ other: Failure) -> Bool {
      (instance, verdict, invariant) == (other.instance, other.verdict, other.invariant)
        && shape == other.shape
    }

    private var shape: String {
      guard invariant != nil else { return Self.shape(reason) }
      return Self.shape(reason.split(separator: " ").filter { !$0.contains("@") }.joined())
    }

    private static func shape(_ text: String) -> String {
      // Numbers first: one with another count of digits must not shift what is compared.
      String(text.filter { !$0.isHexDigit && $0 != " " }.prefix(40))
    }
  }

  /// The findings of a soak.
  public struct Summary: Sendable {
    /// Worlds that were lived through.
    public var worlds = 0
    /// Instances by verdict, over all worlds.
    public var counts = VerdictCounts()
    /// Seeds that were begun.
    public var seeds = 0
    /// Virtual time of all worlds.
    public var lasted = Duration.zero
    /// Wall time of the soak.
    public var took = Duration.zero
    /// The failures, by seed; the first of them where there are many.
    public var failures: [Failure] = []
    /// Failures, counted.
    public var failureCount = 0
    /// Jobs that came into worlds from outside; more than none is a failure of each such world.
    public var foreignEnqueues = 0
    /// A world that did not return; it ends the soak.
    public var hung: Place?
    /// Worlds were left that were not begun: it was stopped, or its time was up.
    public var isPartial = false
  }

  /// More worlds or trials at a time are never begun, whatever is asked for: threads without number
  /// take those of every other program on the computer.
  public static let mostThreads = 256
  /// Failures that are kept.
  public static let mostFailures = 1000
  /// A world that takes longer by the wall's clock hangs.
  public static let patience = Duration.seconds(120)

  /// The failures of a world.
  public func failures(of ending: World.Ending, at place: Place) -> [Failure] {
    let broken = ending.violations.map { violation in
      Failure(
        place: place, instance: nil, verdict: nil, invariant: violation.invariant,
        reason: violation.detail)
    }
    return broken + (file.faults.isTolerated ? verdicts(of: ending, at: place) : [])
  }

  /// The bad verdicts of a world, whether its faults let them count or not.
  public func verdicts(of ending: World.Ending, at place: Place) -> [Failure] {
    ending.finished.filter { ended in
      ended.verdict.isBad && ended.waived == nil
    }.map { ended in
      Failure(
        place: place, instance: ended.instance, verdict: ended.verdict, invariant: nil,
        reason: ended.reason)
    }
  }

  /// The world of a place.
  public func world(_ place: Place) -> World { world(place, of: runnable(plan(place.seed))) }

  /// The places of a seed.
  public func places(of seed: UInt64) -> [Place] { places(of: runnable(plan(seed)), seed) }

  /// The worlds of a seed, each with its place: the seed is planned once.
  func worlds(of seed: UInt64) -> [(place: Place, world: World)] {
    let all = runnable(plan(seed))
    return places(of: all, seed).map { ($0, world($0, of: all)) }
  }

  private func places(of all: Plan, _ seed: UInt64) -> [Place] {
    let count = all.instances.count
    let parts = max(1, (count + size - 1) / max(1, size))
    return count == 0 ? [] : (1...parts).map { Place(seed: seed, part: $0, parts: parts) }
  }

  private func world(_ place: Place, of all: Plan) -> World {
    let part = Partition(.slice, part: place.part, of: place.parts)
    return World(
      file: file, plan: part.map { all.part($0) } ?? all, seed: place.seed, planted: planted)
  }

  /// The instances that can run on the rig.
  private func runnable(_ plan: Plan) -> Plan {
    var skipped: Set<String> = []
    for instance in plan.instances {
      // What a receiver drops with a packet that it cannot read is what it has read with it: such a
      // case means something only where its bytes are read together.
      let isMeaningless = file.faults.takesApart && instance.case.tags.contains("one-read")
      if instance.skip != nil || isMeaningless { skipped.insert(instance.name) }
    }
    return plan.only { !skipped.contains($0) }
  }
}
