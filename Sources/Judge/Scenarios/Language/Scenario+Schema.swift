extension Scenario {
  /// The JSON schema of scenario files.
  public static var schema: String {
    String(decoding: PackageResources.scenario_schema_json, as: UTF8.self)
  }
}
