import Errors
import LabRuntime
import Links
import NearbyAccessory
import RangingOOB
import RigFile
import Runner

/// A connection that a case makes by itself to an accessory for Android phones on Bluetooth LE.
struct OOBCentral {
  let link: CentralLink
  let oob: OOBExchange
  /// The account key, and the challenge of the last operation; nil on a data channel of its own.
  var findHub: FindHubChannel?

  private var context: CaseContext { oob.context }

  // MARK: Values as they are

  /// The value of the characteristic, as it is read.
  func read() async throws -> [UInt8] {
    guard let handle = link.receive?.handle else { throw context.missing("the characteristic") }
    do throws(RigError) { return try await link.connection.read(handle) } catch {
      throw context.violation(
        "the characteristic can be read", expected: "a value", got: "\(error)")
    }
  }

  /// Writes a value; nil when it is taken, else the error of the server.
  func write(_ value: [UInt8]) async throws -> RigError.Code? {
    guard let handle = link.receive?.handle else { throw context.missing("the characteristic") }
    do throws(RigError) {
      try await link.connection.write(value, to: handle, withResponse: true)
      return nil
    } catch {
      guard error.code != .closed, error.code != .cancelled, error.code != .timedOut else {
        throw error
      }
      return error.code
    }
  }

  /// The next notification; nil when none comes in time.
  func notification(within limit: Duration) async throws -> [UInt8]? {
    try await link.next(until: context.lab.now.advanced(by: limit))
  }

  // MARK: Messages

  /// Sends a message, in a frame where there is one around it.
  mutating func send(_ message: OOBMessage) async throws -> RigError.Code? {
    guard findHub != nil else { return try await write(message.encode()) }
    let challenge = try await read()
    guard let value = try findHub?.wrap(message.encode(), read: challenge) else { return nil }
    return try await write(value)
  }

  /// The message of a notification; nil where there is none that a phone takes.
  func message(_ value: [UInt8]) -> OOBMessage? {
    guard let findHub else { return try? OOBMessage.decode(value) }
    return findHub.unwrap(value).flatMap { try? OOBMessage.decode($0) }
  }

  // MARK: Frames of the Find Hub network

  /// A challenge that was read now.
  func challenge() async throws -> FindHubFrame.Challenge {
    let value = try await read()
    do { return try FindHubFrame.Challenge.decode(value) } catch {
      throw context.violation(
        "the value is a challenge", expected: "9 bytes", got: "\(value.count) bytes")
    }
  }

  /// A frame that is proven with a challenge, which is read for it, and the first account key, unless
  /// others are said.
  func frame(
    _ operation: FindHubFrame.Operation, _ message: OOBMessage = OOBExchange.request(),
    challenge known: FindHubFrame.Challenge? = nil, key: [UInt8]? = nil, coversData: Bool = true
  ) async throws -> FindHubFrame {
    let challenge = if let known { known } else { try await self.challenge() }
    return FindHubFrame(
      operation: operation, data: message.encode(), key: key ?? findHub?.key ?? [],
      challenge: challenge, isAnswer: false, coversData: coversData)
  }

  /// Asserts that a request for capabilities is taken and answered, as ever.
  mutating func requireAnswer(_ what: String) async throws {
    let refusal = try await send(OOBExchange.request())
    guard refusal == nil else {
      throw context.violation(
        what, expected: "a write that is taken", got: "\(refusal ?? .refused)")
    }
    let value = try await notification(within: OOBExchange.capabilityLimit)
    let answer = value.flatMap { message($0) }
    try context.require(
      answer?.kind == .capabilitiesResponse, what, expected: "capabilities",
      got: answer.map { "\($0.kind)" } ?? (value == nil ? "nothing" : "what is not proven"))
  }

  /// Asserts that a write was not refused.
  func requireTaken(_ refusal: RigError.Code?, _ what: String) throws {
    try context.require(
      refusal == nil, what, expected: "a write that is taken",
      got: refusal?.description ?? "a write that is taken")
  }

  /// Asserts that a write is refused with one of these errors.
  func requireRefusal(
    of value: [UInt8], _ allowed: [RigError.Code], _ what: String
  ) async throws {
    let refusal = try await write(value)
    try context.require(
      refusal.map(allowed.contains) ?? false, what,
      expected: allowed.map(\.description).joined(separator: " or "),
      got: refusal?.description ?? "a write that is taken")
  }
}

extension Need {
  /// An account key, and the accessory on Bluetooth LE inside the Find Hub network.
  static let findHub = Need(named: "find-hub") { boards in
    for board in boards {
      guard board.dataChannel == GATTLayout.findHub else {
        return "not claimed: \(board.name) is not on a link of the Find Hub network"
      }
      if board.claims.accountKeys?.isEmpty ?? true {
        return "not claimed: no account key of \(board.name) is known"
      }
    }
    return nil
  }

  /// Something has to be proven.
  static let proof = Need(named: "find-hub-proof") { boards in
    boards.first { $0.claims.skipsAuthentication == true }
      .map { "not claimed: \($0.name) is in the mode in which nothing has to be proven" }
  }

  /// Nothing has to be proven.
  static let noProof = Need(named: "find-hub-no-proof") { boards in
    boards.first { $0.claims.skipsAuthentication != true }
      .map { "not claimed: \($0.name) is not in the mode in which nothing has to be proven" }
  }
}

extension OOBExchange {
  /// Connects as the only central, the accessory's own link closed.
  func central(unit: Int? = 247, subscribes: Bool = true) async throws -> OOBCentral {
    board.disconnect()
    let link = try await context.central(board, unit: unit, encrypted: false)
    if subscribes { try await link.subscribe() }
    let isFindHub = link.channel.layout == GATTLayout.findHub
    let key = isFindHub ? board.description.claims.accountKeys?.first : nil
    return OOBCentral(link: link, oob: self, findHub: key.map { FindHubChannel(key: $0) })
  }

  /// The accessory's own link again, over which it still answers.
  func end(_ central: OOBCentral) async throws {
    central.link.connection.disconnect()
    try await board.connect()
    try await fence(
      "the own link is served again",
      allowing: [.capabilitiesResponse, .configurationResponse, .stopResponse, .motion])
  }
}
