import Errors

extension Lab {
  /// Runs `body`; at `deadline` it is cancelled.
  ///
  /// - Throws: what `body` throws; ``RigError`` `timedOut` with `label` when the deadline passed first.
  public func withDeadline<Value: Sendable>(
    _ deadline: LabInstant, label: String,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await self.sleep(until: deadline, label: label)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else {
        throw RigError(.timedOut, label)
      }
      return value
    }
  }
}
