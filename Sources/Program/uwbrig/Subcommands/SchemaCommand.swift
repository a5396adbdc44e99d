import ArgumentParser
import Journal
import Notation
import Terminal

/// `schema`: the JSON schemas of the documents that the program reads and writes.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON schema of a document.",
    discussion: "Names: \(names.joined(separator: ", ")).")

  static let names = CommandSchemas.names

  @Argument(help: "The document.", completion: .list(Self.names))
  var name: String

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    guard let text = try CommandSchemas.schema(named: name) else {
      throw Failure(.usage, "the document: " + NearestName.refusal(of: name, expected: Self.names))
    }
    Output.result(text)
  }
}
