/// The JSON schemas of the documents that a run leaves behind, as `uwbrig schema` prints them.
public enum SchemaLibrary {
  /// The names that `schema` knows, in the order in which they are offered.
  public static var names: [String] { Embedded.schemas.map { String($0.name.dropLast(5)) } }

  /// The schema of that name; `nil` where there is none.
  public static func schema(named name: String) -> String? {
    Embedded.schemas.first { $0.name == name + ".json" }?.text
  }
}
