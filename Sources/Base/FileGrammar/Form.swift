package import Journal
package import Notation

/// The form of a value in a file that people write: how it is read, and its JSON schema.
package struct Form<Value>: Sendable {
  package let schema: JSONValue
  /// Reads a value; nil for one that is refused, which is reported.
  package let read: @Sendable (Field) -> Value?

  /// A form with a rule and a reader of its own.
  package init(_ schema: JSONValue, read: @escaping @Sendable (Field) -> Value?) {
    self.schema = schema
    self.read = read
  }

  /// The same text as another value; nil for one that is refused, which `change` reports.
  package func map<Other>(_ change: @escaping @Sendable (Value) -> Other?) -> Form<Other> {
    Form<Other>(schema) { read($0).flatMap(change) }
  }

  /// A mapping in one form, anything else in another.
  package static func either(_ plain: Form, orMapping mapping: Form) -> Form {
    Form(["oneOf": [plain.schema, mapping.schema]]) {
      $0.isMapping ? mapping.read($0) : plain.read($0)
    }
  }
}

extension Form<String> {
  /// Text for people or programs: not empty, no control characters.
  package static func line(_ allowed: String, longest: Int = 4096) -> Form {
    Form([
      "type": "string", "pattern": #"^[^\u0000-\u001f\u007f]+$"#,
      "maxLength": .integer(Int64(longest)),
    ]) { $0.line(allowed, longest: longest) }
  }

  /// A name: lower case, digits and hyphens.
  package static func name(longest: Int = 32) -> Form {
    Form(["type": "string", "pattern": .string("^[a-z0-9-]{1,\(longest)}$")]) {
      $0.name(longest: longest)
    }
  }

  package static func choice(_ words: [String]) -> Form {
    Form(["enum": .strings(words)]) { $0.choice(words) }
  }
}

extension Form where Value: RawRepresentable<String> & Sendable {
  package static func choice(_ values: [Value]) -> Form {
    let words = values.map(\.rawValue)
    return Form(["enum": .strings(words)]) { field in
      field.choice(words).flatMap { word in values.first { $0.rawValue == word } }
    }
  }
}

extension Form where Value: RawRepresentable<String> & CaseIterable & Sendable {
  package static var choice: Form { choice(Array(Value.allCases)) }
}

extension Form<Bool> {
  /// `true` or `false`.
  package static var boolean: Form { Form(["type": "boolean"]) { $0.boolean() } }
}

extension Form<Int> {
  /// The version of a file's shapes.
  package static var version: Form { Form(["const": 1]) { $0.integer(1...1) } }

  /// A whole number, decimal or also hexadecimal.
  package static func integer(_ range: ClosedRange<Int>, hexadecimal: Bool = false) -> Form {
    Form([
      "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
      "maximum": .integer(Int64(range.upperBound)),
    ]) { $0.integer(range, hexadecimal: hexadecimal) }
  }
}

extension Form<Double> {
  package static func number(_ range: ClosedRange<Double>, unit: String) -> Form {
    Form([
      "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
    ]) { $0.number(range, unit: unit) }
  }
}

extension Form<Duration> {
  /// A span of time: an integer and us, ms, s, m or h.
  package static func duration(positive: Bool = false) -> Form {
    Form([
      "description": "an integer and us, ms, s, m or h", "type": "string",
      "pattern": "^[0-9]+(us|ms|s|m|h)$",
    ]) { $0.duration(positive: positive) }
  }
}

extension Form {
  /// A list of values of one form; those that are refused are left out.
  ///
  /// - Parameters:
  ///   - least: `allowed` is refused as well where there are none.
  ///   - most: with the noun for what there are too many of.
  package static func list<Element>(
    _ element: Form<Element>, _ allowed: String = "a list", least: String? = nil,
    most: (count: Int, noun: String)? = nil
  ) -> Form where Value == [Element] {
    let bounds = [
      least.map { _ in JSONValue.Member("minItems", 1) },
      most.map { .init("maxItems", .integer(Int64($0.count))) },
    ]
    let schema: JSONValue = ["type": "array", "items": element.schema]
    return Form(schema.with(.object(bounds.compactMap(\.self)))) { field in
      guard let items = field.items(allowed) else { return nil }
      if let least, items.isEmpty { field.fault(found: "an empty list", allowed: least) }
      if let (count, noun) = most, items.count > count {
        field.fault(found: "\(items.count) \(noun)", allowed: "at most \(count) \(noun)")
      }
      return items.prefix(most?.count ?? items.count).compactMap(element.read)
    }
  }

  /// A list of an exact number of values of one form.
  package static func list<Element>(
    _ element: Form<Element>, of count: Int, _ allowed: String
  ) -> Form where Value == [Element] {
    Form([
      "type": "array", "minItems": .integer(Int64(count)), "maxItems": .integer(Int64(count)),
      "items": element.schema,
    ]) { field in
      guard let items = field.items(allowed) else { return nil }
      guard items.count == count else {
        field.fault(found: "a list of \(items.count)", allowed: allowed)
        return nil
      }
      let values = items.compactMap(element.read)
      return values.count == count ? values : nil
    }
  }
}
