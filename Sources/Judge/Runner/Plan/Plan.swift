import BootProtocols
import LabRuntime
public import RigFile

/// The instances of a run, in their order.
public struct Plan: Sendable {
  /// The instances that are run or skipped.
  public let instances: [Instance]

  /// Pairs of boards up to which a case runs on each of them; of more it takes a sample in which
  /// every board is: what there is to run grows with the boards and not with their square.
  static let mostPairs = 64

  /// The instances of `cases` on a rig, those that `filter` and `board` select.
  ///
  /// Seed 0 keeps the order of declaration, which is good to read, unless it is to shuffle too; any
  /// other seed shuffles. Which of two instances comes first does not depend on what else is
  /// selected: a repetition of a few of them keeps their order.
  public init(
    cases: [Case], file: RigFile, filter: Filter?, board: String? = nil, seed: UInt64,
    shuffles: Bool = false
  ) {
    var instances: [Instance] = []
    let judged = JudgedBoards(file)
    for testCase in cases {
      // What the rig lacks is looked for once, not for each of its boards.
      let ofRig = testCase.needs.lazy.filter(\.isOfRig).compactMap { $0.reasonToSkip([], file) }
        .first
      let ofBoards = testCase.needs.filter { !$0.isOfRig }
      for boards in judged.combinations(testCase.boards) {
        let skip = ofRig ?? ofBoards.lazy.compactMap { $0.reasonToSkip(boards, file) }.first
        for parameter in testCase.parameters.isEmpty ? [""] : testCase.parameters {
          let instance = Instance(
            case: testCase, parameter: parameter, boards: boards, skip: skip)
          guard board.map(instance.boardNames.contains) ?? true else { continue }
          if filter?.matches(instance.subject) ?? true { instances.append(instance) }
        }
      }
    }
    if seed != 0 || shuffles {
      let places = instances.map { instance in
        var random = LabRandom(seed: seed, stream: "order of the cases/\(instance.name)")
        return random.next()
      }
      instances = instances.indices.sorted { (places[$0], $0) < (places[$1], $1) }
        .map { instances[$0] }
    }
    self.instances = instances
  }

  private init(_ instances: [Instance]) { self.instances = instances }

  /// The part of the plan that one of several machines runs.
  public func part(_ partition: Partition) -> Plan { Plan(partition.take(from: instances)) }

  /// The plan repeated a number of times, in sequence.
  public func repeated(_ times: Int) -> Plan {
    Plan((0..<max(0, times)).flatMap { _ in instances })
  }

  /// The longest first, so that no board is left with a long case at the end: by how long instances
  /// took lately, by name in microseconds, else by what they declare. Equal ones keep their order.
  public func longestFirst(_ durations: [String: Int64]) -> Plan {
    guard !durations.isEmpty else { return self }
    let costs = instances.map { instance in
      instance.skip != nil
        ? 0 : durations[instance.name] ?? instance.case.declared.microseconds
    }
    let order = instances.indices.sorted { (costs[$0], $1) > (costs[$1], $0) }
    return Plan(order.map { instances[$0] })
  }

  /// The instances in which one of the boards is; those with these names come first.
  package func on(_ boards: [String], first names: Set<String>) -> Plan {
    let here = instances.filter { $0.boardNames.contains(where: boards.contains) }
    return Plan(
      here.filter { names.contains($0.name) } + here.filter { !names.contains($0.name) })
  }

  /// The instances that one asks for by their names.
  public func only(_ isWanted: (String) -> Bool) -> Plan {
    Plan(instances.filter { isWanted($0.name) })
  }

  /// Why cases on two boards do not run on every two of a rig; nil where they do.
  public static func remark(on file: RigFile) -> String? {
    let judged = JudgedBoards(file)
    let parts = [
      ("accessories", judged.accessoryPairs), ("UCI boards", judged.subsystemPairs),
    ].compactMap { kind, pairs in
      pairs.count > mostPairs
        ? "\(pairs.sample.count) of \(pairs.count) pairs of \(kind)" : nil
    }
    guard !parts.isEmpty else { return nil }
    return "cases on two boards take \(parts.joined(separator: " and ")), a sample in which every "
      + "board is; a rig file with fewer boards has every pair of them"
  }
}
