import Journal
import NearbySession
import RangingOOB
import Runner

/// Whether a configuration reaches the radio: by the phone's radio where the rig has one, and by the
/// answer where it has none (Ranging OOB §14.4, §16).
enum OOBRadioCases {
  static let all: [Case] = [
    sessionOrder, sessionIDs, peerAddress, ownAddress, staticKey, provisionedKey, initiator,
    responder, controlee, slots, configIDs, intervals, preambles, channels, remaining, countries,
    longKey, otherRole,
  ]

  private static func ranging(
    _ id: String, _ title: String, requirement: String, source: String, parameters: [String] = [],
    rounds: Int = 2,
    _ change: @escaping @Sendable (inout ConfigurationBlock.UWB, String) -> Void
  ) -> Case {
    Case.oob(
      id, title, requirement: requirement, source: source, needs: [.radioIfPresent],
      parameters: parameters
    ) { oob in
      let own = try await oob.ultraWideband()
      let block = oob.block(for: own) { change(&$0, oob.context.parameter) }
      if let reason = own.refusal(of: block) {
        throw CaseEnding.skip("not announced: \(reason)")
      }
      try await oob.range(block, with: own, rounds: rounds, "ranging with this configuration")
    }
  }

  private static let field = "Ranging OOB §9.2, §12 (AOSP; field reports)"

  static let sessionOrder = ranging(
    "OB43", "order of the session id",
    requirement: "The session id is little-endian in the message, and this number on the air.",
    source: field
  ) { block, _ in block.sessionID = 0x89AB_CDEF }

  static let sessionIDs = ranging(
    "OB44", "session ids", requirement: "Any session id but 0 ranges.",
    source: "Ranging OOB §3.1 (AOSP: a hash)", parameters: ["0x80000000", "0xFFFFFFFF", "1"]
  ) { block, parameter in
    block.sessionID = UInt32(parameter.dropFirst(parameter.hasPrefix("0x") ? 2 : 0), radix: 16) ?? 1
  }

  static let peerAddress = ranging(
    "OB45", "address of the phone",
    requirement:
      "The address of the phone is on the air in the order of its bytes, whatever they are.",
    source: field
  ) { block, _ in block.address = [0x00, 0xFF] }

  static let ownAddress = ranging(
    "OB46", "own address",
    requirement: "The address of the capabilities is on the air in the order of its bytes.",
    source: field
  ) { _, _ in }

  static let staticKey = ranging(
    "OB47", "key of a static STS",
    requirement: "The 8 bytes are vendor id and initialization vector in their order.",
    source: field
  ) { block, _ in
    block.configID = 1
    block.key = [0x08, 0x07, 0x16, 0x25, 0x34, 0x43, 0x52, 0x61]
  }

  static let provisionedKey = ranging(
    "OB48", "provisioned key",
    requirement: "The 16 bytes are the session key, unchanged.", source: field,
    parameters: ["3", "6"]
  ) { block, parameter in
    block.configID = UInt8(parameter) ?? 6
    block.key = (0..<16).map { 0x10 + $0 * 0x0D }
  }

  static let initiator = ranging(
    "OB49", "role of the initiator",
    requirement: "An accessory that is told to be the initiator begins the rounds.",
    source: "Ranging OOB §5.5 (AOSP, Find Hub)"
  ) { block, _ in block.role = .initiator }

  static let responder = ranging(
    "OB50", "role of the responder, mode of the controller",
    requirement: "The role decides, not the mode: a responder waits for the phone, with every "
      + "configuration id that is announced.",
    source: "Ranging OOB §3.1 (newest phone)", parameters: ["1", "3", "6"]
  ) { block, parameter in
    block.role = .responder
    block.configID = UInt8(parameter) ?? 1
  }

  static let controlee = ranging(
    "OB51", "role of the responder, mode of the controlee",
    requirement: "A responder waits for the phone.", source: "Ranging OOB §5.5 (first phone)"
  ) { block, _ in (block.role, block.mode) = (.responder, .controlee) }

  static let slots = ranging(
    "OB52", "slots", requirement: "Slots of 1 and 2 ms are 1200 and 2400 RSTU on the air.",
    source: "Ranging OOB §9.2", parameters: ["1", "2"]
  ) { block, parameter in block.slot = UInt8(parameter) ?? 2 }

