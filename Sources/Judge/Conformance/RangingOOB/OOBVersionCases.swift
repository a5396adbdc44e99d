import Journal
import LabRuntime
import RangingOOB
import RigFile
import Runner

/// Versions of both directions (Ranging OOB §14.3).
enum OOBVersionCases {
  static let all: [Case] = [
    first, second, third, newer, zero, tail, trap, older, motion, ambiguous, newest,
  ]

  private static let source = "Ranging OOB §1.2 (PDL, specification)"

  static let first = version(
    "OB30", "a request of version 1",
    requirement: "A request of version 1 has an answer of version 1, without a tail.", 1)
  static let second = version(
    "OB31", "a request of version 2",
    requirement:
      "A request of version 2 has an answer of version 1 or 2, which has three bytes more.",
    2)
  static let third = version(
    "OB32", "a request of version 3",
    requirement: "A request of version 3 has an answer of version 1 to 3, with a tail from 2 on.", 3
  )

  private static func version(
    _ id: String, _ title: String, requirement: String, _ version: UInt8
  ) -> Case {
    Case.oob(id, title, requirement: requirement, source: source) { oob in
      let (answered, content) = try await oob.capabilities(.known, version: version)
      try oob.context.require(
        (1...version).contains(answered), "the version of the answer",
        expected: "1 to \(version)", got: "\(answered)")
      try oob.context.require(
        (content.tail != nil) == (answered > 1), "the tail of version \(answered)",
        expected: answered > 1 ? "three bytes" : "none",
        got: content.tail == nil ? "none" : "three bytes")
    }
  }

  static let newer = Case.oob(
    "OB33", "a request of a newer version",
    requirement: "A request of a version that is not known has an answer of the highest known one.",
    source: "Ranging OOB §2.3 (AOSP, Atmosic, NCS)", parameters: ["9", "255"]
  ) { oob in
    let asked = UInt8(oob.context.parameter) ?? 255
    let version = try await oob.version(inAnswerTo: asked)
    try oob.context.require(
      (1...OOBMessage.highestPlausibleVersion).contains(version), "the version of the answer",
      expected: "the accessory's own, 1 to \(OOBMessage.highestVersion)",
      got: version == asked ? "\(version), that of the request" : "\(version)")
    guard let claimed = oob.board.description.claims.oob else { return }
    try oob.context.require(
      version >= claimed, "the highest version of the accessory",
      expected: "\(claimed), as the rig file claims", got: "\(version)")
  }

  static let zero = Case.oob(
    "OB34", "a request of version 0", .varies,
    requirement: "A request of version 0 does no harm.", source: "Ranging OOB §4",
    tags: ["survival"]
  ) { oob in
    let patience = try await oob.patience()
    try await oob.board.send(OOBExchange.request(version: 0))
    if let received = try await oob.board.next(within: patience) {
      oob.context.observe("a request of version 0 is answered: \(received.description)")
    }
    try await oob.fence("nothing follows")
  }

  static let tail = Case.oob(
    "OB36", "values of the tail",
    requirement: "Transitioning is 0 or 1, the device type 0 to 5.", source: source
  ) { oob in
    guard let tail = try await oob.capabilities(.known, version: 3).content.tail else {
      throw CaseEnding.skip("not claimed: the accessory speaks version 1")
    }
    try oob.context.require(
      tail.transitioning.isKnown && tail.deviceType.isKnown, "the tail",
      expected: "values that are defined", got: "\(tail.transitioning), \(tail.deviceType)")
  }

  static let trap = Case.oob(
    "OB37", "a tail in version 1",
    requirement:
      "In version 1 no three bytes follow the last block: a phone reads them as a block.",
    source: "Ranging OOB §4 (generated decoder)"
  ) { oob in
    for version in [1, 2, 3] as [UInt8] {
      let (answered, content) = try await oob.capabilities(.known, version: version)
      let isTail = answered == 1 && content.blocks.last?.unread?.payload.count == 1
      try oob.context.require(
        !isTail, "the end of an answer of version \(answered)", expected: "a block of a technology",
        got: isTail ? "the three bytes of version 2" : "a block of a technology")
    }
  }

