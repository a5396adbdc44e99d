import Bench
import Conformance
import Journal
import Links
import Notation
package import RigFile
package import Runner
import Scenarios

/// The cases and the rig that the arguments select.
package struct Selection {
  /// All cases of this build, and behind them the scenarios that the filters name.
  package let allCases: [Case]

  /// The rig; nil where none was asked for.
  package let file: RigFile?
  /// The names that filters can use.
  package let known: KnownNames
  /// Lets cases through.
  package let filter: Filter
  /// The filters as they were written.
  package let filters: [String]
  /// The one board that cases must be on.
  package let board: String?
  /// Names in the filter that nothing has, and what of the rig is judged by a sample.
  package var notes: [String] {
    let onTwo = cases.contains { [.accessoryPair, .uciPair].contains($0.boards) }
    return filter.notes + (onTwo ? file.flatMap(Plan.remark).map { [$0] } ?? [] : [])
  }

  /// Reads rig and filter by their words.
  package init(_ filters: [String], rig: String? = nil, board: String? = nil, opens: Bool) throws {
    let file = opens ? try RigSource.open(rig) : try rig.map { try RigSource.read($0) }
    try self.init(filters, on: file, board: board)
  }

  /// Reads the filter for a rig that is at hand.
  package init(_ filters: [String], on file: RigFile?, board: String?) throws {
    self.file = file
    if let file { try RigSource.check(board: board, in: file) }
    self.board = board
    self.filters = filters
    let scenarios = try Self.scenarios(in: filters)
    allCases = Suites.all + scenarios.map(\.asCase)
    known = Self.knownNames(allCases + Case.watchRules, scenarios)
    do {
      filter = try Filter.parse(filters, known: known)
    } catch let error as FilterError {
      throw Failure(.usage, "\(error)")
    }
  }

  /// The scenarios whose files the filters name: every word that ends in `.yaml`.
  ///
  /// Throws ``RigFileErrors`` with every fault of a file, or ``Failure`` for a name that is taken.
  private static func scenarios(in filters: [String]) throws -> [Scenario] {
    var scenarios: [Scenario] = []
    for path in scenarioFiles(in: filters) {
      let scenario = try Scenario.load(path)
      if let other = scenarios.first(where: { $0.name == scenario.name }) {
        throw Failure(
          .usage,
          "\(PrintableText.escaped(path)): the scenario \(scenario.name) is in "
            + "\(PrintableText.escaped(other.file)) too: give one of them another name")
      }
      guard !Suites.all.contains(where: { $0.id == scenario.name || $0.suite == scenario.name })
      else {
        throw Failure(
          .usage,
          "\(PrintableText.escaped(path)): a case or suite has the name \(scenario.name): give "
            + "the scenario another one")
      }
      scenarios.append(scenario)
    }
    return scenarios
  }

  package static func scenarioFiles(in filters: [String]) -> [String] {
    var files: [String] = []
    for filter in filters {
      let words = filter.split { "&|!()".contains($0) || $0.isWhitespace }.map(String.init)
      for path in words where path.hasSuffix(".yaml") && !files.contains(path) {
        files.append(path)
      }
    }
    return files
  }

  private static func knownNames(_ cases: [Case], _ scenarios: [Scenario]) -> KnownNames {
    var names = KnownNames(
      ids: cases.map(\.id), suites: distinct(cases.map(\.suite)),
      tags: distinct(cases.flatMap(\.tags)))
    for scenario in scenarios { names.files[scenario.file] = scenario.name }
    return names
  }

  package func rules(on file: RigFile) -> Plan {
    Plan(cases: Case.watchRules, file: file, filter: filter, board: board, seed: 0)
  }

  /// The instances on a rig, in the order of a seed.
  package func plan(on file: RigFile, seed: UInt64, shuffles: Bool = false) -> Plan {
    Plan(
      cases: allCases.filter { !filters.isEmpty || !Suites.onRequest.contains($0.suite) },
      file: file, filter: filter, board: board, seed: seed, shuffles: shuffles)
  }

  /// The rules of the frame watch that are selected: no run needs that, since they are held in every
  /// case.
  package var rules: [Case] { selected(of: Case.watchRules) }

  /// Why there is nothing to run.
  package func remarkOnNothing(isRerun: Bool) -> String {
    if isRerun { return "the latest run left nothing that is selected to be run again" }
    guard cases.isEmpty, let rule = rules.first else { return "no case of this rig is selected" }
    return "\(rule.id) is a rule of the frame watch, which is held in every case that runs: "
      + "select the cases"
  }

  /// The cases that are selected where no board is known; one parameter of a case is enough.
  package var cases: [Case] { selected(of: allCases) }

  private func selected(of cases: [Case]) -> [Case] {
    cases.filter { testCase in
      let names =
        testCase.parameters.isEmpty
        ? [testCase.id] : testCase.parameters.map { "\(testCase.id)[\($0)]" }
      return names.contains { name in
        filter.matches(
          FilterSubject(
            id: name, suite: testCase.suite, tags: testCase.tags,
            class: testCase.caseClass.rawValue, requires: testCase.needs.map(\.name)))
      }
    }
  }

  private static func distinct(_ names: [String]) -> [String] { Array(Set(names)).sorted() }
}
