import Journal
import LabRuntime
import Runner

/// What `list` shows.
struct CaseList {
  /// Names the shape of the document.
  static let schema = "uwbrig.list/1"

  private struct Entry {
    let testCase: Case
    /// The instances on the rig; nil without a rig.
    var instances: [Runner.Instance]?
  }

  private let entries: [Entry]
  private let hasRig: Bool

  init(_ selection: Selection) {
    guard let file = selection.file else {
      hasRig = false
      entries = selection.cases.map { Entry(testCase: $0) }
      return
    }
    hasRig = true
    var instances: [String: [Runner.Instance]] = [:]
    for instance in selection.plan(on: file, seed: 0).instances {
      instances[instance.case.id, default: []].append(instance)
    }
    // A case without boards on this rig is listed too, unless one board is asked for.
    let cases = selection.board == nil ? Set(selection.cases.map(\.id)) : []
    entries = selection.allCases.compactMap { testCase in
      let own = instances[testCase.id]
      guard own != nil || cases.contains(testCase.id) else { return nil }
      return Entry(testCase: testCase, instances: own ?? [])
    }
  }

  // MARK: Table

  /// The table; no lines when nothing is selected.
  func lines(width: Int?) -> [String] {
    guard !entries.isEmpty else { return [] }
    return hasRig ? instanceLines(width) : caseLines(width)
  }

  private func caseLines(_ width: Int?) -> [String] {
    var table = Table([
      .init("ID"), .init("TITLE", minimum: 24), .init("CLASS"), .init("REQUIRES", minimum: 8),
      .init("TAGS", minimum: 8), .init("SOURCE", minimum: 10),
    ])
    for testCase in entries.map(\.testCase) {
      table.add([
        testCase.id, testCase.title, testCase.caseClass.rawValue,
        testCase.needs.map(\.name).joined(separator: ","), testCase.tags.joined(separator: ","),
        testCase.source,
      ])
    }
    return table.lines(width: width)
  }

  private func instanceLines(_ width: Int?) -> [String] {
    var table = Table([
      .init("CASE"), .init("WOULD", minimum: 20), .init("CLASS"), .init("TITLE", minimum: 16),
      .init("SOURCE", minimum: 8),
    ])
    for entry in entries {
      let tail = [entry.testCase.caseClass.rawValue, entry.testCase.title, entry.testCase.source]
      let instances = entry.instances ?? []
      if instances.isEmpty {
        table.add([entry.testCase.id, "skip: \(Self.noBoards)"] + tail)
      }
      for instance in instances {
        table.add([instance.name, instance.skip.map { "skip: \($0)" } ?? "run"] + tail)
      }
    }
    return table.lines(width: width)
  }

  private static let noBoards = "the rig has no board that the case is about"

  // MARK: Document

  /// The document.
  var json: JSONValue {
    .object([
      .init("schema", .string(Self.schema)), .init("cases", .array(entries.map(json))),
    ])
  }

  private func json(_ entry: Entry) -> JSONValue {
    let testCase = entry.testCase
    func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
    var members: [JSONValue.Member] = [
      .init("id", .string(testCase.id)), .init("suite", .string(testCase.suite)),
      .init("title", .string(testCase.title)),
      .init("class", .string(testCase.caseClass.rawValue)),
      .init("requirement", .string(testCase.requirement)),
      .init("source", .string(testCase.source)), .init("tags", strings(testCase.tags)),
      .init("requires", strings(testCase.needs.map(\.name))),
      .init("declared_us", .integer(testCase.declared.microseconds)),
      .init("parameters", strings(testCase.parameters)),
    ]
    if let instances = entry.instances {
      let values = instances.map { instance in
        JSONValue.object([
          .init("name", .string(instance.name)), .init("run", .bool(instance.skip == nil)),
          .init("reason", .string(instance.skip ?? "")),
        ])
      }
      members.append(.init("instances", .array(values)))
    }
    return .object(members)
  }
}
