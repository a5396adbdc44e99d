public import Links
import Notation
import RigFile
public import Runner

/// Makes a world that fails smaller, as long as it fails the same way: fewer instances, faults, boards
/// and, where a scenario fails, steps and values of its parameters.
///
/// Where one fault breaks a world in several ways, it holds to one of them. The others may come along
/// or stay away; what the world did not show at the start must not come in.
///
/// A scenario from which too much is taken fails by itself: who asks nothing is not answered. So a
/// scenario that healthy boards pass on a good line stays one that they pass.
public struct Shrinker: Sendable {
  /// A world as files and arguments.
  public struct Candidate: Equatable, Sendable {
    /// The text of the rig file.
    public var rig: String
    /// The names of the instances.
    public var instances: [String]
    /// The text of the scenario that the failing case is; nil for a built-in case.
    public var scenario: String?
    /// The faults.
    public var faults: FaultPlan
  }

  /// Worlds that are tried at most.
  public var patience = 300

  private let failure: Soak.Failure
  private let seed: UInt64
  private let cases: @Sendable (_ scenario: String?) -> [Case]?
  private let planted: Planted?

  /// A shrinker of one failure.
  ///
  /// - Parameter cases: the cases, with the scenario of a text in place of the one that fails; nil when
  ///   the text is none.
  public init(
    _ failure: Soak.Failure, planted: Planted? = nil,
    cases: @escaping @Sendable (_ scenario: String?) -> [Case]?
  ) {
    self.failure = failure
    seed = failure.place.seed
    self.cases = cases
    self.planted = planted
  }

  /// The smallest world that was found, and how many were tried.
  public func shrink(_ start: Candidate) -> (smallest: Candidate, worlds: Int) {
    var best = start
    var worlds = 1
    let known = failures(of: start) ?? []
    let isPassable = failsUndisturbed(start) == false
    func keeps(_ candidate: Candidate) -> Bool {
      guard worlds < patience else { return false }
      worlds += 1
      guard fails(candidate, besides: known) else { return false }
      if isPassable, candidate.scenario != best.scenario {
        worlds += 1
        if failsUndisturbed(candidate) == true { return false }
      }
      best = candidate
      return true
    }
    if let instance = failure.instance {
      var alone = best
      alone.instances = [instance]
      _ = keeps(alone)
    }
    var isSmaller = true
    while isSmaller, worlds < patience {
      isSmaller = false
      for candidate in smaller(best) where keeps(candidate) {
        isSmaller = true
        break
      }
    }
    return (best, worlds)
  }

  /// The failure as a world shows it; nil for one that does not fail the same way.
  public func failure(in candidate: Candidate) -> Soak.Failure? {
    failures(of: candidate)?.first { $0.isLike(failure) }
  }

  /// Every world that is one step smaller.
  private func smaller(_ candidate: Candidate) -> [Candidate] {
    var result: [Candidate] = []
    func propose(_ change: (inout Candidate) -> Void) {
      var next = candidate
      change(&next)
      result.append(next)
    }
    if candidate.instances.count > 1 {
      // Halves first: most instances have nothing to do with it.
      let half = candidate.instances.count / 2
      propose { $0.instances.removeSubrange(half...) }
      propose { $0.instances.removeFirst(half) }
      for index in candidate.instances.indices { propose { $0.instances.remove(at: index) } }
    }
    if candidate.faults.faults.count > 1 {
      // Of the faults that strike once a world draws one: which it was, shows alone.
      for fault in candidate.faults.faults { propose { $0.faults.faults = [fault] } }
    }
    for index in candidate.faults.faults.indices { propose { $0.faults.faults.remove(at: index) } }
    if let document = EditableYAML(candidate.rig), document.count(of: "boards") > 1 {
      for index in 0..<document.count(of: "boards") {
        propose { $0.rig = document.removing(index, from: "boards").text }
      }
    }
    if let text = candidate.scenario, let document = EditableYAML(text) {
      // Steps within steps too, and values of parameters that the failing instance does not have.
      for list in document.lists(under: "steps") + document.lists(under: "parameters") {
        for index in 0..<document.count(of: list) {
          propose { $0.scenario = document.removing(index, from: list).text }
        }
      }
    }
    return result
  }

  /// Whether a world fails the same way.
  ///
  /// - Parameter known: what went wrong in the world at the start.
  private func fails(_ candidate: Candidate, besides known: [Soak.Failure]) -> Bool {
    guard let found = failures(of: candidate), found.contains(where: { $0.isLike(failure) }) else {
      return false
    }
    // Of a case that fails the verdict alone is looked at.
    guard failure.invariant != nil, candidate.faults.isTolerated else { return true }
    return found.allSatisfy { one in one.isLike(failure) || known.contains { $0.isLike(one) } }
  }

  /// Whether a scenario fails the same way on healthy boards where nothing else goes wrong; nil where
  /// there is no scenario, or none without its faults.
  private func failsUndisturbed(_ candidate: Candidate) -> Bool? {
    guard failure.verdict != nil, let text = candidate.scenario else { return nil }
    var twin = candidate
    twin.scenario = text.replacing(/\bfault:[^,}\n]*/, with: "fault: clean")
    twin.rig = candidate.rig.replacing(/,?\s*\bmisbehaviour:[^,}\n]*/, with: "")
    twin.faults = .clean
    return failures(of: twin)?.contains { $0.isLike(failure) }
  }

  /// The failures of a world; nil for a candidate that is no world.
  private func failures(of candidate: Candidate) -> [Soak.Failure]? {
    guard let cases = cases(candidate.scenario),
      var file = try? RigFile.parse(candidate.rig, file: "minimal.yaml", directory: "")
    else { return nil }
    file.faults = candidate.faults
    let wanted = Set(candidate.instances)
    let plan = Plan(cases: cases, file: file, filter: nil, seed: seed)
      .only { wanted.contains($0) }
    let runnable = plan.instances.filter { $0.skip == nil }
    guard runnable.count == candidate.instances.count else { return nil }
    let ending = World(file: file, plan: plan, seed: seed, planted: planted).run()
    // Whether the faults are tolerated must not change what counts as a failure.
    var soak = Soak(file) { _ in plan }
    if failure.verdict != nil { soak.file.faults = .clean }
    return soak.failures(of: ending, at: failure.place)
  }
}

extension Shrinker.Candidate {
  /// The world as a soak found it.
  ///
  /// - Parameters:
  ///   - rig: the text of the rig file, whose faults may be others than those of the soak.
  ///   - scenario: the text of the scenario that the failing case is.
  public init(rig: String, world: World, scenario: String?) {
    self.rig = rig
    instances = world.plan.instances.map(\.name)
    self.scenario = scenario
    faults = world.file.faults
  }

  /// The rig file, with its faults.
  public var rigFile: String {
    EditableYAML(rig)?.setting("faults", to: faults.description).text ?? rig
  }
}
