import JSONDocuments
import Journal

extension Document {
  /// Prints the document as the result of a subcommand.
  func print() { Output.result(json.indented) }

  /// Prints the document on one line, as one of a stream.
  func printLine() { Output.result(String(decoding: json.encoded, as: UTF8.self)) }
}