  static let older = Case.oob(
    "OB39", "a configuration of version 1",
    requirement: "A configuration of version 1 ranges, whatever the accessory's own version is.",
    source: "Ranging OOB §1.2 (newest phone)", needs: [.radioIfPresent]
  ) { oob in
    try await oob.range(rounds: 2, "a configuration of version 1 ranges")
  }

  static let motion = Case.oob(
    "OB40", "a configuration of version 3",
    requirement:
      "A configuration of version 3 ranges, with and without motion, of one technology and of several.",
    source: "Ranging OOB §1.2 (specification, version 3; Atmosic)", needs: [.radioIfPresent],
    parameters: ["0", "1"]
  ) { oob in
    try await oob.requireVersion(3)
    let own = try await oob.ultraWideband()
    let motion = OOBMotionSupport(rawValue: UInt8(oob.context.parameter) ?? 0)
    let radio = try await oob.range(
      oob.block(for: own), with: own, version: 3, motion: motion,
      "a configuration of version 3 ranges")
    if motion == .unsupported {
      try await oob.context.lab.sleep(for: .seconds(1), label: "what may come")
      try await oob.fence("no motion is told to a phone that does not want it")
    }
    // Some take no second configuration while the first holds.
    try await oob.end(radio)
    let offered = try await oob.capabilities(.known, version: 3).content.technologies
    guard offered.contains(OOBTechnology.rssi) else { return }
    let now = try await oob.ultraWideband()
    let block = oob.block(for: now)
    let both: [ConfigurationBlock] = [.uwb(block), .rssi(.init())]
    try await oob.range(
      OOBExchange.message(both, version: 3, motion: motion), block, with: now, rounds: 1,
      "a configuration of version 3 and several technologies ranges")
    _ = try await oob.stop(OOBTechnologySet(both.map(\.technology)))
  }

  static let ambiguous = Case.oob(
    "OB41", "a configuration of version 2", .varies,
    requirement: "A configuration of version 2 ranges without the byte of version 3.",
    source: "Ranging OOB §1.2", needs: [.radioIfPresent]
  ) { oob in
    try await oob.requireVersion(2)
    let own = try await oob.ultraWideband()
    try await oob.range(
      oob.block(for: own), with: own, version: 2, "a configuration of version 2 ranges")
    let set = try await oob.configure(
      OOBExchange.message(oob.block(for: own), version: 2, motion: .supported))
    if set?.contains(OOBTechnology.uwb) != true {
      oob.context.observe("with the byte of version 3 it is refused")
    }
  }

  static let newest = Case.oob(
    "OB42", "a configuration of a version above the accessory's", .varies,
    requirement: "A configuration of a newer version is taken as the accessory's own, or refused.",
    source: "Ranging OOB §4 (NCS, Atmosic)", tags: ["survival"]
  ) { oob in
    let own = try await oob.ultraWideband()
    let set = try await oob.configure(
      OOBExchange.message(oob.block(for: own), version: 9, motion: .supported))
    if set?.contains(OOBTechnology.uwb) != true {
      oob.context.observe("a configuration of version 9 is refused")
    }
    try await oob.fence("nothing follows", allowing: [.motion])
  }
}

extension OOBExchange {
  /// Skips a case on an accessory of an older version.
  func requireVersion(_ version: UInt8) async throws {
    let claimed = board.description.claims.oob
    let own =
      if let claimed { claimed } else {
        Int(try await context.preparing { try await self.version(inAnswerTo: 255) })
      }
    guard own >= version else {
      throw CaseEnding.skip("not claimed: the accessory speaks version \(own)")
    }
  }
}
