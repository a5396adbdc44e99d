public import Journal
import Yams

/// As much of JSON Schema as the program's schemas use; any other keyword is a fault of its own.
public struct SchemaValidator {
  private let root: JSONValue
  private static let notes = [
    "$schema", "$id", "$defs", "$comment", "title", "description", "default", "format",
  ]

  /// Holds documents against a schema.
  public init(_ schema: JSONValue) { root = schema }

  /// Holds documents against the text of a schema.
  public init(_ schema: String) throws { root = try JSONParser.parse(Array(schema.utf8)) }

  /// What is wrong with a document in YAML; empty where it is as the schema says.
  public func faults(inYAML text: String) throws -> [String] {
    faults(Self.value(try Yams.load(yaml: text)))
  }

  /// A value as Yams loads it.
  private static func value(_ value: Any?) -> JSONValue {
    switch value {
    case let value as Bool: .bool(value)
    case let value as Int: .integer(Int64(value))
    case let value as Double: .number(value)
    case let value as String: .string(value)
    case let values as [Any]: .array(values.map(Self.value))
    case let values as [String: Any]:
      .object(values.sorted { $0.key < $1.key }.map { .init($0.key, Self.value($0.value)) })
    default: .null
    }
  }

  /// What is wrong with a document; empty where it is as the schema says.
  public func faults(_ value: JSONValue) -> [String] { faults(value, root, at: "$") }

  private func faults(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    if let isAllowed = schema.bool { return isAllowed ? [] : ["\(path): is not allowed"] }
    return (schema.members ?? []).flatMap { keyword in
      check(keyword.name, keyword.value, schema, value, path).map { "\(path): \($0)" }
    }
  }

  private func check(
    _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ value: JSONValue, _ path: String
  ) -> [String] {
    switch keyword {
    case _ where Self.notes.contains(keyword): return []
    case "$ref":
      let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
      guard let target = root["$defs"]?[name] else { return ["no definition \(name)"] }
      return faults(value, target, at: path)
    case "type":
      let types = rule.array?.compactMap(\.string) ?? [rule.string ?? ""]
      return types.contains { isOf($0, value) } ? [] : ["is not \(types)"]
    case "const": return value == rule ? [] : ["is not the constant"]
    case "enum": return rule.array?.contains(value) == true ? [] : ["is none of the values"]
    case "not": return faults(value, rule, at: path).isEmpty ? ["is what it must not be"] : []
    case "minimum", "maximum": return bound(keyword, rule, value.number)
    case "minLength", "maxLength":
      return bound(keyword, rule, value.string.map { Double($0.count) })
    case "minItems", "maxItems": return bound(keyword, rule, value.array.map { Double($0.count) })
    case "minProperties": return bound(keyword, rule, value.members.map { Double($0.count) })
    case "uniqueItems":
      let texts = (value.array ?? []).map(\.indented)
      return Set(texts).count == texts.count ? [] : ["repeats an item"]
    case "propertyNames":
      return (value.members ?? []).flatMap { faults(.string($0.name), rule, at: path) }
    case "if":
      let branch = faults(value, rule, at: path).isEmpty ? "then" : "else"
      return schema[branch].map { faults(value, $0, at: path) } ?? []
    case "then", "else": return schema["if"] == nil ? ["\(keyword) without if"] : []
    case "allOf": return (rule.array ?? []).flatMap { faults(value, $0, at: path) }
    case "pattern":
      guard let text = value.string else { return [] }
      guard let pattern = try? Regex(rule.string ?? "(") else {
        return ["has a pattern that is none"]
      }
      return text.contains(pattern) ? [] : ["does not match"]
    case "required":
      guard value.members != nil else { return [] }
      return (rule.array ?? []).compactMap(\.string).filter { value[$0] == nil }
        .map { "misses \($0)" }
    case "properties":
      return (rule.members ?? []).flatMap { property in
        value[property.name].map { faults($0, property.value, at: "\(path).\(property.name)") }
          ?? []
      }
    case "additionalProperties":
      let known = schema["properties"]?.members?.map(\.name) ?? []
      let unknown = (value.members ?? []).map(\.name).filter { !known.contains($0) }
      if rule == .bool(false) { return unknown.map { "may not have \($0)" } }
      return unknown.flatMap { faults(value[$0] ?? .null, rule, at: "\(path).\($0)") }
    case "items":
      return (value.array ?? []).enumerated().flatMap {
        faults($0.element, rule, at: "\(path)[\($0.offset)]")
      }
    case "anyOf":
      let isOne = rule.array?.contains { faults(value, $0, at: path).isEmpty } == true
      return isOne ? [] : ["matches none of the alternatives"]
    case "oneOf":
      let matches = (rule.array ?? []).count { faults(value, $0, at: path).isEmpty }
      return matches == 1 ? [] : ["matches \(matches) of the alternatives"]
    default: return ["unknown keyword \(keyword)"]
    }
  }

  private func bound(_ keyword: String, _ rule: JSONValue, _ number: Double?) -> [String] {
    guard let number, let bound = rule.number else { return [] }
    let holds = keyword.hasPrefix("min") ? number >= bound : number <= bound
    return holds ? [] : ["breaks \(keyword)"]
  }

  private func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .number), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
