import Journal
import LabRuntime
import NearbySession
import RangingOOB
import Runner

/// What a stop, or a phone that is gone, ends (Ranging OOB §14.5).
enum OOBStopCases {
  static let all: [Case] = [
    stop, reply, idleStop, twice, partial, nothing, cycles, lost, back, alone, change,
  ]

  private static let source = "Ranging OOB §6.1 (specification, Find Hub)"

  /// Stops of more than what ranges: of technologies that do not, and of reserved ones.
  private static let wider = [
    OOBTechnologySet([OOBTechnology.uwb, OOBTechnology.rssi]),
    OOBTechnologySet([OOBTechnology.uwb, OOBTechnology.channelSounding, OOBTechnology.rssi]),
    OOBTechnologySet.uwb.union(OOBExchange.reserved),
  ]

  static let stop = Case.oob(
    "OB70", "stop",
    requirement:
      "Nothing is on the air 1 s after a stop, also after one that comes while it starts or behind a "
      + "configuration that is refused; behind one that names more than what ranges the answer tells "
      + "whether anything is, and where a session had taken the place of another neither is.",
    source: source, needs: [.radio], declared: .seconds(5)
  ) { oob in
    let radio = try await oob.range("it ranges")
    try await oob.board.send(OOBMessage(version: 1, .stopRequest(.uwb)))
    try await oob.requireSilence(
      of: radio, after: .seconds(1), "nothing is on the air behind a stop")
    try await oob.fence("nothing but the answer comes", allowing: [.stopResponse])
    try await radio?.stop()
    try await oob.requireStopWhileItStarts()
    for set in wider.dropFirst() { try await oob.requireTruth(ofStop: set) }
    let now = try await oob.ultraWideband()
    let first = try await oob.range(with: now, "it ranges again")
    try await oob.configure(oob.block(for: now))
    _ = try await oob.stop()
    try await oob.requireSilence(
      of: first, after: .seconds(1), "a session that another took the place of is off the air")
    try await first?.stop()
    try await oob.requireStopBehindRefusal()
  }

  static let reply = Case.oob(
    "OB71", "stop response",
    requirement:
      "The answer to a stop has what was stopped, whatever else the stop names, and nothing "
      + "reserved.",
    source: "Ranging OOB §1.3, §6.1 (specification, Find Hub)"
  ) { oob in
    try await oob.range("it ranges")
    try await oob.board.send(OOBMessage(version: 1, .stopRequest(.uwb)))
    guard let (version, set) = try await oob.reply(of: .stopResponse) else {
      return oob.context.observe("a stop is not answered; Find Hub demands it")
    }
    try oob.requireFirstVersion(version, "the answer to a stop")
    try oob.context.requireEqual(set, .uwb, "the answer to a stop")
    // Some answer with what was asked, whatever ranges.
    let repeats = try await oob.stop()?.contains(OOBTechnology.uwb) == true
    for set in wider {
      try await oob.requireAnswer(
        toStop: set, within: repeats ? set : set.subtracting(OOBExchange.reserved))
    }
  }

  static let idleStop = Case.oob(
    "OB72", "stop of nothing", .varies,
    requirement: "A stop while nothing ranges gets an answer or none.",
    source: "Ranging OOB §6.1 (NCS refuses)"
  ) { oob in
    guard let set = try await oob.stop() else {
      oob.context.observe("a stop while nothing ranges is not answered")
      return try await oob.fence("nothing else follows", allowing: [.stopResponse])
    }
    if !set.isEmpty { oob.context.observe("a stop while nothing ranges is answered with \(set)") }
    try await oob.fence("nothing follows")
  }

  static let twice = Case.oob(
    "OB73", "stop twice", .inferred, requirement: "After a second stop requests are answered.",
    source: source, tags: ["survival"]
  ) { oob in
    try await oob.range("it ranges")
    _ = try await oob.stop()
    _ = try await oob.stop()
    // Some need more time for an answer than a phone waits.
    try await oob.fence("nothing else follows", allowing: [.stopResponse])
  }

