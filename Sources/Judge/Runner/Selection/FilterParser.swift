internal import Links
internal import Notation

/// Reads a filter by recursive descent, to a bounded depth: or, and, not, then a name.
struct FilterParser {
  private let text: String
  private let characters: [Character]
  private let known: KnownNames
  private var position = 0
  private var notes: [String] = []

  private static let longest = 4096
  private static let deepest = 50
  private static let predicates = ["id", "suite", "tag", "class", "board", "requires", "all"]
  private static let terms =
    "id(…), suite(…), tag(…), class(…), board(…), requires(…), all(), a case id or a suite"

  init(_ text: String, known: KnownNames) {
    self.text = text
    self.characters = Array(text)
    self.known = known
  }

  mutating func parse() throws -> Filter {
    guard characters.count <= FilterParser.longest else {
      throw malformed(
        at: FilterParser.longest, length: 1,
        "expected at most \(FilterParser.longest) characters, got \(characters.count)")
    }
    let expression = try alternatives(depth: 0)
    if let extra = peek() {
      throw malformed(
        at: position, length: wordLength(at: position),
        extra == ")"
          ? "expected a ( before this ), got none"
          : "expected &, | or the end, got \(quoted(at: position))")
    }
    return Filter(expression: expression, notes: notes)
  }

  // MARK: Operators

