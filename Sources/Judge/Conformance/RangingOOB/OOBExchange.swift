import LabRuntime
import NearbySession
import RangingOOB
import Runner

/// Messages of a phone to one accessory, and what it answers.
struct OOBExchange: Sendable {
  let context: CaseContext
  let board: OOBBoard

  /// How long a phone waits for capabilities (Ranging OOB §5.1).
  static let capabilityLimit = Duration.seconds(4)

  // MARK: Capabilities

  static func request(
    _ set: OOBTechnologySet = .uwb, version: UInt8 = 1
  ) -> OOBMessage {
    OOBMessage(version: version, .capabilitiesRequest(set))
  }

  /// The answer to a request, whatever is in it; late ones to a configuration or a stop are passed over.
  func answer(
    _ set: OOBTechnologySet = .uwb, version: UInt8 = 1
  ) async throws -> OOBBoard.Received {
    try await board.send(Self.request(set, version: version))
    let what = "a request for capabilities is answered"
    let deadline = context.lab.now.advanced(by: Self.capabilityLimit)
    var next = try await board.next(until: deadline)
    while [.configurationResponse, .stopResponse].contains(next?.message?.kind) {
      next = try await board.next(until: deadline)
    }
    guard let received = next else {
      let expected = "capabilities within 4 s"
      throw context.heldUp(
        what, expected: expected, got: "nothing", within: Self.capabilityLimit)
        ?? context.violation(what, expected: expected, got: "nothing")
    }
    try context.require(true, what, expected: "an answer", got: received.description)
    return received
  }

  /// The capabilities; every phone can read them.
  func capabilities(
    _ set: OOBTechnologySet = .uwb, version: UInt8 = 1
  ) async throws -> (version: UInt8, content: OOBMessage.Capabilities) {
    let received = try await answer(set, version: version)
    let message = received.message
    guard let message, case .capabilitiesResponse(let content) = message.body else {
      throw context.violation(
        "a request for capabilities is answered with capabilities that a phone can read",
        expected: "capabilities-response", got: received.description)
    }
    try context.require(
      true, "a request for capabilities is answered with capabilities that a phone can read",
      expected: "capabilities-response", got: received.description)
    return (message.version, content)
  }

  /// The version of the capabilities with which a request is answered. What a version that is still to
  /// come has behind them is not looked at.
  func version(inAnswerTo asked: UInt8) async throws -> UInt8 {
    let received = try await answer(version: asked)
    let (version, kind) = (received.bytes.first ?? 0, received.bytes.dropFirst().first)
    let isNewer =
      version > OOBMessage.highestVersion && kind == OOBMessage.Kind.capabilitiesResponse.rawValue
    try context.require(
      isNewer || received.message?.kind == .capabilitiesResponse,
      "a request for capabilities is answered with capabilities that a phone can read",
      expected: "capabilities-response", got: received.description)
    return version
  }

  /// How long to wait for what may be answered or not: a second, or more for an accessory that is slow.
  func patience() async throws -> Duration {
    let asked = context.lab.now
    let usual = asked.duration(to: try await context.preparing { try await answer().at })
    return min(max(.seconds(1), usual * 2), Self.capabilityLimit)
  }

  /// The block of ultra-wideband, which cases about ranging take for granted.
  func ultraWideband() async throws -> CapabilityBlock.UWB {
    let content = try await context.preparing { try await capabilities().content }
    guard let block = content.blocks.ultraWideband else {
      throw CaseEnding.skip("the accessory offers no ultra-wideband")
    }
    return block
  }

  /// Proves that the accessory answers, and asserts that nothing came before but what is allowed.
  func fence(_ what: String, allowing allowed: [OOBMessage.Kind] = []) async throws {
    try await board.send(Self.request())
    var strange: [String] = []
    while strange.count < 100, let received = try await board.next(within: Self.capabilityLimit) {
      if received.message?.kind == .capabilitiesResponse {
        return try context.require(
          strange.isEmpty, what, expected: "nothing",
          got: strange.isEmpty ? "nothing" : strange.joined(separator: ", "))
      }
      if let kind = received.message?.kind,
        allowed.contains(kind)
          || board.repeatsAnswers && [.configurationResponse, .stopResponse].contains(kind)
      {
        continue
      }
      strange.append(received.description)
    }
    let what = "a request for capabilities is still answered"
    let got = strange.isEmpty ? "nothing" : strange.joined(separator: ", ")
    throw context.heldUp(
      what, expected: "capabilities-response", got: got, within: Self.capabilityLimit)
      ?? context.wedged(what, expected: "capabilities-response", got: got)
  }

  // MARK: Configuration

  /// Bits that stand for no technology, those that requests are tried with (Ranging OOB §1.3).
  static let reserved = OOBTechnologySet(rawValue: 1 << 4 | 1 << 7 | 1 << 8 | 1 << 15)

