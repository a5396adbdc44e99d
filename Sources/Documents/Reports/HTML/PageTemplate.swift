/// A page with places for values, in the part of Mustache that reports need: `{{name}}` escaped,
/// `{{{name}}}` as it is, `{{#name}}…{{/name}}` once for each value, `{{.}}` the value itself and
/// `{{> name}}` another template. A name that is not found is looked up in the level above.
///
/// ```swift
/// let page = try PageTemplate("<p>{{#rows}}{{.}} {{/rows}}</p>")
/// page.render(["rows": ["a", "<b>"]])  // <p>a &lt;b&gt; </p>
/// ```
struct PageTemplate: Sendable {
  private enum Part: Sendable {
    case text(String)
    case value(String, isEscaped: Bool)
    case section(String, [Part])
    case partial(String)
  }

  /// A section that nothing ends, or an end that begins nowhere: a mistake in a template of ours.
  struct Unbalanced: Error {
    let name: String
  }

  private var parts: [Part] = []
  private let partials: [String: PageTemplate]

  /// A template; `partials` are those that it may name.
  init(_ text: String, partials: [String: PageTemplate] = [:]) throws(Unbalanced) {
    self.partials = partials
    var reader = Reader(rest: text[...])
    parts = try reader.parts(until: nil)
  }

  /// The page with these values, each escaped as ``HTMLContent`` does it.
  func render(_ values: [String: Any]) -> String {
    var page = ""
    write(parts, [values], to: &page)
    return page
  }

  private func write(_ parts: [Part], _ levels: [Any], to page: inout String) {
    for part in parts {
      switch part {
      case .text(let text): page += text
      case .value(let name, let isEscaped):
        guard let value = Self.value(name, levels) else { continue }
        let text = value as? String ?? "\(value)"
        page += isEscaped ? HTMLContent.escaped(text) : text
      case .partial(let name): partials[name].map { write($0.parts, levels, to: &page) }
      case .section(let name, let inner):
        switch Self.value(name, levels) {
        case nil, false as Bool: break
        case let items as [Any]:
          for item in items { write(inner, levels + [item], to: &page) }
        case let value?: write(inner, levels + [value], to: &page)
        }
      }
    }
  }

  private static func value(_ name: String, _ levels: [Any]) -> Any? {
    if name == "." { return levels.last }
    return levels.reversed().lazy.compactMap { ($0 as? [String: Any])?[name] }.first
  }

  private struct Reader {
    var rest: Substring
    var isAtLineStart = true

    mutating func parts(until end: String?) throws(Unbalanced) -> [Part] {
      var parts: [Part] = []
      while let open = rest.firstRange(of: "{{") {
        let text = rest[..<open.lowerBound]
        if !text.isEmpty { parts.append(.text(String(text))) }
        let isAlone = text.last.map { $0 == "\n" } ?? isAtLineStart
        let isRaw = rest[open.upperBound...].hasPrefix("{")
        let tail = rest[open.upperBound...].drop { $0 == "{" }
        guard let close = tail.firstRange(of: isRaw ? "}}}" : "}}") else { break }
        let tag = tail[..<close.lowerBound]
        rest = tail[close.upperBound...]
        isAtLineStart = false
        // A line with nothing but a tag that shows nothing is no line of the page.
        if isAlone, tag.starts(with: /[#\/>]/), rest.first == "\n" {
          rest.removeFirst()
          isAtLineStart = true
        }
        let name = String(tag.drop { "#/> ".contains($0) })
        switch tag.first {
        case "#": parts.append(.section(name, try self.parts(until: name)))
        case ">": parts.append(.partial(name))
        case "/":
          guard name == end else { throw Unbalanced(name: name) }
          return parts
        default: parts.append(.value(name, isEscaped: !isRaw))
        }
      }
      guard end == nil else { throw Unbalanced(name: end ?? "") }
      return rest.isEmpty ? parts : parts + [.text(String(rest))]
    }
  }
}
