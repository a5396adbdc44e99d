import Journal
import RangingOOB
import RigFile
import Runner

/// The capabilities (Ranging OOB §14.2).
enum OOBCapabilityCases {
  static let all: [Case] = [
    length, blockSize, byteOrder, preambles, configIDs, channels, address, roles, limits,
    requested, nothing, reserved, bits, repeated, sounding,
  ]

  private static let source = "Ranging OOB §2.1, §14.2 (PDL, AOSP)"

  static let length = Case.oob(
    "OB14", "header and length",
    requirement:
      "Capabilities have their version, id 01, at least one technology, and the bytes that their blocks say.",
    source: source
  ) { oob in
    for version in [1, 2, 3] as [UInt8] {
      let received = try await oob.answer(.known, version: version)
      try oob.context.require(
        received.message != nil && received.bytes.dropFirst().first == 1,
        "the length follows from the blocks", expected: "capabilities of the right length",
        got: received.description)
      guard case .capabilitiesResponse(let content)? = received.message?.body else { continue }
      // An accessory that reads the request from the other end has nothing in common with it.
      try oob.context.require(
        !content.technologies.isEmpty, "something is offered to a phone that asks for all",
        expected: "a technology", got: "\(content.technologies)")
      // A phone passes over what has another size, and never comes to know of it.
      let short = content.blocks.lazy.compactMap(\.unread).first { sized.contains($0.technology) }
      try oob.context.require(
        short == nil, "the sizes of the blocks", expected: "those of their technologies",
        got: short.map { "\($0.technology) of \($0.payload.count + 2) bytes" } ?? "those")
    }
  }

  /// Blocks with one size in every version, beside those that have cases of their own.
  private static let sized: Set<OOBTechnology> = [.wifiNAN, .rssi]

  static let blockSize = Case.oob(
    "OB15", "size of the block",
    requirement: "The size of the block of ultra-wideband counts its two header bytes: 20.",
    source: source
  ) { oob in
    let bytes = try await oob.answer().bytes
    guard bytes.count > 5 else { throw CaseEnding.skip("the accessory offers no ultra-wideband") }
    let size = bytes[5]
    try oob.context.require(
      size == 20, "the size of the block", expected: "20",
      got: size == 18 ? "18, which leaves the header of the block out" : "\(size)")
  }

  static let byteOrder = Case.oob(
    "OB16", "order of the bytes",
    requirement: "Channels, preambles and configuration ids are little-endian bit maps.",
    source: source
  ) { oob in
    let block = try await oob.ultraWideband()
    for (name, bits, real) in [
      ("channels", block.channels.rawValue, OOBChannels.defined.rawValue),
      ("preambles", block.preambles.rawValue, OOBPreambles.defined.rawValue),
      ("configuration ids", block.configIDs.rawValue, OOBConfigIDs.defined.rawValue),
    ] {
      let swapped = bits.byteSwapped
      let isReversed = bits & ~real != 0 && swapped & ~real == 0
      try oob.context.require(
        !isReversed, "the order of the bytes of the \(name)", expected: "the low byte first",
        got: isReversed ? "the high byte first" : "the low byte first")
    }
    let strange = OOBChannels(rawValue: block.channels.rawValue & ~OOBChannels.defined.rawValue)
    try oob.context.require(
      strange.rawValue == 0, "channels that there are", expected: "some of \(OOBChannels.defined)",
      got: "\(block.channels)")
  }

  static let preambles = Case.oob(
    "OB17", "preambles",
    requirement: "Bits of preambles stand for 9 to 12 and 25 to 32 alone: bit n is index n + 1.",
    source: source
  ) { oob in
    let block = try await oob.ultraWideband()
    let strange = block.preambles.rawValue & ~OOBPreambles.defined.rawValue
    let isShifted =
      strange != 0 && (block.preambles.rawValue >> 1) & ~OOBPreambles.defined.rawValue == 0
    try oob.context.require(
      block.preambles.areDefined, "the preambles",
      expected: "some of 9 to 12 and 25 to 32",
      got: "\(block.preambles)" + (isShifted ? ", each one too high" : ""))
  }

  static let configIDs = Case.oob(
    "OB18", "configuration ids",
    requirement: "Bits of configuration ids stand for 1 to 6, with 1, 3 or 6 among them.",
    source: source
  ) { oob in
    let block = try await oob.ultraWideband()
    let ids = block.configIDs
    try oob.context.require(
      ids.areDefined && [1, 3, 6].contains(where: ids.contains),
      "the configuration ids", expected: "some of 1 to 6, and 1, 3 or 6",
      got: "\(ids)" + (ids.contains(0) ? ", each one too low" : ""))
  }