  /// A configuration that the accessory announced, with random values of this instance.
  func block(
    for own: CapabilityBlock.UWB, _ change: (inout ConfigurationBlock.UWB) -> Void = { _ in }
  ) -> ConfigurationBlock.UWB {
    var random = context.random("a configuration")
    var block = ConfigurationBlock.UWB()
    // The phone has another address than the accessory, in either byte order.
    repeat {
      block.address = [
        UInt8.random(in: 1...0xFE, using: &random), UInt8.random(in: 1...0xFE, using: &random),
      ]
    } while [own.address, own.address.reversed()].contains(block.address)
    block.sessionID = UInt32.random(in: 1...0x7FFF_FFFF, using: &random)
    block.channel = own.channels.contains(9) ? 9 : 5
    block.preamble = UInt8(
      [10, 9, 11, 12].first(where: own.preambles.contains) ?? own.preambles.numbers.first ?? 10)
    block.slot = max(2, own.minimumSlot)
    block.role = own.roles.contains(.initiator) ? .initiator : .responder
    block.configID = [1, 6, 3].first { own.configIDs.contains(Int($0)) } ?? 1
    change(&block)
    let length = OOBConfigID.keyLengths(of: block.configID)[0]
    if block.key.count != length || block.key == ConfigurationBlock.UWB().key {
      block.key = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    if !Self.rates(of: own, block.configID).contains(Int(block.interval)) {
      block.interval = Self.rates(of: own, block.configID).first.map { UInt16($0) } ?? 240
    }
    return block
  }

  /// The intervals that phones choose and the accessory can do, in milliseconds.
  static func rates(of own: CapabilityBlock.UWB, _ configID: UInt8) -> [Int] {
    OOBConfigID.rates(of: configID).filter { $0 >= Int(own.minimumInterval) }
  }

  static func message(
    _ block: ConfigurationBlock.UWB, version: UInt8 = 1, motion: OOBMotionSupport? = nil
  ) -> OOBMessage {
    message([.uwb(block)], version: version, motion: motion)
  }

  /// - Parameter start: what is to start of it; all when nil.
  static func message(
    _ blocks: [ConfigurationBlock], start: OOBTechnologySet? = nil, version: UInt8 = 1,
    motion: OOBMotionSupport? = nil
  ) -> OOBMessage {
    OOBMessage(
      version: version, .configurationRequest(.init(blocks: blocks, start: start, motion: motion)))
  }

  /// Sends a configuration: the technologies of its answer, or nil where none comes.
  @discardableResult
  func configure(_ message: OOBMessage) async throws -> OOBTechnologySet? {
    try await configure(bytes: message.encode())
  }

  @discardableResult
  func configure(_ block: ConfigurationBlock.UWB) async throws -> OOBTechnologySet? {
    try await configure(Self.message(block))
  }

  @discardableResult
  func configure(bytes: [UInt8]) async throws -> OOBTechnologySet? {
    try await board.send(bytes: bytes)
    return try await reply(of: .configurationResponse)?.technologies
  }

  /// The next answer of a kind, with its version; nil where none comes.
  ///
  /// No phone awaits these answers: silence is none of a violation.
  func reply(
    of kind: OOBMessage.Kind
  ) async throws -> (version: UInt8, technologies: OOBTechnologySet)? {
    let reply = try await firstReply(of: kind)
    if reply != nil { try await board.passOverRepetitions() }
    return reply
  }

  private func firstReply(
    of kind: OOBMessage.Kind
  ) async throws -> (version: UInt8, technologies: OOBTechnologySet)? {
    let deadline = context.lab.now.advanced(by: board.patience(for: kind))
    while let received = try await board.next(until: deadline) {
      switch (received.message?.version, received.message?.body) {
      case (let version?, .configurationResponse(let set)?) where kind == .configurationResponse:
        return (version, set)
      case (let version?, .stopResponse(let set)?) where kind == .stopResponse:
        return (version, set)
      case (_, .configurationResponse?), (_, .stopResponse?), (_, .motion?): continue
      default:
        throw context.violation(
          "nothing but answers comes", expected: "\(kind)", got: received.description)
      }
    }
    board.missed(kind)
    return nil
  }

  /// Asserts that the answer to a message of version 1 is one.
  func requireFirstVersion(_ version: UInt8, _ what: String) throws {
    try context.require(
      version == 1, "the version of \(what)", expected: "1, as was asked", got: "\(version)")
  }

  /// Sends a configuration and asserts that the accessory ranges: by the phone's radio where the rig
  /// has one, and by its answer.
  @discardableResult
  func range(
    _ block: ConfigurationBlock.UWB, with own: CapabilityBlock.UWB, version: UInt8 = 1,
    motion: OOBMotionSupport? = nil, rounds: Int = 2, _ what: String
  ) async throws -> PhoneRadio? {
    try await range(
      Self.message(block, version: version, motion: motion), block, with: own, rounds: rounds, what)
  }

  /// The same with the usual values, for an accessory that is asked for its own first, or was.
  @discardableResult
  func range(
    with known: CapabilityBlock.UWB? = nil, rounds: Int = 1, _ what: String
  ) async throws -> PhoneRadio? {
    let own = if let known { known } else { try await ultraWideband() }
    return try await range(block(for: own), with: own, rounds: rounds, what)
  }

  @discardableResult
  func range(
    _ message: OOBMessage, _ block: ConfigurationBlock.UWB, with own: CapabilityBlock.UWB,
    rounds: Int = 2, isFirst: Bool = false, _ what: String
  ) async throws -> PhoneRadio? {
    try await start(message, block, with: own, rounds: rounds, isFirst: isFirst, what).radio
  }

  /// The same, with what has started as the accessory says it; nil where it says nothing.
  ///
  /// - Parameter isFirst: whether the message is the first of its connection.
  func start(
    _ message: OOBMessage, _ block: ConfigurationBlock.UWB, with own: CapabilityBlock.UWB,
    rounds: Int = 2, isFirst: Bool = false, _ what: String
  ) async throws -> (radio: PhoneRadio?, technologies: OOBTechnologySet?) {
    var radio = try await context.radioIfPresent(RadioOrder(block, board: own.address))
    let set = try await configure(message)
    if set == nil, radio == nil {
      try await fence(what, allowing: [.configurationResponse])
      if !board.answersConfigurations {
        try takeUnanswered()
        return (nil, nil)
      }
    }
    try context.require(
      set?.contains(OOBTechnology.uwb) ?? (radio != nil), what, expected: "an answer with uwb",
      got: set.map { "\($0)" } ?? "no answer")
    if isFirst { radio = try await retuned(radio, block, from: own) }
    try await radio?.requireRanging(
      rounds: rounds, what, again: retelling(message, isAnswered: set != nil))
    return (radio, set)
  }

  /// The phone's radio for a configuration before which nothing was asked over this connection:
  /// some accessories have another address on each, which they tell from now on.
  func retuned(
    _ radio: PhoneRadio?, _ block: ConfigurationBlock.UWB, from own: CapabilityBlock.UWB
  ) async throws -> PhoneRadio? {
    guard let before = radio, let address = try await addressNow(), address != own.address else {
      return radio
    }
    context.step("the accessory has another address on this connection")
    try await before.stop()
    return try await context.radio(RadioOrder(block, board: address))
  }

  /// The address that the accessory tells now; nil where it does not answer.
  private func addressNow() async throws -> [UInt8]? {
    try await board.send(Self.request())
    let deadline = context.lab.now.advanced(by: Self.capabilityLimit)
    while let received = try await board.next(until: deadline) {
      guard case .capabilitiesResponse(let content)? = received.message?.body else { continue }
      return content.blocks.ultraWideband?.address
    }
    return nil
  }

  /// An accessory that answers no configuration, which it need not: without a radio nothing is known but
  /// that it lives.
  private func takeUnanswered() throws {
    if context.instance.case.needs.contains(where: { $0.name == Need.radioIfPresent.name }) {
      throw CaseEnding.skip(
        "\(board.name) does not answer configurations, and without a radio nothing tells whether it ranges"
      )
    }
    context.step(
      "\(board.name) does not answer configurations: whether it ranges is for other cases")
  }

  /// Sends a configuration message that must not start anything, and a good one afterwards.
  func requireRefusal(
    of bytes: [UInt8], with own: CapabilityBlock.UWB, _ what: String
  ) async throws {
    let set = try await configure(bytes: bytes) ?? []
    try context.require(
      !set.contains(OOBTechnology.uwb), what, expected: "no uwb, or no answer", got: "\(set)")
    try await range(with: own, "a good configuration ranges afterwards")
  }

  /// Asserts that the accessory is not on the air some time from now, in three rounds.
  func requireSilence(of radio: PhoneRadio?, after time: Duration, _ what: String) async throws {
    guard let radio else { return }
    let end = context.lab.now.advanced(by: time)
    var round = try await radio.next()
    // Rounds that were measured before are older than the silence.
    while round.at <= end { round = try await radio.next() }
    for _ in 1..<3 where !round.isHeard { round = try await radio.next() }
    try context.require(
      !round.isHeard, what, expected: "rounds in which the accessory is not heard",
      got: round.isHeard ? "it is heard" : "nothing is heard")
  }

  // MARK: Stop

  /// Ends a session on both sides.
  func end(_ radio: PhoneRadio?, _ set: OOBTechnologySet = .uwb) async throws {
    try await radio?.stop()
    _ = try await stop(set)
  }

  /// The technologies of the answer to a stop; nil where none comes.
  func stop(_ set: OOBTechnologySet = .uwb) async throws -> OOBTechnologySet? {
    // The answer to an earlier one that nobody awaited is none to this one.
    var old = 0
    while old < 100, try await board.next(until: context.lab.now) != nil { old += 1 }
    try await board.send(OOBMessage(version: 1, .stopRequest(set)))
    return try await reply(of: .stopResponse)?.technologies
  }
}
