import LabRuntime
import RigFile
import Room
import Runner
import UCIHost

/// What two boards that stand still have measured of each other in one case.
struct AccuracySample {
  let context: CaseContext
  let sides: [RangingPair.Side]

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
    var sides: [RangingPair.Side] = []
    try await pair.judge(ranges) { sides.append($0) }
    self.sides = sides
    guard isAboutAngles else { return }
    let isAnyJudged = try sides.contains { side in
      try !side.azimuths.isEmpty && abs(RangingPair.bearing(side.index, context)) <= 45
    }
    guard isAnyJudged else {
      throw CaseEnding.skip("no board measures angles and faces its peer within 45 degrees")
    }
  }

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
}
