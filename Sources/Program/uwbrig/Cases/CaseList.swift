import JSONDocuments
import Journal
import LabRuntime
import Reports
import Runner

/// What `list` shows.
struct CaseList {
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
      entries = (selection.cases + selection.rules).map { Entry(testCase: $0) }
      return
    }
    hasRig = true
    var instances: [String: [Runner.Instance]] = [:]
    let plans = selection.plan(on: file, seed: 0).instances + selection.rules(on: file).instances
    for instance in plans {
      instances[instance.case.id, default: []].append(instance)
    }
    // A case without boards on this rig is listed too, unless one board is asked for.
    let cases =
      selection.board == nil ? Set((selection.cases + selection.rules).map(\.id)) : []
    entries = (selection.allCases + Case.watchRules).compactMap { testCase in
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

  /// The document.
  var document: CaseListDocument {
    CaseListDocument(cases: entries.map { .init($0.testCase, instances: $0.instances) })
  }
}

/// The document that `list --json` prints.
struct CaseListDocument: Document {
  static let schema = "uwbrig.list/1"
  static let about = "The cases, as `uwbrig list --json` prints them."

  struct Entry: Codable, Described {
    static let notes: [String: Note] = [
      "declaredUs": Note(least: 0), "instances": "With a rig: the case on the rig's boards.",
    ]

    struct OnRig: Codable, Described {
      static let notes: [String: Note] = [
        "reason": "Why it would be skipped; empty when it would run."
      ]

      var name: String
      var run: Bool
      var reason: String
    }

    var id: String
    var suite: String
    var title: String
    var `class`: CaseClass
    var requirement: String
    var source: String
    var tags: [String]
    var requires: [String]
    var declaredUs: Int64
    var parameters: [String]
    @IfPresent var instances: [OnRig]?

    init(_ testCase: Case, instances: [Runner.Instance]?) {
      id = testCase.id
      suite = testCase.suite
      title = testCase.title
      `class` = testCase.caseClass
      requirement = testCase.requirement
      source = testCase.source
      tags = testCase.tags
      requires = testCase.needs.map(\.name)
      declaredUs = testCase.declared.microseconds
      parameters = testCase.parameters
      self.instances = instances?.map {
        OnRig(name: $0.name, run: $0.skip == nil, reason: $0.skip ?? "")
      }
    }
  }

  var cases: [Entry]
}
