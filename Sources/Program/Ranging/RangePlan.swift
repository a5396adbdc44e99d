import Bench
import BootProtocols
package import RigFile
import Room
import UCI
package import UCIHost

/// What is to range with what: read off the arguments and the rig, before any board is opened.
package struct RangePlan: Sendable {
  package struct Side: Sendable {
    package let board: RigBoard
    let isController: Bool
    let address: UInt16
    let assignments: [ParameterAssignment]

    package var sessionID: UInt32 {
      let given = assignments.compactMap { assignment -> UInt32? in
        if case .sessionID(let id) = assignment.value { id } else { nil }
      }
      return given.last ?? 42
    }
  }

  package let file: RigFile
  /// The controller, then the controlees.
  package let sides: [Side]
  let rounds: Int?
  let span: Duration?
  package let seed: UInt64

  /// Rounds in virtual time when nothing else is said: there it costs no time to make as many.
  private static let virtualRounds = 50

  /// A plan for boards of a rig.
  ///
  /// - Parameters:
  ///   - boards: the controller, then the controlees.
  ///   - given: parameters of all boards, of the controller alone and of the controlees alone.
  package init(
    _ file: RigFile, _ boards: [RigBoard],
    given: (
      common: [ParameterAssignment], controller: [ParameterAssignment],
      controlee: [ParameterAssignment]
    ), rounds: Int?, span: Duration?, seed: UInt64
  ) {
    self.file = file
    sides = boards.enumerated().map { index, board in
      Side(
        board: board, isController: index == 0, address: UInt16(clamping: index),
        assignments: given.common + (index == 0 ? given.controller : given.controlee))
    }
    let isEndless = rounds == nil && span == nil
    self.rounds = rounds ?? (isEndless && file.time == .virtual ? Self.virtualRounds : nil)
    self.span = span
    self.seed = seed
  }

  func parameters(of side: Side, dialect: UCIDialect) -> RangingParameters {
    let peers = sides.filter { $0.isController != side.isController }.map(\.address)
    var parameters =
      side.isController
      ? RangingParameters.controller(address: side.address, peers: peers)
      : RangingParameters.controlee(address: side.address, peers: peers)
    parameters.multiNodeMode = sides.count > 2 ? 1 : 0
    // Its number is RX_MODE in Qorvo's SDK 0.1.1, which a board without a vendor may have.
    parameters.reportsRSSI = dialect == UCIDialect(version: .fira1) ? nil : true
    parameters.additional = side.assignments.compactMap { $0.parameter(dialect: dialect) }
    return parameters
  }

  /// The distance of two boards by the rig file, in metres; nil without positions.
  package func distance(_ one: RigBoard, _ other: RigBoard) -> Double? {
    guard let here = one.position, let there = other.position else { return nil }
    return here.distance(to: there)
  }

  /// Degrees to the right of where one board faces at which the rig file has another; nil without positions.
  package func bearing(_ one: RigBoard, _ other: RigBoard) -> Double? {
    guard let here = one.position, let there = other.position else { return nil }
    return Bearing(from: here, facing: one.facing, to: there).azimuth * 180 / .pi
  }
}
