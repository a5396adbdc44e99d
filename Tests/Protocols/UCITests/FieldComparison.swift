import Foundation

@testable import UCI

/// Compares the fields that a vector names with the properties of a value, by name and whole.
struct FieldComparison {
  /// Fields that a value does not repeat: counts and lengths that its arrays imply.
  static let implied: Set<String> = [
    "num", "len", "vendor_len", "dtpml_size", "psdu_len", "n_dst", "key_len", "value_len",
  ]
  private(set) var compared = 0
  private(set) var differences: [String] = []

  mutating func compare(_ fields: [String: Any], with value: Any, path: String) {
    let properties = Self.properties(of: value)
    for (key, expected) in fields.sorted(by: { $0.key < $1.key }) {
      guard let found = properties[key.replacing("_", with: "")] else {
        if !Self.implied.contains(key) { differences.append("\(path).\(key) is missing") }
        continue
      }
      compare(expected, found, path: "\(path).\(key)")
    }
  }

  private mutating func compare(_ expected: Any, _ found: Any, path: String) {
    compared += 1
    switch expected {
    case let text as String:
      let bytes = Self.bytes(found)
      let isZero = bytes == [] && text.allSatisfy { $0 == "0" }
      if !isZero, bytes.map(hex) != text, bytes.map({ String(decoding: $0, as: UTF8.self) }) != text
      {
        differences.append("\(path): \(found) is not \(text)")
      }
    case let list as [Any]:
      let elements = Mirror(reflecting: found).children.map(\.value)
      guard elements.count == list.count else {
        differences.append("\(path): \(elements.count) elements, not \(list.count)")
        return
      }
      for (index, element) in list.enumerated() {
        compareElement(element, elements[index], path: "\(path)[\(index)]")
      }
    case let number as NSNumber:
      if Self.number(found) != number.int64Value {
        differences.append("\(path): \(found) is not \(number)")
      }
    default: differences.append("\(path): \(expected) cannot be compared")
    }
  }

  private mutating func compareElement(_ expected: Any, _ found: Any, path: String) {
    guard let fields = expected as? [String: Any] else {
      compare(expected, found, path: path)
      return
    }
    // A list of one field is a list of plain values.
    if fields.count == 1, let only = fields.values.first, Self.number(found) != nil {
      compare(only, found, path: path)
    } else {
      compare(fields, with: found, path: path)
    }
  }

  /// Bytes however they are held: an array, an address as a number, reserved bytes inline.
  private static func bytes(_ value: Any) -> [UInt8]? {
    switch value {
    case let array as [UInt8]: array
    case let number as UInt16: UCI.bytes(of: number)
    case let number as UInt64: UCI.bytes(of: number)
    case let reserved as ReservedBytes: reserved.bytes(count: 16)
    default: nil
    }
  }

  private static func number(_ value: Any) -> Int64? {
    if let value = value as? any UCIEnumeration { return Int64(value.rawValue) }
    if let value = value as? any ParameterIdentifier { return Int64(value.rawValue) }
    if let value = value as? any BinaryInteger { return Int64(value) }
    return nil
  }

  /// Properties by lower-case name; the body of a response and the record of a measurement count
  /// as the value's own.
  private static func properties(of value: Any) -> [String: Any] {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum || mirror.displayStyle == .optional {
      return mirror.children.first.map { properties(of: $0.value) } ?? [:]
    }
    var found: [String: Any] = [:]
    for child in mirror.children {
      guard let label = child.label else { continue }
      if label == "body" {
        found.merge(properties(of: child.value)) { first, _ in first }
      } else {
        let name = label.lowercased()
        found[name] = child.value
        // Stored under another name than the field's own.
        for suffix in ["number", "kept"] where name.hasSuffix(suffix) && name.count > suffix.count {
          found[String(name.dropLast(suffix.count))] = child.value
        }
      }
    }
    return found
  }
}
