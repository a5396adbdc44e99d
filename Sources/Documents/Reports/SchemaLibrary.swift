/// The JSON schemas of the documents that a run leaves behind, as `uwbrig schema` prints them.
public enum SchemaLibrary {
  private static let documents: [(name: String, bytes: [UInt8])] = [
    ("events", PackageResources.events_json),
    ("run", PackageResources.run_json),
    ("run-result", PackageResources.run_result_json),
    ("report", PackageResources.report_json),
    ("report-list", PackageResources.report_list_json),
    ("report-compare", PackageResources.report_compare_json),
    ("report-flakes", PackageResources.report_flakes_json),
    ("report-prune", PackageResources.report_prune_json),
  ]

  /// The names that `schema` knows, in the order in which they are offered.
  public static var names: [String] { documents.map(\.name) }

  /// The schema of that name; `nil` where there is none.
  public static func schema(named name: String) -> String? {
    documents.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
