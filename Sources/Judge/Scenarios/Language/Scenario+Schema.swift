extension Scenario {
  /// The JSON schema of scenario files.
  public static var schema: String { Embedded.schema }
}
