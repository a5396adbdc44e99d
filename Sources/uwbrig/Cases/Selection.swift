import Conformance
import Journal
import Rig
import Runner

/// The cases and the rig that the arguments select.
struct Selection {
  /// All cases of this build.
  static let allCases = Suites.all

  /// The rig; nil where none was asked for.
  let file: RigFile?
  /// Lets cases through.
  let filter: Filter
  /// The one board that cases must be on.
  let board: String?
  /// Names in the filter that nothing has.
  var notes: [String] { filter.notes }

  /// Reads rig and filter.
  ///
  /// - Parameter opens: whether the rig is to be run on: then there is a standard one, and it must
  ///   not ask for what this build does not have.
  init(_ options: SelectionOptions, opens: Bool) throws {
    if opens {
      file = try RigSource.open(options.rig)
    } else {
      file = try options.rig.map { try RigSource.read($0) }
    }
    if let file { try RigSource.check(board: options.board, in: file) }
    board = options.board
    do {
      filter = try Filter.parse(options.filters, known: Self.knownNames)
    } catch let error as FilterError {
      throw Failure(.usage, "\(error)")
    }
  }

  /// What a filter can name.
  static var knownNames: KnownNames {
    KnownNames(
      ids: allCases.map(\.id), suites: distinct(allCases.map(\.suite)),
      tags: distinct(allCases.flatMap(\.tags)))
  }

  /// The instances on a rig, in the order of a seed.
  func plan(on file: RigFile, seed: UInt64, shuffles: Bool = false) -> Plan {
    Plan(
      cases: Self.allCases, file: file, filter: filter, board: board, seed: seed,
      shuffles: shuffles)
  }

  /// The cases that are selected where no board is known; one parameter of a case is enough.
  var cases: [Case] {
    Self.allCases.filter { testCase in
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
