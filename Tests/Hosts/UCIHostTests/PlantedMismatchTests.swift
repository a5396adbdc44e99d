import NearbySession
import RangingOOB
import Testing
import UCI

@testable import UCIHost

@Suite("Why a phone and an accessory do not range")
struct PlantedMismatchTests {
  /// One way in which the two ends come apart, and the parameter that has to be named first.
  struct Mismatch: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parameters: [String]
    /// Words that the sentence must have.
    var words = ""
    /// The configuration ids that it can be planted in; empty: any.
    var configIDs: [UInt8] = []
    let plant: @Sendable (inout AppConfiguration, inout UInt32) -> Void
  }

  private static let address: [UInt8] = [0x1A, 0x2B]
  private static let reverse = "the same bytes in reverse order"

  /// What accessories make of what they are told (Ranging OOB §12), which the search at the phone's radio
  /// finds too.
  static let misreadings: [Mismatch] = [
    Mismatch(
      testDescription: "byte order of the session id", parameters: ["SESSION_ID"], words: reverse
    ) { $1 = $1.byteSwapped },
    Mismatch(
      testDescription: "byte order of the own address",
      parameters: ["DEVICE_MAC_ADDRESS/DST_MAC_ADDRESS", "DST_MAC_ADDRESS/DEVICE_MAC_ADDRESS"],
      words: reverse
    ) { configuration, _ in
      configuration[.deviceMACAddress] = configuration.address.reversed()
    },
    Mismatch(
      testDescription: "byte order of the peer's address",
      parameters: ["DEVICE_MAC_ADDRESS/DST_MAC_ADDRESS", "DST_MAC_ADDRESS/DEVICE_MAC_ADDRESS"],
      words: reverse
    ) { configuration, _ in
      configuration[.dstMACAddress] = configuration[.dstMACAddress]?.reversed()
    },
    Mismatch(
      testDescription: "byte order of the key", parameters: ["SESSION_KEY"], words: reverse,
      configIDs: [3, 6]
    ) { configuration, _ in
      configuration[.sessionKey] = configuration[.sessionKey]?.reversed()
    },
    Mismatch(
      testDescription: "byte order of the vendor id", parameters: ["VENDOR_ID"], words: reverse,
      configIDs: [1]
    ) { configuration, _ in configuration[.vendorID] = configuration[.vendorID]?.reversed() },
    Mismatch(
      testDescription: "byte order of the vector", parameters: ["STATIC_STS_IV"], words: reverse,
      configIDs: [1]
    ) { configuration, _ in
      configuration[.staticSTSIV] = configuration[.staticSTSIV]?.reversed()
    },
    Mismatch(testDescription: "slot", parameters: ["SLOT_DURATION"]) { configuration, _ in
      configuration.set(.slotDuration, configuration.slotDurationRSTU == 2400 ? 1200 : 2400)
    },
    Mismatch(testDescription: "slots", parameters: ["SLOTS_PER_RR"]) { configuration, _ in
      configuration.set(.slotsPerRR, 25)
    },
    Mismatch(testDescription: "preamble", parameters: ["PREAMBLE_CODE_INDEX"]) {
      configuration, _ in
      configuration.set(.preambleCodeIndex, configuration.preambleCode == 9 ? 10 : 9)
    },
    Mismatch(testDescription: "channel", parameters: ["CHANNEL_NUMBER"]) { configuration, _ in
      configuration.set(.channelNumber, configuration.channel == 9 ? 5 : 9)
    },
    Mismatch(testDescription: "hopping", parameters: ["HOPPING_MODE"]) { configuration, _ in
      configuration.set(.hoppingMode, 0)
    },
    Mismatch(testDescription: "round control", parameters: ["RANGING_ROUND_CONTROL"]) {
      configuration, _ in configuration.set(.rangingRoundControl, 3)
    },
    Mismatch(
      testDescription: "all of a static key from its other end", parameters: ["VENDOR_ID"],
      configIDs: [1]
    ) { configuration, _ in
      let key = (configuration[.vendorID] ?? []) + (configuration[.staticSTSIV] ?? [])
      configuration[.vendorID] = Array(key.reversed().prefix(2))
      configuration[.staticSTSIV] = Array(key.reversed().dropFirst(2))
    },
    Mismatch(testDescription: "vendor of Apple", parameters: ["VENDOR_ID"], configIDs: [1]) {
      configuration, _ in configuration[.vendorID] = [0x4C, 0x00]
    },
    Mismatch(
      testDescription: "eight bytes of a key", parameters: ["SESSION_KEY"], configIDs: [3, 6]
    ) { configuration, _ in
      let start = configuration[.sessionKey]?.prefix(8) ?? []
      configuration[.sessionKey] = Array(start) + [UInt8](repeating: 0, count: 8)
    },
    Mismatch(testDescription: "zero key", parameters: ["SESSION_KEY"], configIDs: [3, 6]) {
      configuration, _ in configuration[.sessionKey] = [UInt8](repeating: 0, count: 16)
    },
    Mismatch(
      testDescription: "a key of a static STS", parameters: ["STS_CONFIG"], configIDs: [3, 6]
    ) { configuration, _ in
      let key = configuration[.sessionKey] ?? []
      configuration.set(.stsConfig, 0)
      configuration[.vendorID] = Array(key.prefix(2))
      configuration[.staticSTSIV] = Array(key.dropFirst(2).prefix(6))
      for id in [AppConfigID.sessionKey, .keyRotation] { configuration[id] = nil }
    },
    Mismatch(testDescription: "the other side", parameters: ["DEVICE_TYPE", "DEVICE_ROLE"]) {
      configuration, _ in
      configuration.set(.deviceType, configuration.isController ? 0 : 1)
      configuration.set(.deviceRole, configuration.isInitiator ? 0 : 1)
    },
    Mismatch(testDescription: "one interval for all", parameters: ["RANGING_DURATION"]) {
      configuration, _ in configuration.set(.rangingDuration, 200)
    },
  ]

  static let mismatches = misreadings + others

  private static let others: [Mismatch] = [
    Mismatch(testDescription: "session id", parameters: ["SESSION_ID"]) { $1 &+= 1 },
    Mismatch(testDescription: "key", parameters: ["SESSION_KEY"], configIDs: [3, 6]) {
      configuration, _ in configuration[.sessionKey]?[7] ^= 1
    },
    Mismatch(testDescription: "static or provisioned", parameters: ["STS_CONFIG"]) {
      configuration, _ in
      configuration.set(.stsConfig, configuration.number(.stsConfig) == 0 ? 3 : 0)
    },
    Mismatch(testDescription: "role", parameters: ["DEVICE_ROLE"]) { configuration, _ in
      configuration.set(.deviceRole, configuration.isInitiator ? 0 : 1)
    },
    Mismatch(testDescription: "controller", parameters: ["DEVICE_TYPE"]) { configuration, _ in
      configuration.set(.deviceType, configuration.isController ? 0 : 1)
    },
    Mismatch(testDescription: "mode of addresses", parameters: ["MAC_ADDRESS_MODE"]) {
      configuration, _ in configuration.set(.macAddressMode, 2)
    },
    Mismatch(testDescription: "block", parameters: ["RANGING_DURATION"]) { configuration, _ in
      configuration.set(.rangingDuration, Int64(configuration.rangingDurationMilliseconds) + 1)
    },
    Mismatch(testDescription: "stride", parameters: ["BLOCK_STRIDE_LENGTH"]) {
      configuration, _ in configuration.set(.blockStrideLength, 2)
    },
  ]

  /// A configuration that phones send, drawn by a seed.
  private static func block(
    _ random: inout SeededNumbers, configIDs: [UInt8] = []
  ) -> ConfigurationBlock.UWB {
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var block = ConfigurationBlock.UWB()
    let ids: [UInt8] = configIDs.isEmpty ? [1, 3, 6] : configIDs
    block.configID = ids[Int.random(in: 0..<ids.count, using: &random)]
    block.key = bytes(OOBConfigID.keyLengths(of: block.configID)[0])
    // An address or an id that is the same from both ends tells nothing of an order.
    block.address = [
      UInt8.random(in: 1...99, using: &random), UInt8.random(in: 100...200, using: &random),
    ]
    block.sessionID = UInt32.random(in: 1...0xFFFF, using: &random)
    block.channel = Bool.random(using: &random) ? 9 : 5
    block.preamble = UInt8.random(in: 9...12, using: &random)
    block.slot = UInt8.random(in: 1...2, using: &random)
    block.interval = UInt16(
      OOBConfigID.rates(of: block.configID)[Int.random(in: 0..<3, using: &random)])
    block.role = Bool.random(using: &random) ? .initiator : .responder
    return block
  }

  private static func given(
    _ block: ConfigurationBlock.UWB, _ side: OOBSide, _ mismatch: Mismatch? = nil
  ) -> GivenParameters {
    var radio = AppConfiguration(block, boardAddress: address, side: side)
    var sessionID = block.sessionID
    mismatch?.plant(&radio, &sessionID)
    return GivenParameters(
      board: side == .phone ? "phone" : "tag", sessionID: sessionID,
      parameters: radio.parameters)
  }

  @Test("of 200 planted mismatches the first cause is named, at either end", arguments: 0..<200)
  func planted(seed: Int) throws {
    var random = SeededNumbers(state: UInt64(seed) &+ 1)
    let mismatch = Self.mismatches[seed % Self.mismatches.count]
    let block = Self.block(&random, configIDs: mismatch.configIDs)
    let isAtPhone = Bool.random(using: &random)
    let difference = ParameterDifference(
      Self.given(block, .phone, isAtPhone ? mismatch : nil),
      Self.given(block, .board, isAtPhone ? nil : mismatch))
    let first = try #require(difference.findings.first, "\(mismatch.testDescription)")
    #expect(
      mismatch.parameters.contains(first.parameter) && first.sentence.contains(mismatch.words),
      "\(mismatch.testDescription): \(first.parameter): \(first.sentence)")
  }

  @Test(
    "the radio that hears an accessory by what 200 were given names it, with what is looked for",
    arguments: 0..<200)
  func searched(seed: Int) throws {
    var random = SeededNumbers(state: UInt64(seed) &+ 2001)
    let mismatch = Self.misreadings[seed % Self.misreadings.count]
    let block = Self.block(&random, configIDs: mismatch.configIDs)
    let order = RadioOrder(block, board: Self.address)
    let tag = Self.given(block, .board, mismatch)
    #expect(ParameterDifference(Self.given(order), Self.given(block, .board)).isEmpty)
    #expect(!ParameterDifference(Self.given(order), tag).isEmpty)
    let heard = try #require(
      order.misreadings.first { ParameterDifference(Self.given($0.order), tag).isEmpty },
      "\(mismatch.testDescription): not heard with any of \(order.misreadings.count)")
    let difference = ParameterDifference(
      Self.given(order), Self.given(heard.order).counterpart(named: "tag"))
    let first = try #require(difference.findings.first)
    #expect(
      mismatch.parameters.contains(first.parameter) && first.sentence.contains(mismatch.words),
      "\(mismatch.testDescription): \(heard.name): \(first.parameter): \(first.sentence)")
  }

  private static func given(_ order: RadioOrder) -> GivenParameters {
    GivenParameters(
      board: "phone", sessionID: order.sessionIdentifier, parameters: order.parameters)
  }

  @Test("between 200 phones and accessories that fit nothing is named", arguments: 0..<200)
  func healthy(seed: Int) {
    var random = SeededNumbers(state: UInt64(seed) &+ 1001)
    let block = Self.block(&random)
    let difference = ParameterDifference(Self.given(block, .phone), Self.given(block, .board))
    #expect(difference.isEmpty, "\(difference)")
  }
}

/// A generator with a fixed seed.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
