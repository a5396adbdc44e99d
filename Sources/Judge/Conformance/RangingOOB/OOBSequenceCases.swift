import Journal
import LabRuntime
import NearbySession
import RangingOOB
import Runner

/// Messages in their order (Ranging OOB §14.5).
enum OOBSequenceCases {
  static let all: [Case] = [
    direct, atOnce, late, second, same, configured, startAlone, asked, response, truthful,
  ]

  private static let source = "Ranging OOB §6.1 (specification, Find Hub)"

  static let direct = Case.oob(
    "OB29", "configuration as the first message",
    requirement: "A configuration that is the first message of a connection ranges.",
    source: source, needs: [.radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    oob.board.disconnect()
    try await oob.board.connect()
    let block = oob.block(for: own)
    try await oob.range(
      OOBExchange.message(block), block, with: own, isFirst: true,
      "a configuration without a request ranges")
  }

  static let atOnce = Case.oob(
    "OB35", "start at once",
    requirement: "Ranging begins with the configuration alone, within 1 s.", source: source,
    needs: [.radio]
  ) { oob in
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    let radio = try await oob.context.radio(RadioOrder(block, board: own.address))
    let began = oob.context.lab.now
    try await oob.board.send(OOBExchange.message(block))
    try await radio.requireRanging(rounds: 1, "ranging begins with the configuration alone")
    try oob.context.measure(
      "first round after the configuration", .span(from: began, to: oob.context.lab.now),
      limits: .init(max: 1000))
  }

  /// What a phone gives its radio to start is 3100 ms; an accessory that has left the air before that
  /// meets none that takes its time.
  static let late = Case.oob(
    "OB114", "radio of the phone that starts late", .inferred,
    requirement:
      "An accessory still ranges with a phone whose radio starts 3 s after the configuration.",
    source: "Ranging OOB §6.1 (AOSP: a phone's radio has 3.1 s to start)", needs: [.radio],
    declared: .seconds(5)
  ) { oob in
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    let set = try await oob.configure(block)
    try oob.context.require(
      set?.contains(OOBTechnology.uwb) ?? true, "it ranges", expected: "an answer with uwb",
      got: set.map { "\($0)" } ?? "no answer")
    try await oob.context.lab.sleep(for: .seconds(3), label: "the radio of the phone")
    let radio = try await oob.context.radio(RadioOrder(block, board: own.address))
    try await radio.requireRanging(rounds: 2, "it ranges with a phone whose radio starts late")
    try await oob.fence("nothing follows")
  }

  static let second = Case.oob(
    "OB38", "second configuration while ranging", .varies,
    requirement: "A second configuration takes the place of the first.",
    source: "Ranging OOB §6.1 (specification; NCS differs)", needs: [.radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    let radio = try await oob.range(with: own, "the first ranges")
    if try await oob.configure(oob.block(for: own))?.contains(OOBTechnology.uwb) == true {
      try await oob.requireSilence(
        of: radio, after: .seconds(1), "the first session is off the air")
    } else {
      oob.context.observe("a second configuration while ranging is not taken")
    }
    try await oob.fence("nothing follows")
  }

  static let same = Case.oob(
    "OB62", "the same configuration twice", .inferred,
    requirement: "The same configuration again leaves the accessory ranging; its session id with "
      + "another key and address ranges with those, or is refused.",
    source: source, needs: [.radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    let radio = try await oob.range(block, with: own, rounds: 1, "the first ranges")
    try await oob.configure(block)
    try await radio?.requireRanging(rounds: 3, "ranging goes on, or starts again")
    try await oob.fence("nothing follows")
    try await oob.end(radio)
    let now = try await oob.ultraWideband()
    let other = oob.block(for: now) { $0.sessionID = block.sessionID }
    let (_, isTaken) = try await oob.rangeIfTaken(
      OOBExchange.message(other), other, with: now,
      "a session id that was used ranges with the new values")
    if !isTaken {
      oob.context.step("a session id that was used is not taken, or not answered")
    }
  }

  static let configured = Case.oob(
    "OB63", "configuration without start", .inferred,
    requirement:
      "What is configured and not started is not on the air, nor told beside what starts; a later "
      + "start ranges, behind a stop too.",
    source: "Ranging OOB §6.1 (PDL)", needs: [.radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    let radio = try await oob.context.radioIfPresent(RadioOrder(block, board: own.address))
    try await oob.configure(OOBExchange.message([.uwb(block)], start: []))
    try await radio?.requireSilence(rounds: 5, "nothing is on the air")
    try await radio?.stop()
    let later = try await oob.range(
      with: own, "a later start ranges with what comes with it")
    try await oob.fence("nothing follows")
    try await oob.end(later)
    try await requireStart(behindStopOf: oob.block(for: try await oob.ultraWideband()), oob)
    _ = try await oob.stop()
    try await requireStart(ofOtherAlone: oob)
  }

  /// What starts alone is told alone (Ranging OOB §16).
  private static func requireStart(ofOtherAlone oob: OOBExchange) async throws {
    let other = OOBTechnologySet([OOBTechnology.rssi])
    guard try await oob.capabilities(.known).content.technologies.isSuperset(of: other) else {
      return
    }
    let own = try await oob.ultraWideband()
    let set = try await oob.configure(
      OOBExchange.message([.uwb(oob.block(for: own)), .rssi(.init())], start: other))
    try oob.context.require(
      set?.contains(OOBTechnology.uwb) != true, "the answer to a start of the other alone",
      expected: "no uwb", got: set.map { "\($0)" } ?? "no answer")
    _ = try await oob.stop(other)
  }

  /// Whether a stop of what is configured and does not range is answered, and how, is left open.
  private static func requireStart(
    behindStopOf block: ConfigurationBlock.UWB, _ oob: OOBExchange
  ) async throws {
    try await oob.configure(OOBExchange.message([.uwb(block)], start: []))
    _ = try await oob.stop()
    // Some have another address behind a stop.
    let own = try await oob.ultraWideband()
    try await oob.range(
      block, with: own, rounds: 1, "what was stopped before its start ranges when it is started")
    try await oob.fence("nothing follows")
  }

  static let startAlone = Case.oob(
    "OB64", "start without configuration",
    requirement:
      "A technology that is to start and not configured does not start, nor does a reserved one.",
    source: "Ranging OOB §1.3, §4 (NCS, Atmosic)"
  ) { oob in
    let own = try await oob.ultraWideband()
    var request = OOBMessage.Configuration(blocks: [], start: .uwb)
    request.configure = []
    try await oob.requireRefusal(
      of: OOBMessage(version: 1, .configurationRequest(request)).encode(), with: own,
      "a start without a configuration starts nothing")
    _ = try await oob.stop()
    try await requireNoReserved(oob)
  }

  /// Beside reserved bits a technology that is configured starts, or all is refused.
  private static func requireNoReserved(_ oob: OOBExchange) async throws {
    let wider = OOBTechnologySet.uwb.union(OOBExchange.reserved)
    for configure in [OOBTechnologySet.uwb, wider] {
      let own = try await oob.ultraWideband()
      var request = OOBMessage.Configuration(blocks: [.uwb(oob.block(for: own))], start: wider)
      request.configure = configure
      let set = try await oob.configure(OOBMessage(version: 1, .configurationRequest(request)))
      try oob.require(set ?? [], within: .uwb, "the answer to a start of \(wider)")
      _ = try await oob.stop()
    }
    try await oob.range("a good configuration ranges afterwards")
  }

  static let asked = Case.oob(
    "OB65", "capabilities while ranging",
    requirement:
      "A request for capabilities is answered while it ranges with what ultra-wideband had before, "
      + "in the version of before, and ranging goes on until a stop, also behind a request for "
      + "others alone, which lists those at most.",
    source: source, needs: [.radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    let newest = try await oob.version(inAnswerTo: OOBMessage.highestVersion)
    let radio = try await oob.range(with: own, "it ranges")
    try await oob.fence("only the capabilities come", allowing: [.stopResponse])
    var all: OOBTechnologySet = []
    for set in [OOBTechnologySet.uwb, .known] {
      let content = try await oob.capabilities(set).content
      all = content.technologies
      var told = content.blocks.ultraWideband
      // Whether the address is the same is for OB20.
      told?.address = own.address
      let isSame = told.map { CapabilityBlock.uwb($0) } == CapabilityBlock.uwb(own)
      try oob.context.require(
        isSame, "the block of ultra-wideband while it ranges", expected: "that of before",
        got: isSame ? "that of before" : told == nil ? "none" : "another one")
    }
    let others = all.subtracting(.uwb)
    var (asked, listed) = (others, OOBTechnologySet())
    if !others.isEmpty {
      listed = try await oob.capabilities(others).content.technologies
    } else {
      // Signal strength takes their place: an answer with nothing, or a refusal.
      asked = OOBTechnologySet([.rssi])
      if case .capabilitiesResponse(let content)? = try await oob.answer(asked).message?.body {
        listed = content.technologies
      }
    }
    try oob.require(listed, within: asked, "what is listed while it ranges")
    let version = try await oob.version(inAnswerTo: OOBMessage.highestVersion)
    try oob.context.require(
      version == newest, "the version of capabilities while it ranges",
      expected: "\(newest) as before", got: "\(version)")
    try await radio?.requireRanging(rounds: 5, "ranging goes on behind the request")
    _ = try await oob.stop()
    try await oob.requireSilence(
      of: radio, after: .seconds(1), "a stop behind the request ends ranging")
  }

  static let response = Case.oob(
    "OB67", "configuration response",
    requirement:
      "The answer to a configuration has nothing that was not to be configured, and signal "
      + "strength that is announced starts alone.",
    source: source
  ) { oob in
    let own = try await oob.ultraWideband()
    try await oob.board.send(OOBExchange.message(oob.block(for: own)))
    if let (version, set) = try await oob.reply(of: .configurationResponse) {
      try oob.requireFirstVersion(version, "the answer to a configuration")
      try oob.require(set, within: .uwb, "the answer to a configuration")
    } else {
      oob.context.observe("a configuration is not answered; Find Hub demands it")
    }
    try await oob.fence("nothing follows")
    _ = try await oob.stop()
    if try await oob.capabilities(.known).content.technologies.contains(OOBTechnology.rssi) {
      try await oob.requireAnswersOfEach()
    }
  }

  static let truthful = Case.oob(
    "OB68", "truthful response",
    requirement: "The answer names ultra-wideband only where it could start: with a channel and a "
      + "role that are announced, also beside what does start; what is said to have taken the place "
      + "of what ranged does, with its own interval, three times in a row.",
    source: source, needs: [.radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    if own.roles == .only(.initiator) {
      try await oob.requireRefusal(
        of: OOBExchange.message(oob.block(for: own) { $0.role = .responder }).encode(), with: own,
        "a role that was not announced is not reported as started")
      _ = try await oob.stop()
    }
    var block = oob.block(for: own)
    guard let channel = own.unannouncedChannel else {
      throw CaseEnding.skip("every channel is announced")
    }
    block.channel = channel
    try await oob.requireRefusal(
      of: OOBExchange.message(block).encode(), with: own,
      "a channel that was not announced is not reported as started")
    _ = try await oob.stop()
    try await oob.requireNoUWB(of: block)
    try await oob.requireReplacements(3)
  }
}
