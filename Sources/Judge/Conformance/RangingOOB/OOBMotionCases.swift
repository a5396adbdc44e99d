import Bench
import Errors
import Journal
import LabRuntime
import NearbyAccessory
import NearbySession
import RangingOOB
import RigFile
import Room
import Runner

/// What an accessory tells of its motion (Ranging OOB §14.7).
enum OOBMotionCases {
  static let all: [Case] = [form, unasked, reaction, rate]

  private static let source = "Ranging OOB §1.4 (specification, version 3; PDL)"

  static let form = Case.oob(
    "OB94", "form of motion", requirement: "Motion has 3 bytes, version 3, and a value of 0 to 3.",
    source: source, needs: [.room, .radioIfPresent]
  ) { oob in
    try await oob.beginMotion()
    try oob.turn(by: 30)
    guard let received = try await oob.motion(within: .seconds(5)) else {
      throw CaseEnding.skip("the accessory tells nothing when it is turned")
    }
    try oob.context.require(
      received.bytes.count == 3 && received.message?.version == 3
        && received.motion?.isKnown == true,
      "the form of motion", expected: "3 bytes of version 3 with a value of 0 to 3",
      got: "\(received.bytes)")
  }

  static let unasked = Case.oob(
    "OB95", "motion only when asked",
    requirement: "Motion is told in version 3, to a phone that wants it, and not behind a stop.",
    source: "Ranging OOB §1.4 (specification, version 3; Atmosic)", needs: [.radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    try await oob.board.send(OOBExchange.message(oob.block(for: own)))
    try? oob.turn(by: 30)
    try await oob.context.lab.sleep(for: .seconds(1), label: "what may come")
    try await oob.fence(
      "no motion is told to a phone of version 1", allowing: [.configurationResponse])
    guard try await oob.version(inAnswerTo: 255) >= 3 else { return }
    // Some take no second configuration while the first holds.
    _ = try await oob.stop()
    try await oob.beginMotion()
    _ = try await oob.stop()
    try? oob.turn(by: 30)
    try await oob.context.lab.sleep(for: .seconds(3), label: "what may come")
    try await oob.fence("no motion is told behind a stop")
  }

  static let reaction = Case.oob(
    "OB96", "reaction to motion", .inferred,
    requirement: "A turn of more than 10° is told as large, and rest as none or not at all.",
    source: source, needs: [.room, .radioIfPresent]
  ) { oob in
    // A case before may have turned it just now, which it may still tell.
    try await oob.context.lab.sleep(for: .seconds(3), label: "the accessory comes to rest")
    try await oob.beginMotion()
    let rest = oob.context.lab.now.advanced(by: .seconds(3))
    while oob.context.lab.now < rest,
      let received = try await oob.motion(within: oob.context.lab.now.duration(to: rest))
    {
      let motion = received.motion
      try oob.context.require(
        motion == .notDetected, "an accessory at rest", expected: "not detected, or nothing",
        got: motion.map { "\($0)" } ?? received.description)
    }
    try oob.turn(by: 45)
    let received = try await oob.motion(within: .seconds(5))
    if received == nil, oob.board.description.dataChannel == GATTLayout.findHub,
      oob.board.description.claims.motionID == nil
    {
      throw CaseEnding.skip("not claimed: the data id of motion, and nothing came")
    }
    let motion = received?.motion
    try oob.context.require(
      motion == .large, "a turn of 45°", expected: "large", got: motion.map { "\($0)" } ?? "nothing"
    )
  }

  static let rate = Case.oob(
    "OB97", "rate of motion", .inferred,
    requirement: "In the Find Hub network motion is told every 2 s, and numbered without a gap.",
    source: "Ranging OOB §8.4 (Atmosic)", needs: [.findHub, .motionID, .room, .radioIfPresent]
  ) { oob in
    let context = oob.context
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    var central = try await oob.central()
    let radio = try await context.radioIfPresent(RadioOrder(block, board: own.address))
    let refusal = try await central.send(
      OOBExchange.message(block, version: 3, motion: .supported))
    try central.requireTaken(refusal, "a configuration with motion is taken")
    let id = oob.board.description.claims.motionID
    var told: [(number: UInt8, at: LabInstant)] = []
    let end = context.lab.now.advanced(by: .seconds(13))
    while context.lab.now < end {
      try oob.turn(by: 15)
      guard let value = try await central.notification(within: .milliseconds(400)) else { continue }
      guard value.first == id, value.count > 10 else { continue }
      told.append((value[10], context.lab.now))
    }
    try await radio?.stop()
    try context.require(
      told.count >= 4, "motion in 13 s", expected: "at least 4 times", got: "\(told.count) times")
    for (before, after) in zip(told, told.dropFirst()) {
      let gap = before.at.duration(to: after.at)
      try context.requireEqual(after.number, before.number &+ 1, "the number of motion")
      try context.require(
        gap >= .milliseconds(1600) && gap <= .milliseconds(2400), "the time between two",
        expected: "2 s, give or take a fifth", got: "\(gap)")
    }
    try await oob.end(central)
  }
}

extension Need {
  /// The data id of motion in the Find Hub network, which no document tells.
  fileprivate static let motionID = Need(named: "motion-id") { boards in
    boards.first { $0.claims.motionID == nil }
      .map { "not claimed: the data id of motion of \($0.name)" }
  }
}

extension OOBExchange {
  /// Ranges with a phone that wants to know of motion.
  fileprivate func beginMotion() async throws {
    try await requireVersion(3)
    let own = try await ultraWideband()
    try await range(
      block(for: own), with: own, version: 3, motion: .supported, rounds: 1,
      "a configuration with motion ranges")
  }

  /// Turns the accessory in the room.
  fileprivate func turn(by degrees: Double) throws {
    guard let environment = context.environment,
      let facing = environment.room.facing(of: board.name)
    else { throw CaseEnding.skip("the rig has no virtual room") }
    let yaw = facing.yaw + degrees
    environment.turn(
      board.name,
      to: Facing(yaw: yaw > 180 ? yaw - 360 : yaw, pitch: facing.pitch, roll: facing.roll))
    context.atEnd { environment.turn(board.name, to: facing) }
  }

  /// The next value that is no answer to a configuration; nil when none comes in time.
  fileprivate func motion(within limit: Duration) async throws -> OOBBoard.Received? {
    let deadline = context.lab.now.advanced(by: limit)
    while let received = try await board.next(until: deadline) {
      if received.message?.kind != .configurationResponse { return received }
    }
    return nil
  }
}

extension OOBBoard.Received {
  /// The motion that it tells; nil for another message.
  fileprivate var motion: OOBMotion? {
    if case .motion(let motion)? = message?.body { motion } else { nil }
  }
}
