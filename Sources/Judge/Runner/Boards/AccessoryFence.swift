import LabRuntime
public import NearbyAccessory
import RigFile

extension CaseContext {
  /// Proves silence: performs the next exchange that an accessory must answer (0x0C, then 0x0A) and
  /// asserts that nothing came before the answer but what is allowed.
  ///
  /// Did-stop is always allowed, because the stop may be answered, and so are the vendor messages that
  /// the board claims. Configuration data before did-stop belongs to what was sent earlier when other
  /// data follow, and is the answer when none do: a stop may be answered late. Where the stop is not
  /// answered, a second answer within `limits.silence` tells that the first one was to something
  /// earlier. Afterwards the accessory is configured.
  ///
  /// - Parameters:
  ///   - allowed: what else may come.
  ///   - what: the assertion, as it is reported.
  /// - Returns: the accessory configuration data of the answer.
  @discardableResult
  public func fence(
    _ board: AccessoryBoard, allowing allowed: [AccessoryMessage.Identifier] = [], _ what: String
  ) async throws -> [UInt8] {
    try await board.send(.stop())
    let asked = lab.now
    try await board.send(.initialize())
    var deadline = lab.now.advanced(by: limits.accessoryAnswer)
    var unexpected: [String] = []
    var answer: AccessoryBoard.Received?
    var (isLate, isTwice) = (false, false)
    // A board that floods is not listened to any longer than it takes to say so.
    while unexpected.count < 100, let received = try await board.next(until: deadline) {
      switch received.message?.identifier {
      case .accessoryConfigurationData?:
        if let early = answer, !allowed.contains(.accessoryConfigurationData) {
          unexpected.append(early.description)
        }
        isTwice = isTwice || answer != nil
        answer = received
        deadline = lab.now.advanced(
          by: board.stopWait(answeredAfter: asked.duration(to: received.at)))
      case .didStop?:
        guard let answer else { continue }
        isLate = true
        // Where another stop is still to be answered, that is waited for all the same.
        let wait = board.dataWait(answeredAfter: asked.duration(to: answer.at))
        deadline = lab.now.advanced(by: max(wait, board.owesDidStop ? limits.stopAnswer : .zero))
      case let identifier? where allowed.contains(identifier): continue
      default: if !board.declares(received.bytes) { unexpected.append(received.description) }
      }
    }
    if isLate { board.noteLateFence(isClean: !isTwice && unexpected.isEmpty) }
    let came = unexpected.isEmpty ? board.wordsOfNoFrame : unexpected.joined(separator: ", ")
    guard case .accessoryConfigurationData(let data)? = answer?.message else {
      throw try await unanswered(board, got: came)
    }
    try require(
      unexpected.isEmpty, what,
      expected: allowed.isEmpty
        ? "nothing" : "nothing but \(allowed.map(\.description).joined(separator: ", "))",
      got: came)
    return data
  }

  /// The ending of a case whose stop and initialize were not answered: once more tells whether the
  /// accessory is wedged.
  public func unanswered(_ board: AccessoryBoard, got: String) async throws -> CaseEnding {
    let what = "stop and initialize are still answered"
    let expected = "accessory configuration data (0x01)"
    let heldUp = heldUp(what, expected: expected, got: got, within: limits.accessoryAnswer)
    try await lab.sleep(for: Self.secondFence, label: "a second fence for \(board.name)")
    try await board.send(.stop())
    try await board.send(.initialize())
    let deadline = lab.now.advanced(by: limits.accessoryAnswer)
    var strangers = 0
    while strangers < 100, let received = try await board.next(until: deadline) {
      if received.message?.identifier == .accessoryConfigurationData {
        return heldUp
          ?? violation(what, expected: expected, got: got + ", and an answer to the second ones")
      }
      if !board.declares(received.bytes) { strangers += 1 }
    }
    return heldUp ?? wedged(what, expected: expected, got: got)
  }
}
