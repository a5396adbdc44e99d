internal import Notation

/// Which cases run: `id(glob) suite(x) tag(x) class(x) board(x) requires(x) all()`, joined with
/// `& | ! ( )`.
public struct Filter: Sendable, Hashable {
  /// Sums and products are flat, so that the depth of a filter is the depth of its parentheses.
  indirect enum Expression: Sendable, Hashable {
    case all
    case id(Glob)
    case suite(String)
    case tag(String)
    case `class`(String)
    case board(String)
    case requires(String)
    case not(Expression)
    case every([Expression])
    case any([Expression])
  }

  let expression: Expression

  /// Names in the filter that nothing has: not wrong, but worth a word to the user.
  public let notes: [String]

  /// The filter that lets every case through.
  public static let everything = Filter(expression: .all, notes: [])

  /// Reads one filter. Throws `FilterError`.
  public static func parse(_ text: String, known: KnownNames) throws -> Filter {
    var parser = FilterParser(text, known: known)
    return try parser.parse()
  }

  /// Reads the filters of a command line: what any of them selects; without one, everything.
  public static func parse(_ texts: [String], known: KnownNames) throws -> Filter {
    let filters = try texts.map { try parse($0, known: known) }
    guard filters.count > 1 else { return filters.first ?? .everything }
    return Filter(
      expression: .any(filters.map(\.expression)), notes: filters.flatMap(\.notes))
  }

  /// Whether this instance of a case is selected.
  public func matches(_ subject: FilterSubject) -> Bool { expression.matches(subject) }
}

extension Filter.Expression {
  func matches(_ subject: FilterSubject) -> Bool {
    switch self {
    case .all: true
    case .id(let glob): glob.matches(subject.id) || glob.matches(subject.baseID)
    case .suite(let name): subject.suite == name
    case .tag(let name): subject.tags.contains(name)
    case .class(let name): subject.class == name
    case .board(let name): subject.boards.contains(name)
    case .requires(let name): subject.requires.contains(name)
    case .not(let inner): !inner.matches(subject)
    case .every(let parts): parts.allSatisfy { $0.matches(subject) }
    case .any(let parts): parts.contains { $0.matches(subject) }
    }
  }
}
