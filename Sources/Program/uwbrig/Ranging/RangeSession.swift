import Journal
import LabRuntime
import Links
import Rig
import Synchronization
import UCI
import UCIHost

/// One ranging between boards, from opening them to their statistics.
struct RangeSession {
  private let plan: RangePlan

  init(_ plan: RangePlan) { self.plan = plan }

  func perform() throws -> ExitStatus {
    let lab =
      plan.file.time == .virtual ? Lab.simulated(seed: plan.seed) : Lab.live(seed: plan.seed)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let plan = plan
    let record = RangeRecord(plan)
    let trouble = try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        await RangeBench(plan: plan, bench: bench, record: record, end: end).perform()
      }
    }
    return conclude(record, trouble, end.status)
  }

  /// Says what came out of it.
  private func conclude(
    _ record: RangeRecord, _ trouble: (any Error)?, _ ended: ExitStatus
  ) -> ExitStatus {
    let printer = RangePrinter(plan, record)
    var statuses = [ended]
    if let trouble {
      let failure = Self.failure(trouble)
      Output.diagnostic("Error: \(failure.message)")
      statuses.append(failure.status)
    }
    if record.hasRounds { printer.printStatistics() }
    if record.succeeded == 0, ended == .done {
      if record.hasRounds {
        printer.printFailure()
        statuses.append(.no)
      } else if trouble == nil {
        Output.diagnostic("Error: no round was reported")
        statuses.append(.no)
      }
    }
    return .strongest(statuses)
  }

  private static func failure(_ error: any Error) -> Failure {
    guard let error = error as? UCIHostError else { return Failure(error) }
    // A board that refuses what it is asked for has answered.
    let isAnswer = error.code == .status || error.code == .sessionEnded
    return Failure(isAnswer ? .no : .bench, "\(error)")
  }
}

/// A journal that nobody reads.
struct NoRecord: JournalSink {
  func append(_ line: [UInt8]) {}
  func sync() {}
  func close() {}
}

/// What the boards of a ranging were given and have reported.
final class RangeRecord: Sendable {
  private struct State {
    var given: [Int: GivenParameters] = [:]
    var statistics: [Pair: RangeStatistics] = [:]
    var start = LabInstant.zero
  }

  /// Who reports of whom: indices of sides.
  struct Pair: Hashable {
    let board: Int
    let peer: Int
  }

  let plan: RangePlan
  private let state = Mutex(State())

  init(_ plan: RangePlan) { self.plan = plan }

  /// The reports that there are, the controller's first.
  var pairs: [Pair] {
    let controlees = Array(plan.sides.indices.dropFirst())
    return controlees.map { Pair(board: 0, peer: $0) }
      + controlees.map { Pair(board: $0, peer: 0) }
  }

  func statistics(_ pair: Pair) -> RangeStatistics {
    state.withLock { $0.statistics[pair] ?? RangeStatistics() }
  }

  /// What a side was given; nil before it has taken it.
  func given(_ side: Int) -> GivenParameters? { state.withLock { $0.given[side] } }
  func setGiven(_ given: GivenParameters, _ side: Int) {
    // People know the board by the name in the rig file, not by its link.
    var named = given
    named.board = plan.sides[side].board.name
    state.withLock { [named] in $0.given[side] = named }
  }

  var start: LabInstant { state.withLock { $0.start } }
  func setStart(_ instant: LabInstant) { state.withLock { $0.start = instant } }

  var hasRounds: Bool { pairs.contains { statistics($0).reported > 0 } }
  /// Rounds with a distance, by the controller.
  var succeeded: Int {
    pairs.filter { $0.board == 0 }.reduce(0) { $0 + statistics($1).succeeded }
  }
  /// Rounds that the controller has counted.
  var rounds: Int { statistics(Pair(board: 0, peer: 1)).rounds }

  /// Takes a round of one side.
  func add(_ round: RangingRound, of side: Int) {
    for pair in pairs where pair.board == side {
      let address = address(of: pair.peer)
      let measurement = round.measurements.first { $0.mac == address }
      state.withLock { state in
        state.statistics[pair, default: RangeStatistics()].add(round, measurement)
      }
    }
  }

  /// The address of a side in wire order.
  func address(of side: Int) -> [UInt8] {
    let given = given(side)?.parameters.last { $0.id == .deviceMACAddress }?.value
    let number = plan.sides[side].address
    return given ?? [UInt8(number & 0xFF), UInt8(number >> 8)]
  }

  /// The board with an address, or the address.
  func name(of address: [UInt8]) -> String {
    for side in plan.sides.indices where self.address(of: side) == address {
      return plan.sides[side].board.name
    }
    return UCIMacText.text(address)
  }
}

/// Addresses for people.
enum UCIMacText {
  static func text(_ address: [UInt8]) -> String {
    "0x"
      + address.reversed().map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }
}