  static let partial = Case.oob(
    "OB74", "stop of one of two",
    requirement:
      "A stop of one technology leaves the other ranging, and one of all that range ends all; "
      + "ultra-wideband starts in whichever order their blocks come.",
    source: source, needs: [.radioIfPresent], declared: .seconds(5)
  ) { oob in
    let offered = try await oob.capabilities(.known).content.technologies
    guard offered.contains(OOBTechnology.rssi) else {
      throw CaseEnding.skip("the accessory offers no signal strength beside ultra-wideband")
    }
    func both(_ block: ConfigurationBlock.UWB) -> OOBMessage {
      OOBExchange.message([.uwb(block), .rssi(.init())])
    }
    guard try await !oob.isRefused(both(oob.block(for: oob.ultraWideband()))) else {
      oob.context.step("a configuration of two technologies is refused: it takes one at a time")
      return try await oob.requireEitherOrder(takesBoth: false)
    }
    // Some have another address behind a stop.
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    let radio = try await oob.range(both(block), block, with: own, rounds: 1, "both range")
    let set = try await oob.stop(OOBTechnologySet([.rssi]))
    try oob.context.require(
      set?.contains(OOBTechnology.uwb) != true, "the answer to a stop of the other",
      expected: "no uwb", got: set.map { "\($0)" } ?? "no answer")
    try await radio?.requireRanging(rounds: 5, "ultra-wideband goes on")
    try await oob.end(radio)
    guard let started = try await oob.requireStop(ofUWBWith: [.rssi(.init())]) else { return }
    if offered.contains(OOBTechnology.channelSounding) {
      let others: [ConfigurationBlock] = [.rssi(.init()), .channelSounding(.init())]
      for first in [[], OOBTechnologySet([OOBTechnology.rssi])] {
        _ = try await oob.requireStop(ofUWBWith: others, first: first)
      }
    }
    try await oob.requireEitherOrder(takesBoth: started.contains(OOBTechnology.rssi))
  }

  static let nothing = Case.oob(
    "OB75", "stop of what does not range", .inferred,
    requirement: "A stop of no technology, or of one that does not range, stops nothing.",
    source: source, needs: [.radioIfPresent]
  ) { oob in
    let radio = try await oob.range("it ranges")
    for set in [[], OOBTechnologySet([.rssi])] {
      let answer = try await oob.stop(set)
      try oob.context.require(
        answer?.isSubset(of: set) ?? true, "the answer to a stop of what does not range",
        expected: set.isEmpty ? "none" : "\(set) at most",
        got: answer.map { "\($0)" } ?? "no answer")
      try await radio?.requireRanging(rounds: 5, "ranging goes on")
    }
  }

  static let cycles = Case.oob(
    "OB76", "20 sessions in a row",
    requirement: "20 sessions with a stop between range, each with its own id and key.",
    source: source, needs: [.radioIfPresent], declared: .seconds(10)
  ) { oob in
    for _ in 1...20 {
      // Some have another address for each session.
      let radio = try await oob.range("each session ranges")
      try await oob.end(radio)
    }
  }

  /// FHPF says that there must be a timer, and not how long it is.
  private static let longestRelease = 5 * 60

  static let lost = Case.oob(
    "OB77", "link lost while ranging",
    requirement: "Without a link the accessory ceases to range by itself.",
    source: "Ranging OOB §6.1 (Find Hub; how long varies)", needs: [.radio],
    declared: .seconds(longestRelease)
  ) { oob in
    let radio = try await oob.range("it ranges")
    oob.board.disconnect()
    try await oob.requireSilence(
      of: radio, after: .seconds(longestRelease), "an accessory without a link ceases to range")
    try await oob.board.connect()
    try await oob.fence("nothing comes of it", allowing: [.configurationResponse])
  }

