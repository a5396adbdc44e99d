import Errors
import Journal
import Notation

/// A parameter of a tool: its place in the schema, and how a value of it is read.
package struct Parameter: Sendable {
  /// What may be given.
  enum Kind: Sendable {
    /// A text of at most this many bytes.
    case text(most: Int)
    /// Texts.
    case texts
    case number(ClosedRange<Int64>)
    case choice([String])
  }

  let name: String
  let kind: Kind
  let about: String
  let isRequired: Bool

  init(_ name: String, _ kind: Kind, _ about: String, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.about = about
    self.isRequired = isRequired
  }

  /// Its member in the schema of the arguments.
  var schema: JSONValue.Member {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name, value)) }
    switch kind {
    case .text(let most):
      add("type", .string("string"))
      add("maxLength", .integer(Int64(most)))
    case .texts:
      add("type", .string("array"))
      add("items", .object([.init("type", .string("string"))]))
      add("minItems", .integer(1))
      add("maxItems", .integer(64))
    case .number(let range):
      add("type", .string("integer"))
      add("minimum", .integer(range.lowerBound))
      add("maximum", .integer(range.upperBound))
    case .choice(let names):
      add("type", .string("string"))
      add("enum", .array(names.map(JSONValue.string)))
    }
    add("description", .string(about))
    return .init(name, .object(members))
  }

  /// The words of a value; throws what was expected instead.
  fileprivate func words(_ value: JSONValue) throws(RigError) -> [String] {
    switch kind {
    case .text(let most):
      if let text = value.string, text.utf8.count <= most, !text.utf8.contains(0) { return [text] }
      throw refusal("a text of at most \(most) bytes", value)
    case .texts:
      if let texts = value.array?.compactMap(\.string), texts.count == value.array?.count,
        (1...64).contains(texts.count),
        texts.allSatisfy({ $0.utf8.count <= 4096 && !$0.utf8.contains(0) })
      {
        return texts
      }
      throw refusal("a list of 1 to 64 texts", value)
    case .number(let range):
      if let number = value.integer, range.contains(number) { return ["\(number)"] }
      throw refusal("a whole number from \(range.lowerBound) to \(range.upperBound)", value)
    case .choice(let names):
      if let name = value.string, names.contains(name) { return [name] }
      throw refusal("one of \(names.joined(separator: ", "))", value)
    }
  }

  private func refusal(_ expected: String, _ value: JSONValue) -> RigError {
    let got = PrintableText.escaped(String(decoding: value.encoded.prefix(80), as: UTF8.self))
    return RigError(.usage, name, reason: "expected \(expected), got \(got)")
  }
}

/// The arguments of one call, checked against the parameters of its tool.
package struct Arguments: Sendable {
  private let words: [String: [String]]

  init(_ value: JSONValue, for parameters: [Parameter]) throws(RigError) {
    guard let members = value.members else {
      throw RigError(.usage, reason: "expected the arguments as an object, got something else")
    }
    var words: [String: [String]] = [:]
    for member in members where member.value != .null {
      guard let parameter = parameters.first(where: { $0.name == member.name }) else {
        throw RigError(
          .usage, reason: NearestName.refusal(of: member.name, expected: parameters.map(\.name)))
      }
      words[member.name] = try parameter.words(member.value)
    }
    for parameter in parameters where parameter.isRequired && words[parameter.name] == nil {
      throw RigError(.usage, parameter.name, reason: "expected a value, got none")
    }
    self.words = words
  }

  /// The texts of a parameter; empty where none was given.
  func all(_ name: String) -> [String] { words[name] ?? [] }

  /// The text of a parameter; nil where none was given.
  subscript(name: String) -> String? { words[name]?.first }

  /// `--name=value` for a parameter that was given, in one word: no value is taken for an option.
  func option(_ name: String, as option: String? = nil) -> [String] {
    self[name].map { ["--\(option ?? name)=\($0)"] } ?? []
  }
}
