import Bench
package import LabRuntime
import RigFile
import Synchronization
import UCI
package import UCIHost

/// What the boards of a ranging were given and have reported.
package final class RangeRecord: Sendable {
  private struct State {
    var given: [Int: GivenParameters] = [:]
    var statistics: [Pair: RangeStatistics] = [:]
    var start = LabInstant.zero
    var unreadable: [Int: Int] = [:]
  }

  /// Who reports of whom: indices of sides.
  package struct Pair: Hashable, Sendable {
    package let board: Int
    package let peer: Int

    package init(board: Int, peer: Int) {
      self.board = board
      self.peer = peer
    }
  }

  package let plan: RangePlan
  private let state = Mutex(State())

  package init(_ plan: RangePlan) { self.plan = plan }

  /// The reports that there are, the controller's first.
  package var pairs: [Pair] {
    let controlees = Array(plan.sides.indices.dropFirst())
    return controlees.map { Pair(board: 0, peer: $0) }
      + controlees.map { Pair(board: $0, peer: 0) }
  }

  package func statistics(_ pair: Pair) -> RangeStatistics {
    state.withLock { $0.statistics[pair] ?? RangeStatistics() }
  }

  /// What a side was given; nil before it has taken it.
  package func given(_ side: Int) -> GivenParameters? { state.withLock { $0.given[side] } }
  func setGiven(_ given: GivenParameters, _ side: Int) {
    // People know the board by the name in the rig file, not by its link.
    var named = given
    named.board = plan.sides[side].board.name
    state.withLock { [named] in $0.given[side] = named }
  }

  package var start: LabInstant { state.withLock { $0.start } }
  func setStart(_ instant: LabInstant) { state.withLock { $0.start = instant } }

  package var hasRounds: Bool { pairs.contains { statistics($0).reported > 0 } }
  /// Rounds with a distance, by the controller.
  package var succeeded: Int {
    pairs.filter { $0.board == 0 }.reduce(0) { $0 + statistics($1).succeeded }
  }
  package var rounds: Int { statistics(Pair(board: 0, peer: 1)).rounds }

  /// Notifications of a side that could not be read.
  package func unreadable(_ side: Int) -> Int { state.withLock { $0.unreadable[side] ?? 0 } }

  /// Counts one; how many there are now.
  func addUnreadable(of side: Int) -> Int {
    state.withLock { state in
      state.unreadable[side, default: 0] += 1
      return state.unreadable[side] ?? 0
    }
  }

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

  package func name(of address: [UInt8]) -> String {
    for side in plan.sides.indices where self.address(of: side) == address {
      return plan.sides[side].board.name
    }
    let digits = address.reversed().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "0x" + digits.joined()
  }
}