  static let channels = Case.oob(
    "OB19", "channels", requirement: "Channel 9 or 5 is announced.", source: source
  ) { oob in
    let block = try await oob.ultraWideband()
    try oob.context.require(
      block.channels.contains(9) || block.channels.contains(5), "the channels",
      expected: "9 or 5", got: "\(block.channels)")
  }

  static let address = Case.oob(
    "OB20", "own address", .inferred,
    requirement:
      "The address is neither 0000 nor FFFF, and the same for a whole connection, while it ranges "
      + "too.",
    source: "Ranging OOB §2.1 (policy)"
  ) { oob in
    for block in try await oob.capabilities(.known).content.blocks {
      let bluetooth: [UInt8]
      switch block {
      case .channelSounding(let sounding): bluetooth = sounding.address
      case .rssi(let strength): bluetooth = strength.address
      default: continue
      }
      try oob.context.require(
        !bluetooth.allSatisfy { $0 == 0xFF }, "the Bluetooth address of \(block.technology)",
        expected: "one that a device can have", got: "FF:FF:FF:FF:FF:FF")
    }
    let own = try await oob.ultraWideband()
    let first = own.address
    let second = try await oob.ultraWideband().address
    try oob.context.require(
      ![[0, 0], [0xFF, 0xFF]].contains(first), "the address", expected: "one of a device",
      got: "\(first)")
    try oob.context.requireEqual(second, first, "the address of the second answer")
    try await oob.configure(oob.block(for: own))
    let third = try await oob.ultraWideband().address
    try oob.context.requireEqual(
      third, first, "the address of an answer behind a configuration")
  }

  static let roles = Case.oob(
    "OB21", "roles",
    requirement:
      "The role of the initiator is announced; without the responder's, phones of the first release are left out.",
    source: "Ranging OOB §5.2 (AOSP, Find Hub)"
  ) { oob in
    let block = try await oob.ultraWideband()
    try oob.context.require(
      block.roles.contains(.initiator), "the roles", expected: "initiator", got: "\(block.roles)")
    if !block.roles.contains(.responder) {
      oob.context.observe("the role of the responder is not announced")
    }
  }

  static let limits = Case.oob(
    "OB22", "shortest interval and slot",
    requirement:
      "The shortest interval is at most 600 ms, the shortest slot 1 or 2 ms, and a round fits.",
    source: source
  ) { oob in
    let block = try await oob.ultraWideband()
    try oob.context.require(
      block.minimumInterval <= 600, "the shortest interval", expected: "at most 600 ms",
      got: "\(block.minimumInterval) ms")
    try oob.context.require(
      (1...2).contains(block.minimumSlot), "the shortest slot", expected: "1 or 2 ms",
      got: "\(block.minimumSlot) ms")
    try oob.context.require(
      6 * Int(block.minimumSlot) <= Int(block.minimumInterval), "a round of 6 slots fits",
      expected: "at most \(block.minimumInterval) ms", got: "\(6 * Int(block.minimumSlot)) ms")
  }

  static let requested = Case.oob(
    "OB23", "only what was requested",
    requirement: "Only technologies that were requested are listed.",
    source: "Ranging OOB §2.3 (specification, Find Hub)"
  ) { oob in
    let all = OOBTechnology.all
    // Each of them once: an accessory may take its time.
    let sets = Set(all.flatMap { one in all.map { OOBTechnologySet([one, $0]) } })
    for set in sets.sorted(by: { $0.rawValue < $1.rawValue }) {
      let received = try await oob.answer(set)
      // Where nothing is common, some refuse.
      guard case .capabilitiesResponse(let content)? = received.message?.body else { continue }
      try oob.require(content.technologies, within: set, "what is listed")
    }
  }

  static let nothing = Case.oob(
    "OB24", "a request for nothing", .varies,
    requirement: "A request for no technology, of any version, gets an empty answer, or none.",
    source: "Ranging OOB §2.3 (AOSP tests; NCS refuses)"
  ) { oob in
    let patience = try await oob.patience()
    for version in [1, 3] as [UInt8] {
      try await oob.board.send(OOBExchange.request([], version: version))
      if let received = try await oob.board.next(within: patience) {
        guard case .capabilitiesResponse(let content)? = received.message?.body else {
          throw oob.context.violation(
            "an empty answer", expected: "capabilities-response", got: received.description)
        }
        try oob.context.require(
          content.technologies.isEmpty && content.blocks.isEmpty, "an empty answer",
          expected: "none", got: "\(content.technologies)")
      } else {
        oob.context.observe("a request for no technology is not answered")
      }
    }
    try await oob.fence("nothing follows")
  }

