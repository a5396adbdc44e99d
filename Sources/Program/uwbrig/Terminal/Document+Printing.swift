import JSONDocuments
import Journal

extension Document {
  func print() { Output.result(json.indented) }

  func printLine() { Output.result(String(decoding: json.encoded, as: UTF8.self)) }
}
