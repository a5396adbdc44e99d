/// The subject of a filter: one instance of a case.
public struct FilterSubject: Sendable, Hashable {
  /// Identifier of the case, with `[parameter]` where it has one.
  public var id: String
  /// Suite of the case.
  public var suite: String
  /// Tags of the case.
  public var tags: [String]
  /// Class of the case: `required`, `inferred` or `varies`.
  public var `class`: String
  /// Names of the boards it runs on; empty without a rig.
  public var boards: [String]
  /// The needs of the case.
  public var requires: [String]

  /// An instance of a case.
  public init(
    id: String, suite: String, tags: [String] = [], class: String, boards: [String] = [],
    requires: [String] = []
  ) {
    self.id = id
    self.suite = suite
    self.tags = tags
    self.class = `class`
    self.boards = boards
    self.requires = requires
  }

  /// Identifier of the case without `[parameter]`.
  var baseID: String { id.firstIndex(of: "[").map { String(id[..<$0]) } ?? id }
}

/// The names that a filter can use, to tell a bare word's meaning and a slip of the pen.
public struct KnownNames: Sendable, Hashable {
  /// Identifiers of the cases, without parameters.
  public var ids: [String]
  /// Suites.
  public var suites: [String]
  /// Tags that some case has.
  public var tags: [String]
  /// Classes that a case can have.
  public var classes: [String]
  /// Ids of the cases that files hold, by the paths of the files.
  public var files: [String: String] = [:]

  /// Names; the classes are those of the contract unless given.
  public init(
    ids: [String], suites: [String], tags: [String] = [],
    classes: [String] = ["required", "inferred", "varies"]
  ) {
    self.ids = ids
    self.suites = suites
    self.tags = tags
    self.classes = classes
  }
}
