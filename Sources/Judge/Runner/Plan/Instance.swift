import Journal
public import RigFile

/// One case on one board or combination of boards, with one parameter.
public struct Instance: Sendable {
  /// The case.
  public let `case`: Case
  /// The parameter; empty when the case has none.
  public let parameter: String
  /// The boards that are judged, in the case's order.
  public let boards: [RigBoard]
  /// Why it cannot run on this rig; nil when it can.
  public let skip: String?

  /// The id with its parameter: `C18[29]`.
  public var caseName: String { parameter.isEmpty ? `case`.id : "\(`case`.id)[\(parameter)]" }

  /// The names of the boards; for a case without one, what is judged instead.
  public var boardNames: [String] {
    self.case.boards == .phoneModel ? [Case.phoneName] : boards.map(\.name)
  }

  /// The name that is unique in all documents: `C18[29]@lock`, `M02@lock+tag`.
  public var name: String { instanceName(case: caseName, boards: boardNames) }

  /// The subject of a filter.
  public var subject: FilterSubject {
    FilterSubject(
      id: caseName, suite: self.case.suite, tags: self.case.tags,
      class: self.case.caseClass.rawValue, boards: boardNames,
      requires: self.case.needs.map(\.name))
  }
}
