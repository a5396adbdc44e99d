extension Field {
  package func string(_ allowed: String = "a text") -> String? {
    text ?? refuse(allowed: allowed)
  }

  /// Text for people or programs: not empty, no control characters.
  package func line(_ allowed: String, longest: Int = 4096) -> String? {
    guard let text = string(allowed) else { return nil }
    let printable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    let isLine = !text.isEmpty && text.utf8.count <= longest && printable
    return isLine ? text : refuse(allowed: allowed)
  }

  package func name(longest: Int = 32) -> String? {
    let allowed = "1 to \(longest) of a-z, 0-9 and -"
    guard let text = string(allowed) else { return nil }
    if Wording.isName(text, longest: longest) { return text }
    let spelt = String(text.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
    return refuse(
      allowed: allowed, suggestion: Wording.isName(spelt, longest: longest) ? spelt : nil)
  }

  package func choice(_ names: [String]) -> String? {
    if let text, names.contains(text) { return text }
    return refuse(allowed: Wording.choices(names), suggestion: nearest(to: text, among: names))
  }

  package func boolean() -> Bool? {
    switch isPlain ? text : nil {
    case "true": return true
    case "false": return false
    default:
      let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"]
      return refuse(
        allowed: "`true` or `false`",
        suggestion: text.flatMap {
          meant[$0.lowercased()] ?? nearest(to: $0, among: ["true", "false"])
        })
    }
  }

  /// A whole number, decimal or with 0x in hexadecimal.
  package func integer(_ range: ClosedRange<Int>, hexadecimal: Bool = false) -> Int? {
    let value: Int? =
      if !isPlain {
        nil
      } else if let text, hexadecimal, text.hasPrefix("0x"), !text.contains("+") {
        Int(text.dropFirst(2), radix: 16)
      } else {
        text.flatMap { $0.contains("+") ? nil : Int($0) }
      }
    if let value, range.contains(value) { return value }
    let bases = hexadecimal ? ", decimal or 0x.." : ""
    let allowed =
      switch range.upperBound {
      case range.lowerBound: "\(range.lowerBound)"
      case .max: "a whole number, \(range.lowerBound) or more\(bases)"
      default: "a whole number from \(range.lowerBound) to \(range.upperBound)\(bases)"
      }
    return refuse(
      allowed: allowed,
      suggestion: isPlain ? nil : text.flatMap(Int.init).map { "\($0)" })
  }

  package func number(_ range: ClosedRange<Double>, unit: String) -> Double? {
    let spelt = isPlain ? text : nil
    let usual = spelt?.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ?? false
    if let spelt, usual, let value = Double(spelt), range.contains(value) { return value }
    return refuse(
      allowed: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)) (\(unit))")
  }

  package func duration(positive: Bool = false) -> Duration? {
    guard let text else { return refuse(allowed: DurationText.allowed) }
    do {
      let value = try DurationText.parse(text)
      return value > .zero || !positive
        ? value : refuse(allowed: "a span of time longer than nothing")
    } catch {
      return refuse(found: error.found, allowed: error.allowed, suggestion: error.suggestion)
    }
  }

  package func items(_ allowed: String) -> [Field]? {
    isList ? values : refuse(allowed: allowed)
  }

  /// The entries of a mapping; unknown and repeated keys are reported here.
  package func entries(_ known: [String], allowed: String = "a mapping") -> Entries? {
    guard let members = node.members else { return refuse(allowed: allowed) }
    var fields: [String: Field] = [:]
    for (keyNode, value) in members {
      let keyField = Field(node: keyNode, key: key, findings: findings)
      guard let name = keyNode.text, known.contains(name) else {
        let name = keyNode.text
        keyField.fault(
          found: "the unknown key \(keyField.described)",
          allowed: Wording.choices(known), suggestion: nearest(to: name, among: known))
        continue
      }
      guard fields[name] == nil else {
        keyField.fault(found: "\(keyField.described) again", allowed: "each key once")
        continue
      }
      fields[name] = child(name, value)
    }
    return Entries(parent: self, fields: fields)
  }
}

/// A mapping whose keys are known.
package struct Entries {
  let parent: Field
  fileprivate let fields: [String: Field]

  /// The value of a key, if the file has the key.
  package subscript(_ name: String) -> Field? { fields[name] }

  /// The value of a key that must be there.
  package func required(_ name: String, allowed: String) -> Field? {
    if let field = fields[name] { return field }
    parent.child(name).fault(found: "nothing", allowed: "\(allowed) (this key is required)")
    return nil
  }
}
