import ArgumentParser
import Journal
import Notation

/// `schema`: the JSON schemas of the documents that the program reads and writes.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON schema of a document.",
    discussion: "Names: \(names.joined(separator: ", ")).")

  /// The documents that have a schema.
  static let names = CommandSchemas.names

  @Argument(help: "The document.")
  var name: String

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    guard let text = try CommandSchemas.schema(named: name) else {
      let nearest = NearestName.nearest(to: name, among: Self.names)
      let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
      throw Failure(
        .usage,
        "there is no schema \(PrintableText.quoted(name, limit: 60)), there are "
          + Self.names.joined(separator: ", ") + hint)
    }
    Output.result(text)
  }
}