  static let reserved = Case.oob(
    "OB25", "reserved bits in a request",
    requirement: "Reserved technologies are not listed, and others are listed beside them.",
    source: source, parameters: ["4", "7", "8", "15"]
  ) { oob in
    let bit = UInt16(oob.context.parameter) ?? 15
    let own = try await oob.capabilities().content.technologies.intersection(.uwb)
    let set = OOBTechnologySet.uwb.union(OOBTechnologySet(rawValue: 1 << bit))
    let listed = try await oob.capabilities(set).content.technologies
    try oob.context.requireEqual(listed, own, "what is listed beside a reserved bit")
  }

  static let bits = Case.oob(
    "OB26", "bits equal blocks",
    requirement: "Every bit has its block, every block its bit, and none comes twice.",
    source: "Ranging OOB §2.3 (NCS)"
  ) { oob in
    let content = try await oob.capabilities(.known).content
    let blocks = content.blocks.map(\.technology)
    try oob.context.require(
      OOBTechnologySet(blocks) == content.technologies && Set(blocks).count == blocks.count,
      "the blocks", expected: "\(content.technologies), each once",
      got: blocks.map(\.description).joined(separator: " "))
  }

  static let repeated = Case.oob(
    "OB27", "repeated requests",
    requirement:
      "Three requests in a row have three answers with the same content; what is answered of three "
      + "at once is answered in time.",
    source: "Ranging OOB §2.3 (specification, Find Hub)"
  ) { oob in
    var answers: [OOBMessage.Capabilities] = []
    for _ in 1...3 { answers.append(try await oob.capabilities(.known).content) }
    try oob.context.require(
      Set(answers).count == 1, "the answers", expected: "three equal ones",
      got: "\(Set(answers).count) different ones")
    try await requireNoMore(oob)
    try await requireInTime(oob, answers[0])
    try await requireNoMore(oob)
  }

  private static func requireNoMore(_ oob: OOBExchange) async throws {
    while let received = try await oob.board.next(within: oob.context.limits.silence) {
      try oob.context.require(
        received.message?.kind != .capabilitiesResponse, "three requests have three answers",
        expected: "no more of them", got: received.description)
    }
  }

  /// Three requests at once: some refuse one while the one before it is not answered (NCS), but an
  /// answer comes within the time that a phone waits for it, or not at all.
  private static func requireInTime(
    _ oob: OOBExchange, _ content: OOBMessage.Capabilities
  ) async throws {
    let (what, limit) = ("three requests at once are answered", OOBExchange.capabilityLimit)
    // The version of an answer is that of its own request.
    let versions: [UInt8] = [OOBMessage.highestVersion, 1, 1]
    for version in versions {
      try await oob.board.send(OOBExchange.request(.known, version: version))
    }
    var count = 0
    while count < 3, let received = try await oob.board.next(within: limit) {
      guard case .capabilitiesResponse(let told)? = received.message?.body else { continue }
      count += 1
      let isSame = told.blocks == content.blocks && told.technologies == content.technologies
      try oob.context.require(
        isSame, "the answer to one of three requests at once", expected: "that of before",
        got: isSame ? "that of before" : "another one")
    }
    guard count < 3 else { return }
    let expected = "an answer within 4 s, and the others within 4 s of the one before"
    let excuse = oob.context.heldUp(what, expected: expected, got: "\(count)", within: limit)
    guard count > 0 else {
      throw excuse ?? oob.context.violation(what, expected: expected, got: "nothing")
    }
    if let late = try await oob.board.next(within: limit) {
      throw excuse
        ?? oob.context.violation(
          what, expected: expected, got: "\(count), and \(late.description) later")
    }
    oob.context.step("\(count) of three requests at once are answered")
  }

  static let sounding = Case.oob(
    "OB28", "block of channel sounding",
    requirement: "The block of channel sounding has 9 bytes, and a level of security.",
    source: "Ranging OOB §2.2 (PDL, Atmosic)"
  ) { oob in
    let content = try await oob.capabilities(.known).content
    guard let block = content.blocks.first(where: { $0.technology == .channelSounding }) else {
      throw CaseEnding.skip("the accessory offers no channel sounding")
    }
    let size = block.encode().count
    try oob.context.require(
      size == 9, "the size of the block", expected: "9",
      got: size == 12 ? "12, which is the draft's" : "\(size)")
    guard case .channelSounding(let sounding) = block else { return }
    // Some count levels from 0, some from 1.
    try oob.context.require(
      sounding.securityLevels != 0 && sounding.securityLevels & 0xE0 == 0,
      "the levels of security", expected: "some of 1 to 4",
      got: "0x" + String(sounding.securityLevels, radix: 16))
  }
}
