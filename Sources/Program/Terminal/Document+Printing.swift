package import JSONDocuments
import Journal

extension Document {
  package func print() { Output.result(json.indented) }

  package func printLine() { Output.result(String(decoding: json.encoded, as: UTF8.self)) }
}
