import LabRuntime
import RigFile
import Room
import Runner
import UCI
import UCIHost

/// What two boards that stand still have measured of each other in one case.
final class AccuracySample: Sendable {
  /// What one of them has reported.
  struct Side: Sendable {
    /// 0 is the controller.
    let index: Int
    let name: String
    let rounds: [RangingRound]

    /// Metres, of the rounds that gave some.
    var distances: [Double] { rounds.compactMap { $0.fix?.distanceMetres } }
    /// dBm, where the board tells them.
    var powers: [Double] { rounds.compactMap { $0.fix?.rssi } }
    /// Degrees.
    var azimuths: [Double] { rounds.compactMap { $0.fix?.azimuth }.map { $0 * 180 / .pi } }
    /// 1 for a way that is blocked and 0 for one that is free, where the board knows.
    var sights: [Double] {
      rounds.compactMap { round in
        switch round.fix?.lineOfSight {
        case .los?: 0
        case .nlos?: 1
        default: nil
        }
      }
    }
  }

  let context: CaseContext
  let sides: [Side]

  /// Ranges, first one board's rounds and then the other's.
  ///
  /// - Throws: ``CaseEnding/skip(_:)`` where no angle can be judged.
  init(_ context: CaseContext, ranges: Int) async throws {
    self.context = context
    let isAboutAngles = context.instance.case.id == AccuracyCases.angle.id
    let pair = try await RangingPair(context) { parameters in
      parameters.reportsRSSI = true
      if isAboutAngles { parameters.resultReport = 0x0F }
    }
    var sides: [Side] = []
    for (index, session) in [pair.controller, pair.controlee].enumerated() {
      sides.append(
        Side(
          index: index, name: pair.side(session),
          rounds: try await pair.rounds(ranges, of: session)))
    }
    self.sides = sides
    guard isAboutAngles else { return }
    var hasAny = false
    for side in sides where !side.azimuths.isEmpty {
      if let bearing = try bearing(side), abs(bearing) <= 45 { hasAny = true }
    }
    guard hasAny else {
      throw CaseEnding.skip("no board measures angles and faces its peer within 45 degrees")
    }
  }

  /// The distance by the rig file, in metres.
  func truth() throws -> Double { try RangingPair.truth(context) }

  /// Decibels from which a way is likely to be found blocked (Qorvo APS006: the gap between all of the
  /// power and that of the first path).
  private static let blocking = 10.0

  /// Whether the rig file says that something stands between the boards; nil where it takes too little for
  /// a board to tell.
  func isBlocked() throws -> Bool? {
    let room = context.room
    guard room.lineOfSight else { return true }
    guard !room.obstacles.isEmpty else { return false }
    let (here, there) = (try RangingPair.place(0, context), try RangingPair.place(1, context))
    let loss = room.obstacles.filter { $0.stands(between: here, and: there) }
      .reduce(0.0) { loss, obstacle in
        if case .weakens(let decibels, _) = obstacle.effect { loss + decibels } else { .infinity }
      }
    return loss >= Self.blocking ? true : loss > 0 ? nil : false
  }

  /// Where the peer stands, as a board sees it, in degrees.
  func bearing(_ side: Side) throws -> Double? {
    let facing = try context.uci(side.index).description.facing
    let bearing = Bearing(
      from: try RangingPair.place(side.index, context),
      facing: Facing(yaw: facing.yaw, pitch: facing.pitch, roll: facing.roll),
      to: try RangingPair.place(1 - side.index, context))
    return bearing.azimuth * 180 / .pi
  }
}
