import UCI

/// A parameter that two boards must have in common, and what becomes of them when they do not.
struct ParameterAgreement: Sendable {
  /// When the parameter counts at all: only when both boards have one of these values of another.
  struct Condition: Sendable {
    let id: AppConfigID
    let values: [Int64]
  }

  let id: AppConfigID
  let consequence: String
  let condition: Condition?

  private init(_ id: AppConfigID, _ consequence: String, when condition: Condition? = nil) {
    self.id = id
    self.consequence = consequence
    self.condition = condition
  }

  /// All of them, from what is heard first to what is only in the frames.
  static let all: [ParameterAgreement] = [
    ParameterAgreement(.channelNumber, "on different channels neither hears the other"),
    ParameterAgreement(.preambleCodeIndex, "a preamble of another code is not detected"),
    ParameterAgreement(.preambleDuration, "a preamble of another length is not received"),
    ParameterAgreement(.prfMode, "pulses of another rate are not received"),
    ParameterAgreement(.sfdID, "a frame behind another delimiter is not received"),
    ParameterAgreement(
      .rframeConfig, "the parts of a ranging frame are not where they are expected"),
    ParameterAgreement(.psduDataRate, "the payload of a frame cannot be decoded"),
    ParameterAgreement(.bprfPHRDataRate, "the header of a frame cannot be decoded"),
    ParameterAgreement(.macFCSType, "the checksum of a frame does not match"),
    ParameterAgreement(.stsConfig, "the scrambled timestamps come from different keys"),
    ParameterAgreement(.stsLength, "the scrambled timestamps differ in length"),
    ParameterAgreement(.numberOfSTSSegments, "the scrambled timestamps differ in length"),
    ParameterAgreement(.stsIndex, "the scrambled timestamps start at different places"),
    ParameterAgreement(
      .vendorID, "it is part of the static key, so no scrambled timestamp matches",
      when: staticSTS),
    ParameterAgreement(
      .staticSTSIV, "it is part of the static key, so no scrambled timestamp matches",
      when: staticSTS),
    ParameterAgreement(
      .sessionKey, "the scrambled timestamps come from different keys", when: provisionedSTS),
    ParameterAgreement(.keyRotation, "the keys part when one of the boards changes its own"),
    ParameterAgreement(
      .keyRotationRate, "the keys part when one of the boards changes its own",
      when: Condition(id: .keyRotation, values: [1])),
    ParameterAgreement(.rangingRoundUsage, "a round has other frames than the other board expects"),
    ParameterAgreement(
      .rangingRoundControl, "a round has other frames than the other board expects"),
    ParameterAgreement(.scheduleMode, "the boards share out the slots of a round differently"),
    ParameterAgreement(
      .capSizeRange, "the boards share out the slots of a round differently",
      when: Condition(id: .scheduleMode, values: [0, 2])),
    ParameterAgreement(.multiNodeMode, "the boards share out the slots of a round differently"),
    ParameterAgreement(
      .slotDuration, "every frame but the first comes when the other side does not listen"),
    ParameterAgreement(.slotsPerRR, "the rounds differ in length, and the boards drift apart"),
    ParameterAgreement(
      .rangingDuration, "the next block comes when the other side does not listen"),
    ParameterAgreement(
      .rangingTimeStruct, "the next block comes when the other side does not listen"),
    ParameterAgreement(.hoppingMode, "the next round comes when the other side does not listen"),
    ParameterAgreement(
      .blockStrideLength, "the next block comes when the other side does not listen"),
    ParameterAgreement(.macAddressMode, "addresses of another length are those of other devices"),
  ]

  private static let staticSTS = Condition(id: .stsConfig, values: [0])
  private static let provisionedSTS = Condition(id: .stsConfig, values: [3, 4])

  func counts(_ first: AppConfiguration, _ second: AppConfiguration) -> Bool {
    guard let condition else { return true }
    return [first, second].allSatisfy { configuration in
      configuration.number(condition.id).map(condition.values.contains) ?? false
    }
  }
}

/// Values of a parameter that must stand opposite each other.
struct ParameterOpposition: Sendable {
  let id: AppConfigID
  let pairs: [(Int64, Int64)]
  let consequence: String

  static let all: [ParameterOpposition] = [
    ParameterOpposition(
      id: .deviceType, pairs: [(0, 1)],
      consequence: "one board must be CONTROLLER and the other CONTROLEE"),
    // Two anchors range with each other too: of UL-TDoA to keep time, of DL-TDoA in every round.
    ParameterOpposition(
      id: .deviceRole, pairs: [(0, 1), (2, 3), (2, 4), (3, 4), (5, 6), (7, 8), (7, 7)],
      consequence: "one board must send what the other waits for, as INITIATOR and RESPONDER do"),
  ]

  /// Whether the two stand opposite each other.
  func holds(_ first: Int64?, _ second: Int64?) -> Bool {
    pairs.contains { $0.0 == first && $0.1 == second || $0.0 == second && $0.1 == first }
  }
}
