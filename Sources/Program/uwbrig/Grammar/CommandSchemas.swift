/// The JSON schemas of what verbs print.
enum CommandSchemas {
  /// The names that `schema` knows, in the order in which they are offered.
  static var names: [String] { Embedded.schemas.map { String($0.name.dropLast(5)) } }

  /// The schema of that name; `nil` where there is none.
  static func schema(named name: String) -> String? {
    Embedded.schemas.first { $0.name == name + ".json" }?.text
  }
}