  static let back = Case.oob(
    "OB78", "link lost and back within 5 s",
    requirement:
      "After a link that was lost for less than 5 s a configuration is taken, at once or behind a stop, "
      + "and a stop ends what still ranges; what starts then ranges on.",
    source: "Ranging OOB §5.1 (AOSP)", needs: [.radioIfPresent], declared: .seconds(5)
  ) { oob in
    let own = try await oob.ultraWideband()
    let radio = try await oob.range(with: own, "it ranges")
    oob.board.disconnect()
    try await oob.context.lab.sleep(for: .seconds(3), label: "the link to come back")
    try await oob.board.connect()
    let block = oob.block(for: own)
    let again = try await oob.context.radioIfPresent(RadioOrder(block, board: own.address))
    if try await oob.configure(block)?.contains(OOBTechnology.uwb) == false {
      oob.context.step("what ranged before still holds, and a stop comes first")
      try await radio?.stop()
      try await oob.end(again)
      try await oob.range("a configuration is taken again")?.stop()
    } else {
      let tuned = try await oob.retuned(again, block, from: own)
      try await tuned?.requireRanging(rounds: 1, "a configuration is taken again")
      try await oob.fence("nothing follows")
      // Some take no second configuration while the first holds.
      try await oob.end(tuned)
      try await oob.requireSilence(
        of: radio, after: .milliseconds(500),
        "nothing of before the link was lost is left behind a stop")
      try await radio?.stop()
    }
    _ = try await oob.stop()
    try await requireStop(behindLossOfLink: oob)
  }

  /// A link that was lost for a moment leaves nothing that a stop does not end, and no timer that ends
  /// what starts behind it.
  private static func requireStop(behindLossOfLink oob: OOBExchange) async throws {
    let first = try await rangeOverLostLink(oob)
    try await oob.requireSilence(
      of: first, after: .milliseconds(500),
      "a stop ends what ranges since before the link was lost")
    try await first?.stop()
    try await rangeOverLostLink(oob)?.stop()
    try await oob.range(rounds: 8, "what starts behind a lost link ranges on")
  }

  /// Ranges, loses the link for a moment, and stops: the radio that heard it.
  private static func rangeOverLostLink(_ oob: OOBExchange) async throws -> PhoneRadio? {
    let radio = try await oob.range("it ranges")
    oob.board.disconnect()
    try await oob.board.connect()
    _ = try await oob.stop()
    return radio
  }

  static let alone = Case.oob(
    "OB79", "phone gone from the air", .inferred,
    requirement: "An accessory whose phone is not heard any more still answers.", source: source,
    needs: [.radioIfPresent]
  ) { oob in
    try await oob.range("it ranges")?.stop()
    try await oob.context.lab.sleep(for: .seconds(10), label: "rounds without a phone")
    try await oob.fence("nothing follows")
    // Some take no second configuration while the first holds.
    _ = try await oob.stop()
    try await oob.range("a new session ranges")
  }

  static let change = Case.oob(
    "OB80", "make before break", .inferred,
    requirement:
      "A second technology starts beside the first, which goes on, where it is announced.",
    source: "Ranging OOB §1.4, §6.1 (specification, version 2)", needs: [.radioIfPresent]
  ) { oob in
    try await oob.requireVersion(2)
    let own = try await oob.ultraWideband()
    let content = try await oob.capabilities(.known, version: 2).content
    guard content.tail?.transitioning == .makeBeforeBreak,
      content.technologies.contains(OOBTechnology.rssi)
    else { throw CaseEnding.skip("not announced: make before break, with signal strength") }
    let radio = try await oob.range(with: own, "it ranges")
    if let set = try await oob.configure(OOBExchange.message([.rssi(.init())])) {
      try oob.context.require(
        set.contains(OOBTechnology.rssi), "the second technology starts", expected: "ble-rssi",
        got: "\(set)")
    }
    try await radio?.requireRanging(rounds: 5, "the first technology goes on beside the second")
    try await oob.fence("nothing follows", allowing: [.configurationResponse])
  }
}