  static let configIDs = ranging(
    "OB53", "configuration ids",
    requirement:
      "Every configuration id that is announced ranges with its STS and its slots, on channel 5 "
      + "too where that is announced.",
    source: "Ranging OOB §2.1, §9.1", parameters: ["1", "3", "6", "3/5", "6/5"]
  ) { block, parameter in
    let numbers = parameter.split(separator: "/").compactMap { UInt8($0) }
    block.configID = numbers.first ?? 1
    if numbers.count > 1 { block.channel = numbers[1] }
  }

  static let intervals = ranging(
    "OB54", "intervals",
    requirement: "The intervals that phones choose are those of the blocks on the air.",
    source: "Ranging OOB §5.3, §9.2", parameters: ["96", "120", "240", "600"], rounds: 4
  ) { block, parameter in
    block.interval = UInt16(parameter) ?? 240
    if block.interval == 96 { block.configID = 6 }
  }

  static let preambles = ranging(
    "OB55", "preambles", requirement: "Every preamble that is announced ranges.",
    source: "Ranging OOB §9.2 (AOSP)",
    parameters: (Array(9...12) + Array(25...32)).map { "\($0)" }
  ) { block, parameter in block.preamble = UInt8(parameter) ?? 10 }

  static let channels = ranging(
    "OB56", "channels", requirement: "Channels 9 and 5 range where they are announced.",
    source: "Ranging OOB §2.1", parameters: ["9", "5"]
  ) { block, parameter in block.channel = UInt8(parameter) ?? 9 }

  static let remaining = ranging(
    "OB58", "remaining parameters",
    requirement:
      "Hopping, 6 slots a round, SP3 with SFD 2, deferred two-way ranging, 64 symbols and one segment "
      + "are those of the phone: it is heard in ten rounds.",
    source: "Ranging OOB §9.2 (AOSP; QF 20984)", rounds: 10
  ) { _, _ in }

  static let countries = Case.oob(
    "OB60", "countries",
    requirement: "An accessory that takes a configuration ranges with it, whatever its country.",
    source: "Ranging OOB §6.3 (AOSP ignores the country)", needs: [.radioIfPresent],
    parameters: ["US", "DE", "none"]
  ) { oob in
    let own = try await oob.ultraWideband()
    let country = oob.context.parameter
    let block = oob.block(for: own) {
      $0.country = country == "none" ? [0, 0] : Array(country.utf8)
    }
    let (_, isTaken) = try await oob.rangeIfTaken(
      OOBExchange.message(block), block, with: own, rounds: 2, "ranging with this country")
    // Some refuse in silence.
    guard isTaken else {
      return oob.context.observe("the country \(country) is refused, or not answered")
    }
    try await oob.fence("nothing follows")
  }

  static let longKey = Case.oob(
    "OB61", "key of 32 bytes", .varies,
    requirement: "A key of 32 bytes ranges, or is refused.",
    source: "Ranging OOB §3.1 (PDL, Atmosic)"
  ) { oob in
    let own = try await oob.ultraWideband()
    guard let id = [6, 3].first(where: own.configIDs.contains) else {
      throw CaseEnding.skip("not announced: configuration id 3 or 6")
    }
    var block = oob.block(for: own) { $0.configID = UInt8(id) }
    block.key = (0..<32).map { $0 }
    try await sendLongKey(in: block, to: oob)
  }

  // In one function with what finds the id, a release build ends the optimiser of Swift 6.3.1 (`make run`).
  private static func sendLongKey(
    in block: ConfigurationBlock.UWB, to oob: OOBExchange
  ) async throws {
    if try await oob.configure(block)?.contains(OOBTechnology.uwb) != true {
      oob.context.observe("a key of 32 bytes is refused")
    }
    try await oob.fence("nothing follows")
  }

  static let otherRole = Case.oob(
    "OB81", "two sessions in a row with the other role",
    requirement: "After a session as the initiator one as the responder ranges.",
    source: "Ranging OOB §5.5", needs: [.radioIfPresent]
  ) { oob in
    for role in [OOBRole.initiator, .responder] {
      let own = try await oob.ultraWideband()
      guard own.roles == .both else { throw CaseEnding.skip("not announced: both roles") }
      let radio = try await oob.range(
        oob.block(for: own) { $0.role = role }, with: own, rounds: 1, "ranging as the \(role)")
      try await oob.end(radio)
    }
  }
}
