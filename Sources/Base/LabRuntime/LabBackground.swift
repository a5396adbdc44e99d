extension Lab {
  /// Whether the task at hand belongs to what is always there.
  @TaskLocal static var isInBackground = false

  /// Runs `body` as something that every run has and that waits nearly all the time, such as a
  /// virtual board: what it awaits, with the tasks that it starts, is
  /// ``AwaitedThing/isBackground``, and no answer to the question what a run waits for.
  public static func inBackground<Value>(
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await $isInBackground.withValue(true, operation: body)
  }
}
