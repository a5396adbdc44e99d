import Conformance
package import JSONDocuments
package import Journal
import LabRuntime
import Notation
import Reports
package import Runner
import Terminal

/// What `list` shows.
package struct CaseList {
  private struct Entry {
    let testCase: Case
    /// The instances on the rig; nil without a rig.
    var instances: [Runner.Instance]?

    /// The instances, and what a run would do with each.
    var outlook: [(name: String, words: String)] {
      let instances = instances ?? []
      guard !instances.isEmpty else {
        return [(testCase.id, "skip: the rig has no board that the case is about")]
      }
      return instances.map { ($0.name, $0.skip.map { "skip: \($0)" } ?? "run") }
    }
  }

  private let entries: [Entry]
  private let hasRig: Bool
  /// Whether one case was asked for by its id.
  private let isOne: Bool

  package init(_ selection: Selection) {
    let entries: [Entry]
    if let file = selection.file {
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
    } else {
      entries = (selection.cases + selection.rules).map { Entry(testCase: $0) }
    }
    hasRig = selection.file != nil
    var suites: [String: Int] = [:]
    for entry in entries where suites[entry.testCase.suite] == nil {
      suites[entry.testCase.suite] = suites.count
    }
    func place(_ entry: Entry) -> (Int, String) {
      (suites[entry.testCase.suite] ?? 0, entry.testCase.id)
    }
    self.entries = entries.sorted { place($0) < place($1) }
    isOne = entries.count == 1 && selection.filters == entries.map(\.testCase.id)
  }

  // MARK: Text

  /// Prints the table, or the page of the one case that was asked for; nothing where nothing is selected.
  package func print(isVerbose: Bool) {
    guard let first = entries.first else { return }
    let width = Terminal.width(.output)
    let lines =
      isOne
      ? page(of: first, width ?? 100)
      : isVerbose ? verboseLines(width ?? 100) : hasRig ? instanceLines(width) : caseLines(width)
    Output.result(lines.joined(separator: "\n"))
  }

  private func caseLines(_ width: Int?) -> [String] {
    var table = Table([.init("ID"), .init("TITLE", minimum: 24), .init("CLASS"), .init("SUITE")])
    for testCase in entries.map(\.testCase) {
      table.add([testCase.id, testCase.title, testCase.caseClass.rawValue, testCase.suite])
    }
    return table.lines(width: width)
  }

  private func instanceLines(_ width: Int?) -> [String] {
    var table = Table([
      .init("CASE", minimum: 12), .init("WOULD", minimum: 12), .init("CLASS"),
      .init("TITLE", minimum: 16),
    ])
    for entry in entries {
      let tail = [entry.testCase.caseClass.rawValue, entry.testCase.title]
      for (name, words) in entry.outlook { table.add([name, words] + tail) }
    }
    return table.lines(width: width)
  }

  private func verboseLines(_ width: Int) -> [String] {
    entries.flatMap { entry in
      [entry.testCase.id + "  " + entry.testCase.title] + details(of: entry, width, indent: 2) + [
        ""
      ]
    }.dropLast()
  }

  private func page(of entry: Entry, _ width: Int) -> [String] {
    let sources = PublicSource.named(in: entry.testCase.source).map { ($0.name, $0.place) }
    return [entry.testCase.id + "  " + entry.testCase.title, ""]
      + details(of: entry, width, indent: 2)
      + (sources.isEmpty ? [] : ["", "  observed in"] + Self.lines(sources, width, indent: 4))
      + ["", "  uwbrig run \(entry.testCase.id)"]
  }

  /// What there is to know of a case, a name and its words a line.
  private func details(of entry: Entry, _ width: Int, indent: Int) -> [String] {
    let testCase = entry.testCase
    var rows = [
      ("requirement", testCase.requirement), ("source", testCase.source),
      ("suite", testCase.suite), ("class", testCase.caseClass.rawValue),
      ("requires", testCase.needs.map(\.name).joined(separator: ", ")),
      ("tags", testCase.tags.joined(separator: ", ")),
      ("takes", testCase.declared == .zero ? "" : "\(testCase.declared)"),
      ("parameters", testCase.parameters.joined(separator: ", ")),
    ]
    if hasRig { rows += entry.outlook.map { ($0.name, $0.words) } }
    return Self.lines(rows.filter { !$0.1.isEmpty }, width, indent: indent)
  }

  private static func lines(_ rows: [(String, String)], _ width: Int, indent: Int) -> [String] {
    let longest = max(12, rows.map { DisplayWidth.of($0.0) }.max() ?? 0)
    return rows.flatMap { name, words in
      let head = String(repeating: " ", count: indent) + Figures.left(name, longest) + " "
      return Wrapping.lines(
        PrintableText.escaped(words, limit: 4000), width: width, first: head,
        firstWidth: DisplayWidth.of(head), indent: DisplayWidth.of(head))
    }
  }

  package var document: CaseListDocument {
    CaseListDocument(cases: entries.map { .init($0.testCase, instances: $0.instances) })
  }
}

package struct CaseListDocument: Document {
  package static let schema = "uwbrig.list/1"
  package static let about = "The cases, as `uwbrig list --json` prints them."

  package struct Entry: Codable, Described {
    package static let notes: [String: Note] = [
      "declaredUs": Note(least: 0), "instances": "With a rig: the case on the rig's boards.",
    ]

    package struct OnRig: Codable, Described {
      package static let notes: [String: Note] = [
        "reason": "Why it would be skipped; empty when it would run."
      ]

      package var name: String
      package var run: Bool
      package var reason: String
    }

    package var id: String
    package var suite: String
    package var title: String
    package var `class`: CaseClass
    package var requirement: String
    package var source: String
    package var tags: [String]
    package var requires: [String]
    var declaredUs: Int64
    package var parameters: [String]
    @IfPresent package var instances: [OnRig]?

    package init(_ testCase: Case, instances: [Runner.Instance]?) {
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

  package var cases: [Entry]
}
