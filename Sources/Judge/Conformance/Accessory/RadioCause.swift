import LabRuntime
import NearbyAccessory
import NearbySession
import RangingOOB
import RigFile
import Runner
import UCIHost

/// How a case tells an accessory once more what it has told it.
struct Retelling: Sendable {
  /// The name of the accessory.
  let board: String
  let known: KnownMisreadings
  /// Ends what ranges and tells it again; false where the accessory does not take it.
  let tell: @Sendable () async throws -> Bool
}

extension PhoneRadio {
  /// Blocks in which an accessory is heard that has something else than it was told.
  private static let blocks = 3
  /// A radio that was started just now may need a moment.
  private static let startUp = Duration.milliseconds(200)

  /// What the accessory has in place of what it was told, in a sentence: it is told the same again and
  /// again, and the phone's radio something else each time, until they hear each other or the time is
  /// over; nil where it does not even take what it took before.
  func cause(_ retelling: Retelling) async -> String? {
    let board = retelling.board
    guard retelling.known.isSearchable else { return nil }
    let end = context.lab.now.advanced(by: CaseContext.searchLimit)
    do {
      try await stop()
      let phone = order.given(to: try context.radio().name)
      guard let isHeard = try await hears(order, retelling) else { return nil }
      if isHeard { return "told the same again, \(board) is heard" }
      let (all, known) = (order.misreadings, retelling.known.names)
      let misreadings =
        known.compactMap { name in all.first { $0.name == name } }
        + all.filter { !known.contains($0.name) }
      for (number, misreading) in misreadings.enumerated() {
        guard number == 0 || context.lab.now < end else {
          retelling.known.note(nil)
          return "\(board) is not heard either with \(number) of \(misreadings.count) other "
            + "readings, from \(misreadings[0].name) to \(misreadings[number - 1].name)"
        }
        guard try await hears(misreading.order, retelling) == true else { continue }
        retelling.known.note(misreading.name)
        let accessory = misreading.order.given(to: phone.board).counterpart(named: board)
        return ParameterDifference(phone, accessory).findings.first.map { "cause: \($0.sentence)" }
      }
      retelling.known.note(nil)
      return
        "\(board) is not heard either where bytes stand in another order, or with other keys, roles, "
        + "slots, intervals and preambles"
    } catch { return nil }
  }

  /// Whether the accessory is heard with another order; nil where it does not take what it is told.
  private func hears(_ other: RadioOrder, _ retelling: Retelling) async throws -> Bool? {
    let radio: PhoneRadio
    do { radio = try await context.radio(other) } catch CaseEnding.skip { return false }
    guard try await retelling.tell() else {
      try await radio.stop()
      return nil
    }
    let time = max(block, radio.block) * Self.blocks + Self.startUp
    let isHeard = try await radio.isHeard(within: time)
    try await radio.stop()
    return isHeard
  }
}

extension RadioOrder {
  fileprivate func given(to board: String) -> GivenParameters {
    GivenParameters(board: board, sessionID: sessionIdentifier, parameters: parameters)
  }
}

extension CaseContext {
  /// How an accessory is configured again.
  func retelling(
    _ accessory: AccessoryBoard, _ shareable: ShareableConfigurationData
  ) throws -> Retelling {
    let bytes = AccessoryMessage.configureAndStart(try shareable.encode()).encode()
    return Retelling(board: accessory.name, known: accessory.misreadings) { [self] in
      try await stop(accessory)
      try await accessory.send(bytes: bytes)
      return try await comes(.didStart, from: accessory, within: limits.accessoryStart)
    }
  }
}

extension OOBExchange {
  /// How a configuration is sent again.
  func retelling(_ message: OOBMessage, isAnswered: Bool) -> Retelling {
    let patience = isAnswered ? Duration.milliseconds(1200) : .milliseconds(300)
    return Retelling(board: board.name, known: board.misreadings) { [self] in
      try await board.send(OOBMessage(version: message.version, .stopRequest(.uwb)))
      _ = try await next(.stopResponse, within: .milliseconds(300))
      try await board.send(message)
      if case .configurationResponse(let set)? = try await next(
        .configurationResponse, within: patience)?.body
      {
        return set.contains(OOBTechnology.uwb)
      }
      // One that answers no configuration has taken it; one that answers nothing has not.
      try await board.send(Self.request())
      return try await next(.capabilitiesResponse, within: Self.capabilityLimit) != nil
    }
  }

  /// The next message of a kind; nil where none comes in time.
  private func next(
    _ kind: OOBMessage.Kind, within limit: Duration
  ) async throws -> OOBMessage? {
    let deadline = context.lab.now.advanced(by: limit)
    while let received = try await board.next(until: deadline) {
      if let message = received.message, message.kind == kind { return message }
    }
    return nil
  }
}