  private mutating func alternatives(depth: Int) throws -> Filter.Expression {
    var parts = [try conjunction(depth: depth)]
    while take("|") { parts.append(try conjunction(depth: depth)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction(depth: Int) throws -> Filter.Expression {
    var parts = [try negation(depth: depth)]
    while take("&") { parts.append(try negation(depth: depth)) }
    return parts.count == 1 ? parts[0] : .every(parts)
  }

  private mutating func negation(depth: Int) throws -> Filter.Expression {
    var isNegated = false
    while take("!") { isNegated.toggle() }
    let inner = try term(depth: depth)
    return isNegated ? .not(inner) : inner
  }

  private mutating func term(depth: Int) throws -> Filter.Expression {
    guard let next = peek() else {
      throw malformed(at: position, length: 1, "expected \(FilterParser.terms), got the end")
    }
    if next == "(" {
      guard depth < FilterParser.deepest else {
        throw malformed(
          at: position, length: 1,
          "expected at most \(FilterParser.deepest) parentheses in each other, got more")
      }
      let opening = position
      position += 1
      let inner = try alternatives(depth: depth + 1)
      guard take(")") else { throw unclosed(opening) }
      return inner
    }
    guard !FilterParser.isReserved(next) else {
      let doubled = position > 0 && characters[position - 1] == next && "&|".contains(next)
      throw malformed(
        at: position, length: 1,
        "expected \(doubled ? "a single \(next)" : FilterParser.terms), got \(quoted(at: position))"
      )
    }
    let start = position
    let word = takeWord()
    let end = position
    if peek() == "(" { return try predicate(word, start: start) }
    position = end
    return try bareWord(word, at: start)
  }

  // MARK: Names

  private mutating func predicate(_ name: String, start: Int) throws -> Filter.Expression {
    guard FilterParser.predicates.contains(name) else {
      throw FilterError(
        kind: .malformed, text: text, offset: start, length: name.count,
        problem: "expected \(FilterParser.terms), got \(PrintableText.quoted(name))",
        suggestion: NearestName.nearest(to: name, among: FilterParser.predicates)
          .map { $0 == "all" ? "all()" : "\($0)(…)" })
    }
    let opening = position
    guard let closing = characters[opening...].firstIndex(of: ")") else { throw unclosed(opening) }
    var from = opening + 1
    var to = closing
    while from < to, characters[from].isWhitespace { from += 1 }
    while to > from, characters[to - 1].isWhitespace { to -= 1 }
    position = closing + 1
    let argument = String(characters[from..<to])
    if name == "all" {
      guard argument.isEmpty else {
        throw malformed(
          at: from, length: argument.count,
          "expected nothing between the parentheses of all, got \(PrintableText.quoted(argument))")
      }
      return .all
    }
    guard !argument.isEmpty else {
      throw malformed(
        at: opening, length: closing - opening + 1, "expected a name in \(name)(…), got nothing")
    }
    if let stray = firstReserved(in: from..<to) {
      throw malformed(
        at: stray, length: 1, "expected one name in \(name)(…), got \(quoted(at: stray))")
    }
    return try expression(name, argument, at: from)
  }

  private mutating func expression(
    _ name: String, _ argument: String, at offset: Int
  ) throws -> Filter.Expression {
    switch name {
    case "id": return .id(Glob(argument))
    case "suite":
      note(argument, "suite", among: known.suites)
      return .suite(argument)
    case "tag":
      note(argument, "tag", among: known.tags)
      return .tag(argument)
    case "board": return .board(argument)
    case "requires": return .requires(argument)
    default:
      guard known.classes.contains(argument) else {
        let classes = known.classes.joined(separator: ", ")
        throw unknown(
          argument, at: offset, allowed: "a class (\(classes))",
          suggestion: NearestName.nearest(to: argument, among: known.classes))
      }
      return .class(argument)
    }
  }

  private func bareWord(_ word: String, at offset: Int) throws -> Filter.Expression {
    if let id = known.files[word] { return .id(Glob(id)) }
    if word.hasSuffix(".yaml") {
      throw FilterError(
        kind: .notAvailable, text: text, offset: offset, length: word.count,
        problem: "scenarios are not available in this build", suggestion: nil)
    }
    let base = word.firstIndex(of: "[").map { String(word[..<$0]) } ?? word
    if known.ids.contains(word) || known.ids.contains(base) { return .id(Glob(word)) }
    if known.suites.contains(word) { return .suite(word) }
    throw unknown(
      word, at: offset, allowed: "a case id or a suite", suggestion: meaning(of: word))
  }

  private func meaning(of word: String) -> String? {
    if word.contains("*") || word.contains("?") { return "id(\(word))" }
    if word == "all" { return "all()" }
    if known.tags.contains(word) { return "tag(\(word))" }
    if known.classes.contains(word) { return "class(\(word))" }
    if FilterParser.predicates.contains(word) { return "\(word)(…)" }
    return NearestName.nearest(to: word, among: known.suites + known.ids)
  }

  private mutating func note(_ name: String, _ kind: String, among names: [String]) {
    guard !names.contains(name) else { return }
    let nearest = NearestName.nearest(to: name, among: names)
    notes.append(
      "no case has the \(kind) \(PrintableText.quoted(name))"
        + (nearest.map { "; did you mean \(PrintableText.quoted($0))?" } ?? ""))
  }

  // MARK: Characters

  private static func isReserved(_ character: Character) -> Bool { "&|!()".contains(character) }

  private func firstReserved(in range: Range<Int>) -> Int? {
    range.first { FilterParser.isReserved(characters[$0]) || characters[$0].isWhitespace }
  }

  /// The next character that is not a space.
  private mutating func peek() -> Character? {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    return position < characters.count ? characters[position] : nil
  }

  private mutating func take(_ character: Character) -> Bool {
    guard peek() == character else { return false }
    position += 1
    return true
  }

  private mutating func takeWord() -> String {
    let length = wordLength(at: position)
    defer { position += length }
    return String(characters[position..<position + length])
  }

  private func wordLength(at start: Int) -> Int {
    let word = characters[start...].prefix { !FilterParser.isReserved($0) && !$0.isWhitespace }
    return max(1, word.count)
  }

  private func quoted(at start: Int) -> String {
    PrintableText.quoted(String(characters[start..<start + wordLength(at: start)]))
  }

  // MARK: Refusals

  private func malformed(at offset: Int, length: Int, _ problem: String) -> FilterError {
    FilterError(
      kind: .malformed, text: text, offset: offset, length: length, problem: problem,
      suggestion: nil)
  }

  private func unclosed(_ opening: Int) -> FilterError {
    malformed(at: opening, length: 1, "expected a ) for this (, got the end")
  }

  private func unknown(
    _ name: String, at offset: Int, allowed: String, suggestion: String?
  ) -> FilterError {
    FilterError(
      kind: .unknownName, text: text, offset: offset, length: name.count,
      problem: "expected \(allowed), got \(PrintableText.quoted(name))", suggestion: suggestion)
  }
}
