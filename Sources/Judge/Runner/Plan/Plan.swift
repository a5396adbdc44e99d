import BootProtocols
import LabRuntime
public import RigFile

/// The instances of a run, in their order.
public struct Plan: Sendable {
  /// The instances that are run or skipped.
  public let instances: [Instance]

  /// The instances of `cases` on a rig, those that `filter` and `board` select.
  ///
  /// Seed 0 keeps the order of declaration, which is good to read, unless it is to shuffle too; any
  /// other seed shuffles. Which of two instances comes first does not depend on what else is selected:
  /// a repetition of a few of them keeps their order.
  public init(
    cases: [Case], file: RigFile, filter: Filter?, board: String? = nil, seed: UInt64,
    shuffles: Bool = false
  ) {
    var instances: [Instance] = []
    for testCase in cases {
      for boards in Self.combinations(testCase.boards, file) {
        let skip = testCase.needs.lazy.compactMap { $0.reasonToSkip(boards, file) }.first
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

  /// The plan so many times, one time after the other.
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

  /// The instances that one asks for by their names.
  public func only(_ isWanted: (String) -> Bool) -> Plan {
    Plan(instances.filter { isWanted($0.name) })
  }

  /// Every combination of boards of a rig that a case takes.
  static func combinations(_ boards: Case.Boards, _ file: RigFile) -> [[RigBoard]] {
    let devices = file.boards.filter { $0.use == .device }
    let accessories = devices.filter { $0.firmware == .niAccessory }
    let subsystems = devices.filter { $0.firmware == .uci }
    switch boards {
    case .accessory: return accessories.map { [$0] }
    case .accessoryPair: return pairs(accessories, accessories) { $0.name < $1.name }
    case .accessories(let count):
      return accessories.isEmpty ? [] : [Array(accessories.prefix(count))]
    case .uci: return subsystems.map { [$0] }
    case .uciPair:
      return pairs(subsystems, subsystems) { $0.role == .controller && $1.role == .controlee }
    case .bootloader(let boot):
      return devices.filter { $0.firmware == .bootloader(boot) }.map { [$0] }
    case .phoneModel: return [[]]
    }
  }

  private static func pairs(
    _ first: [RigBoard], _ second: [RigBoard], where fits: (RigBoard, RigBoard) -> Bool
  ) -> [[RigBoard]] {
    first.flatMap { left in second.filter { fits(left, $0) }.map { [left, $0] } }
  }
}
