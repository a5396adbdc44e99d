import LabRuntime
public import NearbyAccessory
import RigFile

extension CaseContext {
  /// Awaits one message of a kind; anything else, or nothing in time, breaks the requirement.
  ///
  /// - Parameter ignoring: kinds that may come before it, beside the vendor messages that the board
  ///   claims.
  public func expect(
    _ identifier: AccessoryMessage.Identifier, from board: AccessoryBoard, within limit: Duration,
    ignoring: [AccessoryMessage.Identifier] = [], _ what: String
  ) async throws -> AccessoryBoard.Received {
    let deadline = lab.now.advanced(by: limit)
    while let received = try await board.next(until: deadline) {
      if let message = received.message, ignoring.contains(message.identifier) { continue }
      if board.declares(received.bytes) { continue }
      // A stop may be answered behind what comes after it.
      if received.isOwedStop, identifier != .didStop { continue }
      try require(
        received.message?.identifier == identifier, what, expected: "\(identifier)",
        got: received.description)
      return received
    }
    let (expected, got) = ("\(identifier) within \(limit)", board.wordsOfNoFrame)
    if let heldUp = heldUp(what, expected: expected, got: got, within: limit) { throw heldUp }
    // What comes as much later as the machine took may have been in time.
    let taken = lateness.lost(deadline.advanced(by: .zero - limit), lab.now)
    if taken > 0,
      let late = try await board.next(until: lab.now.advanced(by: .milliseconds(taken))),
      late.message?.identifier == identifier
    {
      throw CaseEnding.heldUp(
        "\(what): expected \(expected), received it later; \(lateness.excuse)")
    }
    throw violation(what, expected: expected, got: got)
  }

  /// Initializes an accessory: 0x0A, and its configuration data.
  public func initialize(_ board: AccessoryBoard) async throws -> [UInt8] {
    try await board.send(.initialize())
    let received = try await expect(
      .accessoryConfigurationData, from: board, within: limits.accessoryAnswer,
      "initialize is answered with accessory configuration data")
    return received.message?.body ?? []
  }
}
