import Journal
import LabRuntime
import RigFile
import Runner
import Statistics
import UCIHost

/// The rounds of several sessions, judged one after the other without a gap.
struct GroupRounds {
  /// One session as far as it was followed.
  private struct Track {
    let member: AccessoryGroup.Member
    /// The number of the last round, and when it was read.
    var last: UInt32?
    var lastRead: LabInstant?
    /// When the round was read that those which are judged follow.
    var began: LabInstant?
    /// Rounds since the accessory was heard for the first time.
    var rounds = 0
    var missed = 0
    var isOver = false
    var distances: [Double] = []
  }

  private let context: CaseContext
  private var tracks: [Track]

  /// Follows every member of a group from its first round in which the accessory is heard.
  init(_ group: AccessoryGroup) async throws {
    context = group.context
    tracks = group.members.map { Track(member: $0) }
    for index in tracks.indices { try await findFirst(index) }
  }

  /// Follows the sessions for a number of their blocks, and judges each: no block is missing, at
  /// most a tenth is without a distance, and every report is of its own accessory.
  ///
  /// - Parameter left: a member that is not followed.
  mutating func require(blocks: Int, without left: Int? = nil, _ what: String) async throws {
    let began = context.lab.now
    tracks = tracks.enumerated().map { index, track in
      Track(
        member: track.member, last: track.last, lastRead: track.lastRead, began: track.lastRead,
        isOver: index == left)
    }
    while tracks.contains(where: { !$0.isOver }) {
      for index in tracks.indices where !tracks[index].isOver {
        let round = try await next(index, what)
        let end = began.advanced(by: tracks[index].member.block * blocks)
        tracks[index].isOver = round.at >= end
      }
    }
    for index in tracks.indices where index != left { try judge(tracks[index], what) }
  }

  private mutating func findFirst(_ index: Int) async throws {
    let member = tracks[index].member
    let deadline = context.lab.now.advanced(
      by: max(context.limits.accessoryStart, member.block * 5))
    while try await !next(index, "each accessory ranges").isHeard(member.address) {
      if context.lab.now < deadline { continue }
      throw context.violation(
        "each accessory ranges", expected: "\(member.name) is heard", got: "it is not")
    }
  }

  /// The next round of a session, which must follow the one before it.
  private mutating func next(_ index: Int, _ what: String) async throws -> RangingRound {
    let member = tracks[index].member
    let round: RangingRound
    let deadline = context.lab.now.advanced(by: member.block * 3 + context.limits.uciResponse)
    do throws(UCIHostError) {
      round = try await member.session.nextMeasurements(until: deadline)
    } catch {
      guard error.code == .timedOut else {
        throw CaseEnding.rigFault("the phone's radio \(member.radio.board.name): \(error)")
      }
      throw context.violation(
        what, expected: "rounds with \(member.name)", got: "none for three blocks")
    }
    if let last = tracks[index].last, round.sequence != last &+ 1 {
      throw context.violation(
        what, expected: "round \(last &+ 1) with \(member.name)", got: "round \(round.sequence)")
    }
    tracks[index].last = round.sequence
    tracks[index].lastRead = round.at
    let strangers = round.measurements.filter { $0.shortAddress != member.address }
    if let stranger = strangers.first {
      throw context.violation(
        what, expected: "reports of \(member.name) alone, \(member.address.hexadecimal)",
        got: stranger.shortAddress?.hexadecimal ?? "an extended address")
    }
    tracks[index].rounds += 1
    if !round.isHeard(member.address) { tracks[index].missed += 1 }
    tracks[index].distances += round.measurements.compactMap(\.distanceMetres)
    return round
  }

  /// Rounds can be left out without a gap in their numbers; one at either end that was read late looks like
  /// one more, or one less.
  private func requireEveryBlock(
    of track: Track, from began: LabInstant, to end: LabInstant, _ what: String
  ) throws {
    let block = track.member.block.inMilliseconds
    let time = JudgedTime.schedule(
      [(0, began), (Double(track.rounds), end)], interval: block...block
    ) { ($0[1] - $0[0]) / block }
    let blocks = Int(time.value.rounded())
    let (expected, got) = ("\(blocks) blocks with \(track.member.name)", "\(track.rounds)")
    let limits = Event.Limits(min: Double(track.rounds) - 0.5, max: Double(track.rounds) + 0.5)
    if blocks != track.rounds,
      let ending = context.heldUp(what, expected: expected, got: got, time, limits: limits)
    {
      throw ending
    }
    try context.require(blocks == track.rounds, what, expected: expected, got: got)
  }

  private func judge(_ track: Track, _ what: String) throws {
    let name = track.member.name
    if let began = track.began, let end = track.lastRead {
      try requireEveryBlock(of: track, from: began, to: end, what)
    }
    try context.require(
      Double(track.missed) <= Double(track.rounds) * RangingLimits.loss, what,
      expected: "at most one round in ten without a distance to \(name)",
      got: "\(track.missed) of \(track.rounds)")
    guard let truth = track.member.truth else { return }
    let median = track.distances.median ?? 0
    try context.require(
      abs(median - truth) <= RangingLimits.distance, what,
      expected: "\(truth.centimetres) m to \(name), give or take \(RangingLimits.distance) m",
      got: "\(median.centimetres) m")
  }
}

extension Double {
  /// Rounded to two places.
  fileprivate var centimetres: Double { (self * 100).rounded() / 100 }
}
