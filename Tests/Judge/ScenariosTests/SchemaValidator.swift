import Foundation
import Yams

/// As much of JSON schema as the shipped schemas use; any other keyword is a fault of its own.
///
/// Documents and schemas are values as Yams loads them, JSON being YAML.
struct SchemaValidator {
  private let root: [String: Any]
  private static let notes = [
    "$schema", "$id", "$defs", "$comment", "title", "description", "default",
  ]

  init(_ schema: String) throws {
    root = try Yams.load(yaml: schema) as? [String: Any] ?? [:]
  }

  /// What is wrong with a document; empty when it is as the schema says.
  func faults(inYAML text: String) throws -> [String] {
    faults(try Yams.load(yaml: text) ?? NSNull(), root, at: "$")
  }

  private func faults(_ value: Any, _ schema: Any, at path: String) -> [String] {
    if let allowed = schema as? Bool { return allowed ? [] : ["\(path): is not allowed"] }
    guard let schema = schema as? [String: Any] else { return ["\(path): no schema"] }
    return schema.keys.sorted().flatMap { keyword in
      check(keyword, schema[keyword] ?? NSNull(), schema, value, path)
    }
  }

  private func check(
    _ keyword: String, _ rule: Any, _ schema: [String: Any], _ value: Any, _ path: String
  ) -> [String] {
    func fault(_ holds: Bool, _ what: @autoclosure () -> String) -> [String] {
      holds ? [] : ["\(path): \(what())"]
    }
    let list = value as? [Any]
    let members = value as? [String: Any]
    let text = value as? String
    let number = Self.number(value)
    let limit = Self.number(rule) ?? .nan
    let schemas = rule as? [Any] ?? []
    switch keyword {
    case _ where Self.notes.contains(keyword): return []
    case "$ref":
      let name = (rule as? String ?? "").split(separator: "/").last.map(String.init) ?? ""
      let definitions = root["$defs"] as? [String: Any]
      return faults(value, definitions?[name] ?? NSNull(), at: path)
    case "type":
      let types = rule as? [String] ?? [rule as? String ?? ""]
      return fault(types.contains { Self.isOf($0, value) }, "is not \(types)")
    case "const": return fault(Self.same(value, rule), "is not \(rule)")
    case "enum":
      return fault(schemas.contains { Self.same(value, $0) }, "\(value) is not in \(rule)")
    case "not": return fault(!faults(value, rule, at: path).isEmpty, "is what it must not be")
    case "allOf": return schemas.flatMap { faults(value, $0, at: path) }
    case "anyOf": return fault(matches(value, schemas, path) > 0, "matches no alternative")
    case "oneOf": return fault(matches(value, schemas, path) == 1, "matches not one alternative")
    case "if":
      let branch = faults(value, rule, at: path).isEmpty ? "then" : "else"
      return schema[branch].map { faults(value, $0, at: path) } ?? []
    case "then", "else": return fault(schema["if"] != nil, "\(keyword) without if")
    case "minimum": return fault(number.map { $0 >= limit } ?? true, "is below \(limit)")
    case "maximum": return fault(number.map { $0 <= limit } ?? true, "is above \(limit)")
    case "minLength": return fault(text.map { Double($0.count) >= limit } ?? true, "is too short")
    case "maxLength": return fault(text.map { Double($0.count) <= limit } ?? true, "is too long")
    case "minItems": return fault(list.map { Double($0.count) >= limit } ?? true, "has too few")
    case "maxItems": return fault(list.map { Double($0.count) <= limit } ?? true, "has too many")
    case "uniqueItems":
      let words = list?.map { "\($0)" } ?? []
      return fault(Set(words).count == words.count, "repeats an item")
    case "pattern":
      guard let text else { return [] }
      guard let pattern = try? NSRegularExpression(pattern: rule as? String ?? "(") else {
        return ["\(path): the pattern \(rule) is none"]
      }
      let whole = NSRange(text.startIndex..., in: text)
      return fault(
        pattern.firstMatch(in: text, range: whole) != nil, "\(text) does not match \(rule)")
    case "required":
      return (rule as? [String] ?? []).flatMap { name in
        fault(members.map { $0[name] != nil } ?? true, "misses \(name)")
      }
    case "properties":
      let rules = rule as? [String: Any] ?? [:]
      return (members ?? [:]).keys.sorted().flatMap { name in
        rules[name].map { faults(members?[name] ?? NSNull(), $0, at: "\(path).\(name)") } ?? []
      }
    case "additionalProperties":
      let known = schema["properties"] as? [String: Any] ?? [:]
      return (members ?? [:]).keys.sorted().filter { known[$0] == nil }.flatMap {
        faults(members?[$0] ?? NSNull(), rule, at: "\(path).\($0)")
      }
    case "propertyNames":
      return (members ?? [:]).keys.sorted().flatMap { faults($0, rule, at: "\(path).\($0)") }
    case "items":
      return (list ?? []).enumerated().flatMap {
        faults($0.element, rule, at: "\(path)[\($0.offset)]")
      }
    default: return ["\(path): unknown keyword \(keyword)"]
    }
  }

  private func matches(_ value: Any, _ schemas: [Any], _ path: String) -> Int {
    schemas.count { faults(value, $0, at: path).isEmpty }
  }

  private static func number(_ value: Any) -> Double? {
    (value as? Int).map(Double.init) ?? value as? Double
  }

  private static func same(_ one: Any, _ other: Any) -> Bool {
    if let first = number(one), let second = number(other) { return first == second }
    return type(of: one) == type(of: other) && "\(one)" == "\(other)"
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "null": value is NSNull
    case "boolean": value is Bool
    case "integer": value is Int
    case "number": number(value) != nil
    case "string": value is String
    case "array": value is [Any]
    case "object": value is [String: Any]
    default: false
    }
  }
}
