import Boards
import LabRuntime
import Links
import VirtualBoards

/// How the program ends; thrown by a verb that has said everything there is to say.
struct ExitStatus: Error, Hashable {
  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// Done; for `run`: something ran, and nothing is held against it.
  static let done = ExitStatus(0)
  /// The answer is no; for `run`: at least one FAIL.
  static let no = ExitStatus(1)
  /// A wrong argument, a rig file that is wrong in itself, or something that is not built.
  static let usage = ExitStatus(2)
  /// The bench is at fault.
  static let bench = ExitStatus(3)
  /// No case ran.
  static let nothingRan = ExitStatus(4)
  /// An internal error, a hung case, or a document that could not be written.
  static let internalError = ExitStatus(5)

  /// The strongest of several: 2, 130 or 143, 5, 1, 3, 4, 0.
  static func strongest(_ statuses: [ExitStatus]) -> ExitStatus {
    let order: [Int32] = [2, 130, 143, 5, 1, 3, 4, 0]
    func rank(_ status: ExitStatus) -> Int { order.firstIndex(of: status.code) ?? 3 }
    return statuses.min { rank($0) < rank($1) } ?? .done
  }
}

/// Why a verb ends without a result: one message and the exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// What an error of the rooms below means for the program.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as LinkError:
      self.init(error.code == .notAvailable ? .usage : .bench, "\(error)")
    case let error as BoardError: self.init(.bench, "\(error)")
    case let error as PowerError: self.init(.bench, "\(error)")
    case let error as VirtualBoardError: self.init(.usage, "\(error)")
    case let error as LabError where error.code == .deadlock:
      self.init(
        .internalError,
        "nothing in the simulated lab can run any more. Awaited: \(error.label). This is a fault "
          + "of the program; please report it")
    default: self.init(.internalError, "internal error: \(error)")
    }
  }

  /// What the grammar knows and this build does not have.
  static func notAvailable(_ what: String) -> Failure {
    Failure(.usage, "\(what) is not available in this build")
  }
}
