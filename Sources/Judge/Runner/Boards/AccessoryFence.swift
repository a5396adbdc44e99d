import LabRuntime
public import NearbyAccessory
import RigFile

extension CaseContext {
  /// Proves silence: performs the next exchange that an accessory must answer (0x0C, then 0x0A) and
  /// asserts that nothing came before the answer but what is allowed.
  ///
  /// Did-stop is always allowed, because the stop may be answered, and so are the vendor messages that
  /// the board claims. Where the stop is answered, everything before that belongs to what was sent
  /// earlier, configuration data included; where it is not, a second answer within `limits.silence`
  /// tells that the first one did. Afterwards the accessory is configured.
  ///
  /// - Parameters:
  ///   - allowed: what else may come.
  ///   - what: the assertion, as it is reported.
  /// - Returns: the accessory configuration data of the answer.
  @discardableResult
  public func fence(
    _ board: AccessoryBoard, allowing allowed: [AccessoryMessage.Identifier] = [], _ what: String
  ) async throws -> [UInt8] {
    let silence = board.stopSilence
    try await board.send(.stop())
    let asked = lab.now
    try await board.send(.initialize())
    var deadline = lab.now.advanced(by: limits.accessoryAnswer)
    var unexpected: [String] = []
    var answer: AccessoryBoard.Received?
    var isStopped = false
    // A board that floods is not listened to any longer than it takes to say so.
    while unexpected.count < 100, let received = try await board.next(until: deadline) {
      switch received.message?.identifier {
      case .accessoryConfigurationData?:
        if let early = answer, !allowed.contains(.accessoryConfigurationData) {
          unexpected.append(early.description)
        }
        answer = received
        // Another answer would take about as long as this one.
        let another = min(silence + asked.duration(to: received.at) * 3, limits.silence)
        deadline = lab.now.advanced(by: isStopped ? .zero : another)
      case .didStop?:
        isStopped = true
        guard let early = answer else { continue }
        if !allowed.contains(.accessoryConfigurationData) { unexpected.append(early.description) }
        answer = nil
        deadline = lab.now.advanced(by: limits.accessoryAnswer)
      case let identifier? where allowed.contains(identifier): continue
      default: if !board.declares(received) { unexpected.append(received.description) }
      }
    }
    guard case .accessoryConfigurationData(let data)? = answer?.message else {
      throw wedged(
        "stop and initialize are still answered", expected: "accessory configuration data (0x01)",
        got: unexpected.isEmpty ? "nothing" : unexpected.joined(separator: ", "))
    }
    try require(
      unexpected.isEmpty, what,
      expected: allowed.isEmpty
        ? "nothing" : "nothing but \(allowed.map(\.description).joined(separator: ", "))",
      got: unexpected.isEmpty ? "nothing" : unexpected.joined(separator: ", "))
    return data
  }
}
