import BootProtocols
import RigFile

/// The boards of a rig that cases judge, and how cases combine them.
struct JudgedBoards {
  private let devices: [RigBoard]
  private let accessories: [RigBoard]
  private let subsystems: [RigBoard]
  /// Each two accessories, the one whose name comes first in front.
  let accessoryPairs: BoardPairs
  /// Each UCI controller with each controlee.
  let subsystemPairs: BoardPairs

  init(_ file: RigFile) {
    devices = file.boards.filter { $0.use == .device }
    accessories = devices.filter { $0.speaks(.niAccessory) }
    subsystems = devices.filter { $0.firmware == .uci }
    accessoryPairs = BoardPairs(among: accessories)
    subsystemPairs = BoardPairs(
      subsystems.filter { $0.role == .controller }, subsystems.filter { $0.role == .controlee })
  }

  private func speaking(_ firmware: Firmware) -> [RigBoard] {
    devices.filter { $0.speaks(firmware) }
  }

  /// The combinations of boards that a case takes.
  func combinations(_ boards: Case.Boards) -> [[RigBoard]] {
    switch boards {
    case .accessory: accessories.map { [$0] }
    case .accessoryPair: accessoryPairs.taken
    case .accessories(let count, let firmware):
      speaking(firmware).isEmpty ? [] : [Array(speaking(firmware).prefix(count))]
    case .rangingOOB: speaking(.rangingOOB).map { [$0] }
    case .uci: subsystems.map { [$0] }
    case .uciPair: subsystemPairs.taken
    case .bootloader(let boot):
      devices.filter { $0.firmware == .bootloader(boot) }.map { [$0] }
    case .phoneModel: [[]]
    }
  }
}

/// The pairs of boards that a case on two of them can take.
struct BoardPairs {
  /// How many there are.
  let count: Int
  /// A sample in which each board that can be in a pair is in one.
  let sample: [[RigBoard]]
  /// Those that cases take: all where they are few, else the sample.
  let taken: [[RigBoard]]

  /// Each of the first with each of the second.
  init(_ first: [RigBoard], _ second: [RigBoard]) {
    count = first.count * second.count
    sample =
      count == 0
      ? []
      : (0..<max(first.count, second.count)).map {
        [first[$0 % first.count], second[$0 % second.count]]
      }
    taken =
      count > Plan.mostPairs
      ? sample : first.flatMap { left in second.map { [left, $0] } }
  }

  /// Each two of the boards.
  init(among boards: [RigBoard]) {
    count = boards.count * (boards.count - 1) / 2
    func pair(_ one: RigBoard, _ other: RigBoard) -> [RigBoard] {
      one.name < other.name ? [one, other] : [other, one]
    }
    sample = zip(boards, boards.dropFirst()).map(pair)
    taken =
      count > Plan.mostPairs
      ? sample
      : boards.flatMap { left in
        boards.filter { left.name < $0.name }.map { [left, $0] }
      }
  }
}
