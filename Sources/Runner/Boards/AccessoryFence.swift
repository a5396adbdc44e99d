public import NearbyAccessory

extension CaseContext {
  /// Proves silence: performs the next exchange that an accessory must answer (0x0C, then 0x0A) and
  /// asserts that nothing came before the answer but what is allowed.
  ///
  /// Did-stop is always allowed, because the stop may be answered. Afterwards the accessory is
  /// configured.
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
    try await board.send(.initialize())
    let deadline = lab.now.advanced(by: limits.accessoryAnswer)
    var unexpected: [String] = []
    while let received = try await board.next(until: deadline) {
      switch received.message {
      case .accessoryConfigurationData(let data)?:
        try require(
          unexpected.isEmpty, what,
          expected: allowed.isEmpty
            ? "nothing" : "nothing but \(allowed.map(\.description).joined(separator: ", "))",
          got: unexpected.isEmpty ? "nothing" : unexpected.joined(separator: ", "))
        return data
      case let message?
      where message.identifier == .didStop || allowed.contains(message.identifier):
        continue
      default: unexpected.append(received.words)
      }
    }
    throw wedged(
      "stop and initialize are still answered", expected: "accessory configuration data (0x01)",
      got: unexpected.isEmpty ? "nothing" : unexpected.joined(separator: ", "))
  }
}
